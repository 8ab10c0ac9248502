/** Why a file cannot be taken, in words that follow its name. */
export class Unusable extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

export const damagedUtf16 = () => new Unusable('is UTF-16 that is cut off or damaged');
