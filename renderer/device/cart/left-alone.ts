/** On a device that others use, too, what somebody has left behind goes once nobody is there: in this tab or another, or at a form. */
import type { Platform, Unsubscribe } from '../../platform/contract/contract.ts';

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
const TICK_MS = 5_000;
/** What other tabs know of it is no older than that, and never too old. */
const TOUCH_EVERY_MS = 15_000;

export interface LeftAlone {
  readonly platform: Promise<Platform>;
  readonly idleMs: number;
  /** Somebody is signed in for as long as they are there. */
  readonly isSession: boolean;
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

export function watchLeftAlone({ platform, idleMs, isSession, page }: LeftAlone): Unsubscribe {
  let since = Date.now();
  let told = 0;
  // Somebody has just opened the page.
  let isTold = false;
  const leave = async () => {
    const { shelf, account } = await platform;
    const visit = await shelf?.visit();
    const isShared = (await shelf?.owner()) === 'shared';
    // Not a moment earlier than the last of all tabs.
    since = visit && !visit.isOver ? visit.at : Date.now();
    if (!isShared || !visit?.isOver) return;
    if (isSession) await account?.signOut();
    await shelf?.clear();
  };
  const touch = async () => {
    const { shelf } = await platform;
    // Where nobody has said whose device it is, it says who may see what was typed.
    if ((await shelf?.owner()) !== 'own') await shelf?.touch();
  };
  const stay = () => {
    const now = Date.now();
    // A page that woke up after that long is emptied first, whatever is touched.
    if (now - since > idleMs) return;
    since = now;
    isTold = false;
  };
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - since > idleMs) void leave().catch(() => undefined);
    else if (!isTold && now - told >= TOUCH_EVERY_MS) {
      told = now;
      isTold = true;
      void touch().catch(() => undefined);
    }
  }, TICK_MS);
  for (const name of SIGNS_OF_LIFE) page.addEventListener(name, stay, { passive: true });
  return () => {
    clearInterval(timer);
    for (const name of SIGNS_OF_LIFE) page.removeEventListener(name, stay);
  };
}
