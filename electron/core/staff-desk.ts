/** The staff's side (K7): the PIN, whose lock-out outlives a restart, and the two minutes that it opens. */
import type { PinHash } from '../../sync/protocol/api/kiosk-assignment.ts';
import type { SmallFiles } from '../clinic/small-file.ts';
import type { KioskLog } from '../log/events.ts';
import { createPinGate, type PinGate, type PinMemory, STAFF_SESSION_MS } from './state/pin.ts';

export const PIN_FILE = 'staff-pin.json';

export type Unlocked =
  | { readonly status: 'open' }
  | { readonly status: 'wrong'; readonly triesLeft: number }
  | { readonly status: 'locked'; readonly until: string };

export interface StaffDesk {
  /** @returns undefined where there is no PIN: the kiosk isn't enrolled */
  unlock(pin: string): Promise<Unlocked | undefined>;
  isOpen(): boolean;
  /** A press: the two minutes start over. */
  touch(): void;
  leave(): void;
  /** Of a machine that becomes a kiosk: nobody has tried yet. What an earlier lock-out left stays. */
  prepare(): Promise<void>;
}

export interface StaffDeskOptions {
  readonly files: SmallFiles;
  readonly hash: () => PinHash | undefined;
  readonly clock: { now(): number; monotonic(): number };
  readonly log: KioskLog;
}

export function createStaffDesk({ files, hash, clock, log }: StaffDeskOptions): StaffDesk {
  let gate: { readonly gate: PinGate; readonly of: string } | undefined;
  let openUntil = Number.NEGATIVE_INFINITY;
  /** A file that can't be read is a reason to lock, once: after that the memory of this process counts. */
  let memory: unknown;
  let read = false;
  let last: Promise<unknown> = Promise.resolve();

  async function gateOf(current: PinHash): Promise<PinGate> {
    const of = JSON.stringify(current);
    if (gate?.of === of) return gate.gate;
    if (!read) {
      memory = await files.read(PIN_FILE);
      read = true;
    }
    const made = createPinGate({
      hash: current,
      now: clock.now,
      remembered: memory,
      async store(next: PinMemory) {
        memory = next;
        await files.write(PIN_FILE, next);
      },
    });
    gate = { gate: made, of };
    return made;
  }

  const isOpen = () => clock.monotonic() < openUntil;

  async function unlock(pin: string): Promise<Unlocked | undefined> {
    const current = hash();
    if (current === undefined) return undefined;
    const verdict = await (await gateOf(current)).try(pin);
    if (verdict.ok) {
      openUntil = clock.monotonic() + STAFF_SESSION_MS;
      log.write('staff.pin', { verdict: 'right' });
      return { status: 'open' };
    }
    if ('lockedForMs' in verdict) {
      log.write('staff.pin', { verdict: 'locked' });
      return { status: 'locked', until: new Date(clock.now() + verdict.lockedForMs).toISOString() };
    }
    log.write('staff.pin', { verdict: 'wrong' });
    return { status: 'wrong', triesLeft: verdict.triesLeft };
  }

  return {
    unlock(pin) {
      // One after the other, from the reading of the file on: two at once must not have the free tries twice.
      const turn = last.then(() => unlock(pin));
      last = turn.catch(() => undefined);
      return turn;
    },
    isOpen,
    touch() {
      if (isOpen()) openUntil = clock.monotonic() + STAFF_SESSION_MS;
    },
    leave() {
      openUntil = Number.NEGATIVE_INFINITY;
    },
    async prepare() {
      if ((await files.read(PIN_FILE)) !== undefined) return;
      const fresh: PinMemory = { v: 1, wrong: 0, lockedUntil: 0 };
      memory = fresh;
      read = true;
      await files.write(PIN_FILE, fresh);
    },
  };
}
