/** The terms of sale of an order: those that the vendor publishes now, agreed to by the patient. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDocument } from '../../../domain/testing/fixture-clinic.ts';
import { openTestOrders, type TestOrders } from './testing/test-orders.ts';

const terms = testDocument({ slug: 'terms', kind: 'terms' });
const agreed = {
  ...{ document: 'terms', version: terms.version, sha256: 'e'.repeat(64), language: 'en' },
  ...({ decision: 'active', decidedAt: '2026-11-20T09:00:00.000Z' } as const),
};

let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders([terms]);
});
afterAll(() => desk.close());

it('an order with the terms that are in force is placed', async () => {
  const { device } = await desk.clinic.browser();
  const view = await desk.view(await desk.place(device, { consents: [agreed] }));
  expect([view.statuses.order, view.problems]).toEqual(['placed', []]);
});

it.each([
  ['without any consent', []],
  ['with other terms', [{ ...agreed, version: '1.0' }]],
  ['with terms that were declined', [{ ...agreed, decision: 'rejected' as const }]],
])('an order %s is kept, unpaid, until they are agreed to', async (_what, consents) => {
  const { device } = await desk.clinic.browser();
  const placed = await desk.place(device, { consents });
  expect(placed.outcome).toBe('applied');
  expect((await desk.view(placed)).problems).toEqual([{ code: 'CONSENT_OUTDATED' }]);
  await expect(desk.pay.start(placed.id, 1500)).rejects.toMatchObject({ name: 'ProblemError' });

  // Agreeing to the price alone is no agreement to the terms.
  const priced = await desk.ask('POST', placed, '/acceptance', { total: 1500 });
  expect(priced.json.order?.problems).toEqual([{ code: 'CONSENT_OUTDATED' }]);
  const { json } = await desk.ask('POST', placed, '/acceptance', { total: 1500, consents: [agreed] });
  expect([json.order?.statuses.order, json.order?.problems]).toEqual(['placed', []]);
  expect(desk.pay.dueOf(placed.id)?.amount).toBe(1500);
});
