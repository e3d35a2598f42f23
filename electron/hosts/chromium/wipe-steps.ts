/**
 * The steps of a wipe that this host does (K5); `session/wipe.ts` has their order and their deadlines. A view is a process over a folder, so that most of
 * them are the same deed: they all resolve only when that folder is gone.
 */
import type { HostWipeSteps, KioskView } from '../host.ts';
import type { Views } from './views.ts';

export interface WipeStepsOptions {
  readonly views: Pick<Views, 'close' | 'clear'>;
  readonly clearClipboards: () => Promise<void>;
  readonly cancelPrints: () => Promise<void>;
}

export function createWipeSteps(
  view: KioskView,
  { views, clearClipboards, cancelPrints }: WipeStepsOptions,
): HostWipeSteps {
  let cleared: Promise<void> | undefined;
  const clear = () => {
    cleared ??= views.clear(view);
    return cleared;
  };
  return {
    'close-view': () => views.close(view),
    // The sockets of the process went with it, and its requests through the host were given up.
    'close-connections': () => views.close(view),
    'clear-data': clear,
    // Passwords, names of hosts and compiled scripts were in the process or are in its folder.
    'clear-auth': clear,
    'clear-host-cache': clear,
    'clear-code-caches': clear,
    'clear-clipboard': clearClipboards,
    'cancel-prints': cancelPrints,
    // They lie in that folder, too.
    'purge-crash-dumps': clear,
  };
}
