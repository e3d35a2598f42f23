/**
 * How much of the inbox one sender may take. Levels rise with each item and fall with time, as in a leaky bucket. What doesn't fit is kept all the
 * same: it is listed below, in one row. The figures are far above what a person, a family or a waiting room sends, and far below what
 * hides a real alert from staff.
 */

export interface QuotaLimits {
  /** Within an hour. */
  readonly alerts: number;
  readonly cases: number;
  /** Of envelopes. */
  readonly bytes: number;
}

export interface InboxQuotas {
  /** Of one device. */
  readonly device: QuotaLimits;
  /** Of an enrolled kiosk, at which many people answer. */
  readonly kiosk: QuotaLimits;
  /** Of a network (/24, /64) and of the vendor: strangers and devices that have submitted before are counted apart. */
  readonly network: QuotaLimits;
  readonly vendor: QuotaLimits;
}

const MEBIBYTE = 1024 * 1024;
export const INBOX_QUOTAS: InboxQuotas = {
  device: { alerts: 10, cases: 20, bytes: 20 * MEBIBYTE },
  kiosk: { alerts: 300, cases: 600, bytes: 600 * MEBIBYTE },
  network: { alerts: 30, cases: 300, bytes: 300 * MEBIBYTE },
  vendor: { alerts: 300, cases: 3_000, bytes: 3_000 * MEBIBYTE },
};

/** Some limits, each of which may be left out. */
export type QuotaOverrides = {
  readonly [Scope in keyof InboxQuotas]?:
    | { readonly [Limit in keyof QuotaLimits]?: QuotaLimits[Limit] | undefined }
    | undefined;
};

export function withOverrides(overrides: QuotaOverrides = {}): InboxQuotas {
  const of = (scope: keyof InboxQuotas): QuotaLimits => {
    const { alerts, cases, bytes } = INBOX_QUOTAS[scope];
    const own = overrides[scope];
    return { alerts: own?.alerts ?? alerts, cases: own?.cases ?? cases, bytes: own?.bytes ?? bytes };
  };
  return { device: of('device'), kiosk: of('kiosk'), network: of('network'), vendor: of('vendor') };
}

export interface Level {
  readonly alerts: number;
  readonly cases: number;
  readonly bytes: number;
  /** When it was so: milliseconds. */
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const EMPTY: Level = { alerts: 0, cases: 0, bytes: 0, at: 0 };

/** The level at a time: what fits into an hour drains within one. Clocks that go back drain nothing. */
function drained(level: Level, limits: QuotaLimits, now: number): Level {
  const share = Math.max(0, now - level.at) / HOUR_MS;
  const fall = (of: 'alerts' | 'cases' | 'bytes') => Math.max(0, level[of] - limits[of] * share);
  return { alerts: fall('alerts'), cases: fall('cases'), bytes: fall('bytes'), at: Math.max(now, level.at) };
}

/** @returns the level with one more item in it, or undefined where that is too much. */
export function raise(
  before: Level = EMPTY,
  limits: QuotaLimits,
  item: { readonly kind: 'alert' | 'case'; readonly bytes: number; readonly at: number },
): Level | undefined {
  const level = drained(before, limits, item.at);
  const counted = item.kind === 'alert' ? 'alerts' : 'cases';
  // A single item fits into an empty one, however large it is.
  const fits =
    level[counted] + 1 <= limits[counted] && (level.bytes === 0 || level.bytes + item.bytes <= limits.bytes);
  return fits ? { ...level, [counted]: level[counted] + 1, bytes: level.bytes + item.bytes } : undefined;
}
