/** Why nothing of a file can be taken, in words that follow its name. */
export class BadFile extends Error {}
