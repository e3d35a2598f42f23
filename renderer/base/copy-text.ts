/** Puts a text on the clipboard. */
import { answerOr } from '../../sync/client/base/deadline.ts';
import { systemTimers } from '../../sync/client/base/system-clock.ts';

/** Some browsers ask whether they may, in a place that is easily overlooked. */
export const CLIPBOARD_MS = 4_000;

/** @returns whether it is there; false also where the browser hasn't said in time, so that nobody relies on it. */
export async function copyText(
  text: string,
  clipboard: Pick<Clipboard, 'writeText'> | undefined = navigator.clipboard,
): Promise<boolean> {
  if (clipboard === undefined) return false;
  const written = async () => {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };
  return await answerOr(systemTimers, CLIPBOARD_MS, written(), () => false);
}
