const shortest = 12;

/** A key as it may be shown: its last four characters, and nothing of a short one. */
export function masked(appId: string): string {
  return `********${appId.length < shortest ? '' : appId.slice(-4)}`;
}
