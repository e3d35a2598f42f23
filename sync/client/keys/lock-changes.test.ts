import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { answersOf, createLockPhone, hers, type LockTab, mine } from '../testing/lock-phone.ts';
import { createAuthenticator } from '../testing/passkeys.ts';

class Killed extends Error {
  override name = 'Killed';
}
/** The page is killed at that call of its store: before it is made, or when it is complete and the page has not learnt of it. */
function killedAt(store: Store, call: number, when: 'before' | 'after'): Store {
  let calls = 0;
  const guard = async <R>(run: () => Promise<R>): Promise<R> => {
    const at = calls;
    calls += 1;
    if (at > call || (at === call && when === 'before')) throw new Killed();
    const result = await run();
    if (at === call) throw new Killed();
    return result;
  };
  return {
    mode: store.mode,
    read: (tables, work) => guard(() => store.read(tables, work)),
    write: (tables, work) => guard(() => store.write(tables, work)),
    close: () => store.close(),
  };
}

type Change = readonly [
  what: string,
  isOn: boolean,
  run: (
    tab: LockTab,
    passkey: ReturnType<typeof createAuthenticator>,
    note: (code: string) => Promise<void>,
  ) => Promise<unknown>,
];
const changes: readonly Change[] = [
  ['turning it on', false, ({ lock }, passkey, note) => lock.enable(passkey, note)],
  ['turning it off', true, ({ lock }) => lock.disable()],
  ['a new code', true, ({ lock }, _passkey, note) => lock.renewCode(note)],
  ['a new passkey', true, ({ lock }, passkey) => lock.replacePasskey(passkey)],
];

describe.each(changes)('killed at any point of %s', (_what, isOn, run) => {
  test.each(['before', 'after'] as const)(
    'loses no draft, and everything opens by a way that the person has - %s the call',
    async (when) => {
      for (let call = 0; ; call += 1) {
        const store = createMemoryStore('durable');
        const phone = createLockPhone();
        const passkey = createAuthenticator();
        const noted: string[] = [];
        const note = async (code: string) => void noted.push(code);
        const first = phone.opens(store);
        await first.drafts.save(mine);
        await first.drafts.save(hers);
        if (isOn) await first.lock.enable(passkey, note);
        // The kill counts from the change on: unlocking before it is no part of it.
        let underlying: Store = store;
        const before = phone.opens({
          mode: 'durable',
          read: (tables, work) => underlying.read(tables, work),
          write: (tables, work) => underlying.write(tables, work),
          close: () => store.close(),
        });
        if (isOn) await before.lock.unlock(passkey);
        underlying = killedAt(store, call, when);
        const survived = await run(before, passkey, note).then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(Killed);
            return false;
          },
        );

        const restarted = phone.opens(store);
        // One of the ways that the person has noted, or has on the phone, opens.
        const ways = [await restarted.lock.unlock(passkey).catch(() => 'declined')];
        for (const code of noted) ways.push(await restarted.lock.unlockWithCode(code));
        expect(ways.some((each) => each === 'open' || each === 'off')).toBe(true);
        expect(await answersOf(restarted, mine)).toBe(mine.answers);
        expect(await answersOf(restarted, hers)).toBe(hers.answers);
        await restarted.drafts.save({ ...mine, answers: 'goes on' });
        expect(await answersOf(restarted, mine)).toBe('goes on');
        if (survived) break;
        expect(call).toBeLessThan(50);
      }
    },
  );
});
