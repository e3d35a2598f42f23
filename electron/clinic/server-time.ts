/** What time it is at the clinic: by the server's last word and a clock that only grows, so that this machine's own may be wrong or be set. */
export interface ServerTime {
  /** @param now ms since 1970 */
  note(now: number): void;
  /** By this machine's clock until the server was heard. */
  now(): number;
}

export function createServerTime(clock: { now(): number; monotonic(): number }): ServerTime {
  let known: { readonly at: number; readonly monotonic: number } | undefined;
  return {
    note(now) {
      known = { at: now, monotonic: clock.monotonic() };
    },
    now: () => (known === undefined ? clock.now() : known.at + clock.monotonic() - known.monotonic),
  };
}
