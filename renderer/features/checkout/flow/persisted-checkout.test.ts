import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { testActors } from '../testing/actors.ts';
import { emptyDetails } from './checkout-events.ts';
import { createCheckoutMachine } from './checkout-machine.ts';
import { CHECKOUT_VERSION, type CheckoutRecord, unwrapCheckout, wrapCheckout } from './persisted-checkout.ts';

const record: CheckoutRecord = {
  order: '0f8fad5b-d9cb-469f-a165-70867728950e',
  token: 'A'.repeat(43),
  cart: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7', version: 3 },
  way: 'mail',
  details: { ...emptyDetails('US'), name: 'Ana Ruiz', line1: '1 Elm' },
  consents: [],
  placed: false,
};
const stored = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('a checkout on the shelf', () => {
  it('is read back as it was written', () => {
    expect(unwrapCheckout(stored(wrapCheckout(record)))).toEqual(record);
  });

  it('that an older release wrote knows nothing of billing addresses, and goes on', () => {
    const { billing: _since, ...details } = record.details;
    expect(unwrapCheckout(stored(wrapCheckout({ ...record, details: details as never })))).toEqual({
      ...record,
      details,
    });
  });

  it('is migrated step by step - an older release wrote it', () => {
    const migrations = { 1: (old: unknown) => ({ old }), 2: () => record };
    expect(unwrapCheckout({ v: 1, record: 'first' }, migrations, 3)).toEqual(record);
  });

  it.each([
    ['a newer release wrote it', { v: CHECKOUT_VERSION + 1, record }],
    ['nobody knows how to migrate it', { v: 0, record }],
    ['it is mangled', { v: CHECKOUT_VERSION, record: { order: 'x' } }],
    ['it is empty', null],
  ])('is given up, and the cart stays - %s', (_why, value) => {
    expect(unwrapCheckout(value)).toBeUndefined();
  });

  const resumed = (placed: boolean, place = async () => undefined) => {
    const machine = createCheckoutMachine(testActors({ place }));
    const actor = createActor(machine, { input: record }).start();
    if (placed) actor.send({ type: 'RESUMED', at: 'placing' });
    return actor;
  };

  it('goes on with what was typed, and asks for what is missing', () => {
    const actor = resumed(false);
    expect(actor.getSnapshot().context.details.line1).toBe('1 Elm');
    actor.send({
      type: 'OPENED',
      facts: { contact: true, address: false, delivery: true },
    });
    expect(actor.getSnapshot().value).toBe('address');
  });

  it('is placed once more - the app was killed while it was being queued', async () => {
    let placed = 0;
    const actor = resumed(true, async () => {
      placed += 1;
    });
    await waitFor(actor, (state) => state.matches('queued'));
    expect(placed).toBe(1);
  });
});
