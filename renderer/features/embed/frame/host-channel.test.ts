import { describe, expect, it, vi } from 'vitest';
import { readFrameMessage } from './embed-messages.ts';
import { createHeightTeller } from './frame-height.ts';
import { createHostChannel } from './host-channel.ts';

const PARTNER = 'https://partner.example';
const HELLO = { cf: 1, type: 'hello', externalId: 'visit-1', token: 'p1.a.1.b' };

function open() {
  const parent = {};
  let hear: (event: MessageEvent) => void = () => undefined;
  const window = {
    parent,
    addEventListener: (_: string, listener: (event: MessageEvent) => void) => {
      hear = listener;
    },
    removeEventListener: () => undefined,
  } as unknown as Window;
  const channel = createHostChannel({ window, isAllowed: (origin) => origin === PARTNER });
  const said: unknown[] = [];
  const port = {
    postMessage: (data: unknown) => said.push(data),
    close: () => undefined,
  } as unknown as MessagePort;
  const say = (event: Partial<Record<'source' | 'origin' | 'data' | 'ports', unknown>> = {}) =>
    hear({
      source: parent,
      origin: PARTNER,
      data: HELLO,
      ports: [port],
      ...event,
    } as unknown as MessageEvent);
  return { channel, said, say };
}

describe('the channel to the page around the form', () => {
  it('is opened once, by the page itself, from an origin that the vendor allows', () => {
    const { channel, said, say } = open();
    say();
    expect(channel.host()).toEqual({ origin: PARTNER, externalId: 'visit-1', token: 'p1.a.1.b' });
    say({ data: { ...HELLO, externalId: 'visit-2' } });
    expect(channel.host()?.externalId).toBe('visit-1');
    channel.say({ type: 'step', index: 1, total: 9 });
    expect(said).toEqual([
      { cf: 1, type: 'ready' },
      { cf: 1, type: 'step', index: 1, total: 9 },
    ]);
  });

  it('takes no token that the server couldn’t read', () => {
    const { channel, say } = open();
    say({ data: { ...HELLO, token: 'p'.repeat(201) } });
    expect(channel.host()).toEqual({ origin: PARTNER, externalId: 'visit-1', token: undefined });
  });

  it.each([
    ['C54 another frame', { source: {} }],
    ['C55 the origin "null"', { origin: 'null' }],
    ['an origin that only begins alike', { origin: `${PARTNER}.evil.example` }],
    ['another scheme', { origin: 'http://partner.example' }],
    ['no port', { ports: [] }],
    ['another version', { data: { ...HELLO, cf: 2 } }],
    ['another type', { data: { ...HELLO, type: 'close' } }],
    ['no object', { data: 'hello' }],
    ['nothing', { data: null }],
  ])('isn’t opened by %s', (_, event) => {
    const { channel, said, say } = open();
    say(event);
    expect(channel.host()).toBeUndefined();
    channel.say({ type: 'ready' });
    expect(said).toEqual([]);
  });
});

it.each([
  { cf: 2, type: 'ready' },
  { cf: 1, type: 'resize', height: 'tall' },
  { cf: 1, type: 'resize', height: Number.NaN },
  { cf: 1, type: 'eval', code: 'alert()' },
  null,
  'x',
])('a message that isn’t one is passed over - %j', (data) => {
  expect(readFrameMessage(data)).toBeUndefined();
});

describe('C53 the height', () => {
  function watch() {
    const tell = vi.fn<(height: number) => void>();
    let now = 0;
    const planned: (() => void)[] = [];
    const take = createHeightTeller(tell, { now: () => now, later: (run) => void planned.push(run) });
    const pass = (ms: number) => {
      now += ms;
      for (const run of planned.splice(0)) run();
    };
    return { tell, take, pass };
  }

  it('is rounded up, bounded, and told only where it changes by more than rounding', () => {
    const { tell, take, pass } = watch();
    take(400.2);
    pass(100);
    take(402);
    pass(100);
    take(403);
    pass(100);
    take(90_000);
    expect(tell.mock.calls.flat()).toEqual([401, 403, 20_000]);
  });

  it('of a page that grows with its frame is told ten times a second at most', () => {
    const { tell, take, pass } = watch();
    for (let ms = 0; ms < 1_000; ms += 10) {
      take(400 + ms);
      if (ms % 100 === 90) pass(100);
    }
    expect(tell.mock.calls.length).toBeLessThanOrEqual(11);
    expect(tell.mock.calls.at(-1)).toEqual([1390]);
  });
});
