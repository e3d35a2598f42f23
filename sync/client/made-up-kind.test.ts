/** Outbox, push and settle with kinds that no feature owns: the client names none. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  lendMadeUpKinds,
  madeUpKind,
  madeUpSubmission,
  madeUpUrgentKind,
} from '../protocol/operations/testing/made-up-kind.ts';
import { createClinic, lost } from './testing/clinic.ts';
import { allReceived, createPhone, handsIn } from './testing/phone.ts';
import { until } from './testing/until.ts';

let takeBack = () => {};
beforeAll(() => {
  takeBack = lendMadeUpKinds();
});
afterAll(() => takeBack());

const note = {
  session: '0199c0de-0000-4000-8000-0000000000aa',
  subjectId: '0199c0de-0000-4000-8000-0000000000bb',
  vendor: 'meadow',
  text: 'hello',
};

test.each(['own', 'shared'] as const)(
  'is queued, sealed, sent and settled on a device that is %s',
  async (owner) => {
    const clinic = await createClinic();
    const phone = createPhone({ clinic });
    const tab = await phone.opens();
    const sent = await tab.client.deliveries.send(madeUpSubmission(note), owner);
    expect(sent).toMatchObject({ kind: 'made-up.note', about: { topic: 'hello' }, owner });
    await until(allReceived(tab));
    expect(clinic.ledger.get(sent.opId)).toMatchObject({
      operation: { kind: 'made-up.note', v: 2, lane: `note:${note.session}`, laneNo: 1 },
      content: { text: 'hello', tags: ['a'] },
    });
    const [delivery] = await tab.client.deliveries.list();
    expect(delivery).toMatchObject({ state: 'received', receipt: { opId: sent.opId } });
    expect(await tab.client.deliveries.copy(madeUpKind, sent.opId)).toBeUndefined();
    await phone.switchesOff();
  },
);

test('goes in the order of its lane, and the urgent one ahead of everything that waits', async () => {
  const clinic = await createClinic();
  const phone = createPhone({ clinic });
  clinic.state.weather = lost;
  const tab = await phone.opens();
  const first = await tab.client.deliveries.send(madeUpSubmission(note), 'own');
  const second = await tab.client.deliveries.send(madeUpSubmission({ ...note, text: 'again' }), 'own');
  const form = await handsIn(tab);
  const call = await tab.client.deliveries.send(madeUpSubmission(note, madeUpUrgentKind), 'own');
  clinic.state.weather = undefined;
  await tab.client.deliveries.sendNow();
  await until(allReceived(tab));
  const order = [...clinic.ledger.keys()];
  expect(order[0]).toBe(call.opId);
  expect(order.toSorted()).toEqual([first, second, form, call].map(({ opId }) => opId).toSorted());
  expect(order.indexOf(first.opId)).toBeLessThan(order.indexOf(second.opId));
  await phone.switchesOff();
});
