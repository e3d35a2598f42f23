import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEventStreams, type StreamClient, type StreamLimits } from './event-streams.ts';

function setUp(limits: Partial<StreamLimits> = {}, heartbeatMs = 60_000) {
  const listeners = new Set<() => void>();
  let at = 0;
  const events = createEventStreams(
    {
      listen: async (_vendor, _device, onWake) => {
        listeners.add(onWake);
        return () => void listeners.delete(onWake);
      },
    },
    { limits, heartbeatMs, clock: () => at },
  );
  onTestFinished(events.close);
  let devices = 0;
  const open = async (over: Partial<StreamClient> = {}) => {
    const opened = await events.open({
      vendor: 'meadow',
      kind: 'device',
      credential: `device-${devices++}`,
      address: '203.0.113.1',
      ...over,
    });
    return opened;
  };
  const openMany = async (count: number, over: (index: number) => Partial<StreamClient> = () => ({})) => {
    const kinds: string[] = [];
    for (let index = 0; index < count; index++) kinds.push((await open(over(index))).kind);
    return kinds.filter((kind) => kind === 'stream').length;
  };
  const streamOf = async (over: Partial<StreamClient> = {}): Promise<Readable> => {
    const opened = await open(over);
    if (opened.kind !== 'stream') throw new Error(`It was refused: ${opened.kind}.`);
    return opened.stream;
  };
  return {
    open,
    openMany,
    streamOf,
    listeners,
    pass: (ms: number) => {
      at += ms;
    },
  };
}

const everywhere = (index: number) => ({ address: `198.51.${index >> 8}.${index & 255}` });

describe('streams of events (promise 23)', () => {
  it('of one network never take the pool, whatever keys and vendors they name', async () => {
    const { open, openMany } = setUp();
    expect(await openMany(1_000, (index) => ({ vendor: `vendor-${index % 7}` }))).toBe(200);
    expect((await open()).kind).toBe('network');
    expect((await open({ address: '203.0.113.2' })).kind).toBe('stream');
    expect((await open({ kind: 'staff', credential: 'ada' })).kind).toBe('stream');
  });

  it('of one IPv6 site count as one network', async () => {
    const { openMany } = setUp();
    const hosts = (index: number) => ({ address: `2001:db8:1:2::${index.toString(16)}` });
    expect(await openMany(300, hosts)).toBe(200);
  });

  it('of a household or a company, which have many of them, are bounded, too', async () => {
    const group = (index: number) => index.toString(16);
    const household = setUp();
    const addresses = (index: number) => ({
      address: `2001:db8:1:2${group(index & 255).padStart(2, '0')}::1`,
    });
    expect(await household.openMany(1_500, addresses)).toBe(800);
    expect((await household.open({ address: '2001:db8:1:300::1' })).kind).toBe('stream');
    const company = setUp();
    expect(await company.openMany(2_500, (index) => ({ address: `2001:db8:1:${group(index)}::1` }))).toBe(
      1_600,
    );
    expect((await company.open({ address: '2001:db8:2::1' })).kind).toBe('stream');
  });

  it('of one vendor leave room for the others, and all devices leave room for staff', async () => {
    const { open, openMany } = setUp();
    expect(await openMany(2_500, everywhere)).toBe(2_000);
    expect((await open({ address: '192.0.2.1' })).kind).toBe('full');
    expect(await openMany(2_500, (index) => ({ ...everywhere(index), vendor: 'brook' }))).toBe(2_000);
    expect((await open({ address: '192.0.2.1', vendor: 'lake' })).kind).toBe('full');
    expect((await open({ kind: 'staff', credential: 'ada', vendor: 'lake' })).kind).toBe('stream');
  });

  it('of one member of staff are ten, the newest, and of a vendor so many', async () => {
    const { streamOf, openMany } = setUp({ staffOfVendor: 20 });
    const first = await streamOf({ kind: 'staff', credential: 'ada' });
    first.resume();
    expect(await openMany(30, () => ({ kind: 'staff', credential: 'ada' }))).toBe(30);
    await expect.poll(() => first.closed).toBe(true);
    expect(await openMany(30, (index) => ({ kind: 'staff', credential: `member-${index}` }))).toBe(10);
  });

  it('of one device are one, the newest, and it takes no second place', async () => {
    const { streamOf, openMany } = setUp({ devicesOfNetwork: 2 });
    const first = await streamOf({ credential: 'phone' });
    first.resume();
    expect(await openMany(20, () => ({ credential: 'phone' }))).toBe(20);
    await expect.poll(() => first.closed).toBe(true);
    expect(await openMany(5)).toBe(1);
  });

  it('give their place back when they end', async () => {
    const { streamOf, open } = setUp({ devicesOfNetwork: 1 });
    const stream = await streamOf();
    expect((await open()).kind).toBe('network');
    stream.destroy();
    await expect.poll(async () => (await open()).kind).toBe('stream');
  });

  it('are closed where nobody reads them', async () => {
    const { streamOf, listeners } = setUp();
    const stream = await streamOf();
    for (let event = 0; event < 400; event++) for (const wake of listeners) wake();
    await expect.poll(() => stream.destroyed).toBe(true);
    await expect.poll(() => listeners.size).toBe(0);
  });

  it('end after an hour, so that no place is held for ever', async () => {
    const { streamOf, pass } = setUp({}, 5);
    const stream = await streamOf();
    let beats = 0;
    stream.on('data', () => beats++);
    pass(59 * 60_000);
    // Of two that come now, the second was sent after the clock had moved.
    const before = beats;
    await expect.poll(() => beats).toBeGreaterThan(before + 1);
    expect(stream.closed).toBe(false);
    pass(60_000);
    await expect.poll(() => stream.closed).toBe(true);
  });
});
