/** UUIDs (RFC 9562) from the random port. */
import { hex } from './bytes.ts';
import type { Clock, Random } from './ports.ts';

function format(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = hex(bytes);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}

/** Version 4: random, says nothing of when it was made. */
export function uuidV4(random: Random): string {
  return format(random.bytes(16), 4);
}

/** Version 7: starts with the milliseconds since 1970, so that ids sort by time as the device claims it. */
export function uuidV7(random: Random, clock: Pick<Clock, 'now'>): string {
  const bytes = random.bytes(16);
  let rest = Math.max(0, Math.floor(clock.now()));
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return format(bytes, 7);
}
