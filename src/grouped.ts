/** `10,186`, for people; without Intl, whose first formatter costs 13 ms. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
