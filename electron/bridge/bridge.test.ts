import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { Answer } from './contract-shape.ts';
import { type CallOrigin, isTrusted } from './guard.ts';
import { createPageApi } from './page-api.ts';
import { BridgeError, createEventSender, type Handlers, serveBridge } from './serve.ts';

const origin = 'carefront://kiosk';
const contract = {
  calls: {
    'drafts.save': {
      request: z.strictObject({ draftId: z.uuid() }),
      result: z.strictObject({ version: z.int() }),
    },
    'session.end': { request: z.undefined(), result: z.undefined() },
  },
  events: { 'outbox.changed': z.strictObject({ waiting: z.int() }) },
} as const;
const draftId = '5b7c7f5e-3a2b-4b0e-9d3f-6c0a2e5d8f41';

const frame = (change: object = {}) => ({ url: `${origin}/index.html`, parent: null, ...change });
const from = (senderFrame: CallOrigin['senderFrame'] = frame(), id = 7, destroyed = false): CallOrigin => ({
  senderFrame,
  sender: { id, isDestroyed: () => destroyed },
});

describe('S4: who may call', () => {
  const guard = { origin, current: () => 7 };

  test('the main frame of the page that is shown', () => {
    expect(isTrusted(from(), guard)).toBe(true);
  });

  test.each([
    ['no frame', from(null)],
    ['a frame inside', from(frame({ parent: {} }))],
    ['another origin', from(frame({ url: 'https://evil.example/' }))],
    ['about:blank', from(frame({ url: 'about:blank' }))],
    ['an empty address', from(frame({ url: '' }))],
    ['a host that looks alike', from(frame({ url: 'carefront://kiosk.evil/index.html' }))],
    ['a scheme that looks alike', from(frame({ url: 'carefront-x://kiosk/index.html' }))],
    ['data', from(frame({ url: `data:text/html,${origin}` }))],
    ['contents that are gone', from(frame(), 7, true)],
    ['the page of the patient before', from(frame(), 6)],
    ['a frame that is detached', from(frame({ detached: true }))],
    ['a frame that is gone', from(frame({ isDestroyed: () => true }))],
    [
      'a frame that throws when it is asked',
      from({
        get url(): string {
          throw new Error('Render frame was disposed');
        },
        parent: null,
      }),
    ],
  ])('not %s', (_who, call) => {
    expect(isTrusted(call, guard)).toBe(false);
  });

  test('nobody between two patients', () => {
    expect(isTrusted(from(), { origin, current: () => undefined })).toBe(false);
  });
});

function bridge(handlers: Partial<Handlers<typeof contract>> = {}) {
  const served = new Map<string, (origin: CallOrigin, request: unknown) => Promise<Answer>>();
  const refused: string[] = [];
  const faults: string[] = [];
  let handled = 0;
  const stop = serveBridge({
    contract,
    host: {
      handle: (channel, listener) => void served.set(channel, listener),
      removeHandler: (channel) => void served.delete(channel),
    },
    guard: { origin, current: () => 7 },
    handlers: {
      'drafts.save': () => {
        handled += 1;
        return { version: 1 };
      },
      'session.end': () => undefined,
      ...handlers,
    },
    onRefused: (name) => refused.push(name),
    onFault: (name) => faults.push(name),
  });
  const emitter = new EventEmitter();
  let caller = from();
  const api = createPageApi(
    { calls: Object.keys(contract.calls), events: Object.keys(contract.events) },
    {
      invoke: async (channel, request) => {
        const listener = served.get(channel);
        if (listener === undefined) throw new Error(`No handler registered for '${channel}'`);
        return listener(caller, structuredClone(request));
      },
      on: (channel, listener) => emitter.on(channel, listener),
      removeListener: (channel, listener) => emitter.removeListener(channel, listener),
    },
  );
  const tell = createEventSender(
    contract,
    () => ({
      isDestroyed: () => false,
      send: (channel, event) => void emitter.emit(channel, { sender: 'electron' }, event),
    }),
    (name) => faults.push(name),
  );
  return {
    api,
    tell,
    served,
    stop,
    refused,
    faults,
    handled: () => handled,
    callAs: (other: CallOrigin) => {
      caller = other;
    },
  };
}

describe('S3: the bridge is its contract', () => {
  test('a call goes over, and its result comes back', async () => {
    expect(await bridge().api.calls['drafts.save']?.({ draftId })).toEqual({
      ok: true,
      value: { version: 1 },
    });
    expect(await bridge().api.calls['session.end']?.(undefined)).toEqual({ ok: true, value: undefined });
  });

  test('there are the channels of the contract and no others, and none after it has stopped', () => {
    const { served, stop, api } = bridge();
    expect([...served.keys()]).toEqual(['carefront:call:drafts.save', 'carefront:call:session.end']);
    expect(Object.keys(api.calls)).toEqual(Object.keys(contract.calls));
    expect(Object.isFrozen(api) && Object.isFrozen(api.calls) && Object.isFrozen(api.events)).toBe(true);
    stop();
    expect(served.size).toBe(0);
  });

  test('who is not trusted reaches nobody', async () => {
    const { api, callAs, handled, refused } = bridge();
    callAs(from(frame({ parent: {} })));
    expect(await api.calls['drafts.save']?.({ draftId })).toEqual({ ok: false, code: 'forbidden' });
    expect(handled()).toBe(0);
    expect(refused).toEqual(['drafts.save']);
  });

  test.each([undefined, null, {}, { draftId: 'x' }, { draftId, more: 1 }, [draftId]])(
    'what is not of the contract (%j) reaches nobody',
    async (request) => {
      const { api, handled } = bridge();
      expect(await api.calls['drafts.save']?.(request)).toEqual({ ok: false, code: 'malformed' });
      expect(handled()).toBe(0);
    },
  );

  test('a request that can not be cloned is a failure without its contents', async () => {
    expect(await bridge().api.calls['drafts.save']?.({ draftId, note: () => 'secret' })).toEqual({
      ok: false,
      code: 'failed',
    });
  });

  test('what a handler throws stays over there; only its code crosses', async () => {
    const codes = [
      () => {
        throw new Error('Jane Whitfield, 1990-04-03');
      },
      () => {
        throw new BridgeError('no-room');
      },
      () => {
        throw new BridgeError('Jane Whitfield');
      },
      async () => ({ version: 'Jane Whitfield' as unknown as number }),
    ].map(
      async (handler) => await bridge({ 'drafts.save': handler }).api.calls['drafts.save']?.({ draftId }),
    );
    expect(await Promise.all(codes)).toEqual([
      { ok: false, code: 'failed' },
      { ok: false, code: 'no-room' },
      { ok: false, code: 'failed' },
      { ok: false, code: 'failed' },
    ]);
  });

  test('an event brings its payload and nothing of Electron, until it is ended', () => {
    const { api, tell, faults } = bridge();
    const seen: unknown[][] = [];
    const end = api.events['outbox.changed']?.((...given) => void seen.push(given));
    tell('outbox.changed', { waiting: 2 });
    tell('outbox.changed', { waiting: 'Jane' as unknown as number });
    end?.();
    tell('outbox.changed', { waiting: 3 });
    expect(seen).toEqual([[{ waiting: 2 }]]);
    expect(faults).toEqual(['outbox.changed']);
  });
});
