import { expect, test } from 'vitest';
import { BLOB_PART_BYTES } from '../../protocol/wire.ts';
import type { Transport } from '../base/ports.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { eventually } from '../testing/until.ts';
import { createUploadServer, openUploader, queuePhotos } from '../testing/uploading.ts';
import { uploadsDone } from './blob-rows.ts';

const SIZES = [300 * 1024, 700 * 1024];
const never = () => new Promise<never>(() => undefined);

/** A page that is killed at its nth step: before the step has an effect, or after it and before the page hears of it. */
function createMortal(when: 'before' | 'after', lastStep: number) {
  let step = 0;
  const state = { dead: false };
  async function take<R>(work: () => Promise<R>): Promise<R> {
    step += 1;
    if (state.dead) return await never();
    if (step === lastStep) {
      state.dead = true;
      if (when === 'after') await work();
      return await never();
    }
    return await work();
  }
  return {
    state,
    store: (store: Store): Store => ({
      ...store,
      read: (tables, work) => take(() => store.read(tables, work)),
      write: (tables, work) => take(() => store.write(tables, work)),
    }),
    transport: (transport: Transport): Transport => ({
      send: (request) => ({
        answer: take(() => transport.send(request).answer),
        abort: () => undefined,
      }),
    }),
  };
}

test.each(['before', 'after'] as const)(
  'killed at any step, %s it has an effect: the next run sends what is missing, and at most one part twice',
  async (when) => {
    let step = 1;
    for (; ; step += 1) {
      const store = createMemoryStore('durable');
      const server = createUploadServer();
      const names = await queuePhotos(store, 1, SIZES);
      const mortal = createMortal(when, step);
      const first = openUploader(mortal.store(store), mortal.transport(server.transport));
      let ended = false;
      void first.uploader.kick().then(() => {
        ended = true;
      });
      await eventually({ advance: () => undefined }, () => ended || mortal.state.dead, 'the end');
      if (ended) break;
      const second = openUploader(store, server.transport);
      await second.uploader.kick();
      expect(names.every((name) => server.shelf.has(name))).toBe(true);
      expect(await store.read(['uploads'], (transaction) => uploadsDone(transaction, names))).toBe(true);
      const whole = SIZES.reduce((sum, size) => sum + size, 0);
      expect(server.sent()).toBeLessThanOrEqual(whole + BLOB_PART_BYTES);
    }
    // The whole way has some thirty steps; a loop that ended at once would prove nothing.
    expect(step).toBeGreaterThan(15);
  },
);
