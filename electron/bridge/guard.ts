/** Who may call the shell (S4): the main frame of the one page that is shown, at the kiosk's own origin, alive. */
import { isOwnPage } from '../policy/permissions.ts';

/** What Electron tells of a call. */
export interface CallOrigin {
  /** Null where the frame is gone or navigated before anybody looked. */
  readonly senderFrame: {
    readonly url: string;
    readonly parent: unknown;
    readonly detached?: boolean;
    isDestroyed?(): boolean;
  } | null;
  readonly sender: { readonly id: number; isDestroyed(): boolean };
}

export interface GuardOptions {
  readonly origin: string;
  /** Id of the contents of the view that is shown now; undefined between two patients. */
  readonly current: () => number | undefined;
}

/** Never throws: a frame that is being torn down throws where it is asked, and is nobody. */
export function isTrusted({ senderFrame, sender }: CallOrigin, { origin, current }: GuardOptions): boolean {
  try {
    if (senderFrame === null || sender.isDestroyed() || sender.id !== current()) return false;
    if (senderFrame.detached === true || senderFrame.isDestroyed?.() === true) return false;
    return senderFrame.parent === null && isOwnPage(senderFrame.url, origin);
  } catch {
    return false;
  }
}
