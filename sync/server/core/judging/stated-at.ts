/** When somebody said something, as far as their device's clock is believed: it says nothing of the future, nor of a year that no record can name. */
export function statedAtOf(told: string, receivedAt: Date): string {
  return new Date(Math.max(0, Math.min(Date.parse(told), receivedAt.getTime()))).toISOString();
}
