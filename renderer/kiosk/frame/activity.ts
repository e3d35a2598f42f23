/** Signs of life for the shell's idle clock: a key, a touch, a wheel, a switch that presses keys. */

import type { Kiosk } from '../../platform/contract/kiosk-contract.ts';

/** Once a second says as much as sixty times. */
export const ACTIVITY_EVERY_MS = 1_000;
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'touchstart', 'wheel', 'input'] as const;

export function watchActivity(
  kiosk: Pick<Kiosk, 'active'>,
  target: Document,
  now: () => number = () => performance.now(),
): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const sign = () => {
    if (now() - last < ACTIVITY_EVERY_MS) return;
    last = now();
    kiosk.active();
  };
  for (const name of SIGNS) target.addEventListener(name, sign, { capture: true, passive: true });
  return () => {
    for (const name of SIGNS) target.removeEventListener(name, sign, { capture: true });
  };
}
