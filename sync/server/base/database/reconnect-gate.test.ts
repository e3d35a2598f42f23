import { describe, expect, it } from 'vitest';
import { createReconnectGate } from './reconnect-gate.ts';

function gateAt() {
  const clock = { now: 0 };
  return {
    clock,
    gate: createReconnectGate(
      () => clock.now,
      () => 1,
    ),
  };
}

describe('the gate to a database', () => {
  it('lets everybody pass while nothing has failed', () => {
    const { gate } = gateAt();
    expect([gate.tryPass(), gate.tryPass()]).toEqual([true, true]);
  });

  it('lets one pass at a time after a failure, each after a longer wait', () => {
    const { gate, clock } = gateAt();
    gate.failed();
    expect(gate.tryPass()).toBe(false);
    clock.now = 100;
    expect([gate.tryPass(), gate.tryPass()]).toEqual([true, false]);
    gate.failed();
    clock.now = 299;
    expect(gate.tryPass()).toBe(false);
    clock.now = 300;
    expect(gate.tryPass()).toBe(true);
  });

  it('counts failures of attempts that began together as one', () => {
    const { gate, clock } = gateAt();
    for (let attempt = 0; attempt < 20; attempt++) gate.failed();
    clock.now = 100;
    expect(gate.tryPass()).toBe(true);
  });

  it('never closes for good: it waits at most two seconds, however long it has failed', () => {
    const { gate, clock } = gateAt();
    gate.failed();
    for (let attempt = 0; attempt < 100; attempt++) {
      clock.now += 2_000;
      expect(gate.tryPass()).toBe(true);
      gate.failed();
    }
  });

  it('is open to everybody again after a success', () => {
    const { gate, clock } = gateAt();
    gate.failed();
    clock.now = 100;
    gate.tryPass();
    gate.succeeded();
    expect([gate.tryPass(), gate.tryPass()]).toEqual([true, true]);
    gate.failed();
    clock.now = 200;
    expect(gate.tryPass()).toBe(true);
  });
});
