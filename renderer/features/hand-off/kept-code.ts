/**
 * A code that was read and hasn't brought anything yet: a page that is loaded again without a network must not lose it, and the kiosk may show it no more. In this
 * tab alone and for as long as it works, so that neither the address nor the history has it, nor who comes later.
 */
import { HAND_OFF_MINUTES } from '../../../sync/protocol/api/hand-off.ts';

export interface KeptCode {
  readonly code: string;
  /** From the kiosk's QR code: there is nothing to correct in it. */
  readonly isScanned: boolean;
}

const keyOf = (vendor: string) => `v:${vendor}:hand-off`;

function inTab<Result>(look: (storage: Storage) => Result): Result | undefined {
  try {
    // oxlint-disable-next-line no-restricted-globals -- named by the vendor, see keyOf.
    return look(sessionStorage);
  } catch {
    // Blocked by the browser, or not ours: it is asked for again.
    return undefined;
  }
}

export const dropCode = (vendor: string): void => inTab((storage) => storage.removeItem(keyOf(vendor)));

function readStored(vendor: string): (KeptCode & { readonly until: number }) | undefined {
  const stored = inTab((storage): unknown => JSON.parse(storage.getItem(keyOf(vendor)) ?? 'null'));
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { code, isScanned, until } = stored as Readonly<Record<string, unknown>>;
  if (typeof code !== 'string' || typeof until !== 'number') return undefined;
  return { code, until, isScanned: isScanned === true };
}

export function findCode(vendor: string): KeptCode | undefined {
  const stored = readStored(vendor);
  if (!stored || stored.until > Date.now()) return stored;
  dropCode(vendor);
  return undefined;
}

/** The time runs from the first read. Reading the same code again doesn’t extend it. */
export function keepCode(vendor: string, { code, isScanned }: KeptCode): void {
  if (readStored(vendor)?.code === code) return;
  const until = Date.now() + HAND_OFF_MINUTES * 60_000;
  inTab((storage) => storage.setItem(keyOf(vendor), JSON.stringify({ code, isScanned, until })));
}
