import { type Answer, callChannel, eventChannel } from '../bridge/contract-shape.ts';
import type { CallOrigin } from '../bridge/guard.ts';
import type { KioskView } from '../hosts/host.ts';
import type { FakeClock } from './fake-clock.ts';

export type Listener = (origin: CallOrigin, request: unknown) => Promise<Answer>;

export const FAKE_ORIGIN = 'carefront://kiosk';
const BEAT_MS = 5_000;

/** A page, as a test plays it. */
export interface FakePage {
  readonly id: number;
  readonly partition: string;
  /** `undefined` results come as `undefined`; a refusal rejects with its code as message. */
  call(name: string, request?: unknown): Promise<unknown>;
  /** What `ipcMain` would have given back. */
  answer(name: string, request?: unknown, origin?: Partial<CallOrigin>): Promise<Answer>;
  /** Payloads of that event, oldest first. */
  events(name: string): readonly unknown[];
  last(name: string): unknown;
  isAlive(): boolean;
}

/** The same page from the host's side. */
export interface HostedPage {
  readonly page: FakePage;
  readonly view: KioskView;
  /** As the renderer does: painted once, then alive every five seconds. */
  live(): void;
  die(): void;
}

export function createFakePage(
  { id, partition }: Pick<FakePage, 'id' | 'partition'>,
  host: {
    readonly clock: FakeClock;
    readonly channels: ReadonlyMap<string, Listener>;
    /** Whether pages neither paint nor beat just now. */
    readonly silent: () => boolean;
  },
): HostedPage {
  const events: { readonly name: string; readonly payload: unknown }[] = [];
  let alive = true;
  let stop: () => void = () => undefined;
  const answer: FakePage['answer'] = async (name, request, origin = {}) => {
    const listener = host.channels.get(callChannel(name));
    if (listener === undefined) throw new Error('no such channel');
    return listener(
      {
        senderFrame: { url: `${FAKE_ORIGIN}/index.html`, parent: null },
        sender: { id, isDestroyed: () => !alive },
        ...origin,
      },
      request,
    );
  };
  const tell = (name: string) => {
    if (!host.silent()) void answer(name).catch(() => undefined);
  };
  const beat = () => {
    if (!alive) return;
    tell('watchdog.alive');
    stop = host.clock.after(BEAT_MS, beat);
  };
  const page: FakePage = {
    id,
    partition,
    answer,
    async call(name, request) {
      const given = await answer(name, request);
      if (!given.ok) throw new Error(given.code);
      return given.value;
    },
    events: (name) =>
      events.filter((event) => event.name === eventChannel(name)).map(({ payload }) => payload),
    last: (name) => page.events(name).at(-1),
    isAlive: () => alive,
  };
  return {
    page,
    view: {
      id,
      target: {
        isDestroyed: () => !alive,
        send: (name, payload) => void events.push({ name, payload: structuredClone(payload) }),
      },
    },
    live() {
      tell('watchdog.painted');
      stop = host.clock.after(BEAT_MS, beat);
    },
    die() {
      alive = false;
      stop();
    },
  };
}
