/** A reporter that keeps what it is told: `note …` and `problem …`. */
export function listener() {
  const told: string[] = [];
  return {
    told,
    note: (text: string) => void told.push(`note ${text}`),
    failure: ({ message, hints }: { message: string; hints: readonly string[] }) =>
      void told.push(`failure ${[message, ...hints].join('; ')}`),
    problem: (text: string) => void told.push(`problem ${text}`),
  };
}
