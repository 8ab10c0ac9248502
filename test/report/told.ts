/** A reporter that keeps what it is told: `note …` and `problem …`. */
export function listener() {
  const told: string[] = [];
  return {
    told,
    note: (text: string) => void told.push(`note ${text}`),
    problem: (text: string) => void told.push(`problem ${text}`),
  };
}
