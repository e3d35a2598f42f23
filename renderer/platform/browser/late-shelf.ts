/**
 * The shelf, in a chunk of its own: a form has nothing on it. Where that can't be fetched, what asks for it is refused, and the next that asks tries again; who
 * watches is told by then.
 */
import type { createShelf } from '../../../sync/client/shelf/shelf.ts';
import type { Store } from '../../../sync/client/store/store.ts';

type RunningShelf = ReturnType<typeof createShelf>;

export function createLateShelf(options: {
  readonly store: Store;
  readonly load: () => Promise<RunningShelf>;
}): RunningShelf {
  const { store, load } = options;
  let shelf: RunningShelf | undefined;
  let loading: Promise<RunningShelf> | undefined;
  let over = false;
  const waiting = new Set<() => void>();
  const open = () => {
    loading ??= load().then(
      async (loaded) => {
        // What somebody has left behind is gone before anything is read.
        await loaded.start().catch(() => undefined);
        shelf = loaded;
        if (over) loaded.stop();
        for (const begin of waiting) begin();
        waiting.clear();
        return loaded;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    read: async (...given) => (await open()).read(...given),
    write: async (...given) => (await open()).write(...given),
    remove: async (...given) => (await open()).remove(...given),
    watch(...given) {
      let stop: () => void = () => waiting.delete(begin);
      const begin = () => {
        if (shelf) stop = shelf.watch(...given);
      };
      if (shelf) begin();
      else {
        waiting.add(begin);
        open().catch(() => undefined);
      }
      return () => stop();
    },
    owner: async () => (await open()).owner(),
    setOwner: async (...given) => (await open()).setOwner(...given),
    touch: async () => (await open()).touch(),
    visit: async () => (await open()).visit(),
    clear: async () => (await open()).clear(),
    refresh: () => shelf?.refresh(),
    async start() {
      // Nothing was ever put on it.
      if (await store.read(['meta'], (transaction) => transaction.get('meta', 'shelf'))) await open();
    },
    stop() {
      over = true;
      shelf?.stop();
    },
  };
}
