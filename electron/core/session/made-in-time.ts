import type { KioskHost, KioskView } from '../../hosts/host.ts';
import { FIRST_PAINT_MS } from '../state/ladder.ts';

/**
 * A host that never answers must not hold up everything: the view counts only if it's made within the time of a first paint.
 *
 * @returns undefined when it's late; the view is discarded when it comes after all
 */
export async function madeInTime(
  view: Promise<KioskView>,
  clock: Pick<KioskHost['clock'], 'after'>,
  discard: (view: KioskView) => Promise<void>,
): Promise<KioskView | undefined> {
  let late = false;
  let cancel: () => void = () => undefined;
  const given = view.then((made) => {
    if (!late) return made;
    void discard(made);
    return undefined;
  });
  const over = new Promise<undefined>((resolve) => {
    cancel = clock.after(FIRST_PAINT_MS, () => {
      late = true;
      resolve(undefined);
    });
  });
  try {
    return await Promise.race([given, over]);
  } finally {
    cancel();
  }
}
