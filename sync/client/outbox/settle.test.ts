import { afterEach, describe, expect, test } from 'vitest';
import { intakeSubmission, intakeSubmit } from '../../protocol/operations/intake-submit.ts';
import { alertSubmission } from '../../protocol/operations/safety-alert.ts';
import type { OperationResult } from '../../protocol/wire.ts';
import { type Clinic, createClinic, lost } from '../testing/clinic.ts';
import { createProfile } from '../testing/faulty-indexeddb.ts';
import { queuesAsTheFirstVersion } from '../testing/first-version.ts';
import {
  allReceived,
  createPhone,
  handsIn,
  type Phone,
  picks,
  statesOf,
  type Tab,
} from '../testing/phone.ts';
import { sampleAlert, sampleDraft, sampleSubmission } from '../testing/samples.ts';
import { eventually, until } from '../testing/until.ts';

const phones: Phone[] = [];
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.switchesOff();
});

async function setOut(connect?: () => ReturnType<ReturnType<typeof createProfile>['connect']>) {
  const clinic = await createClinic();
  const phone = createPhone({ clinic, ...(connect === undefined ? {} : { connect }) });
  phones.push(phone);
  return { clinic, phone, tab: await phone.opens() };
}
const why = async (tab: Tab) => (await tab.client.deliveries.list()).map((delivery) => delivery.why);

const contentsOf = (clinic: Clinic) =>
  [...clinic.ledger.values()].map(({ operation, content }) => {
    const { patient, attachments } = Object(content);
    return { v: operation.v, patient: patient?.givenName, photos: attachments?.length };
  });

describe('receipts', () => {
  const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const forged: readonly [string, (result: OperationResult) => OperationResult][] = [
    ['no receipt', ({ receipt: _receipt, ...result }) => result],
    [
      'a wrong signature',
      (result) => withReceipt(result, (receipt) => ({ ...receipt, signature: flip(receipt.signature) })),
    ],
    ['another hash', (result) => withReceipt(result, (receipt) => ({ ...receipt, sha256: 'f'.repeat(64) }))],
    [
      'another sequence number than was signed',
      (result) => withReceipt(result, (receipt) => ({ ...receipt, seq: 99 })),
    ],
    ['an unknown key', (result) => withReceipt(result, (receipt) => ({ ...receipt, keyId: 'k9' }))],
    [
      'the name of a built-in as its key',
      (result) => withReceipt(result, (receipt) => ({ ...receipt, keyId: 'toString' })),
    ],
    ['another code', (result) => withReceipt(result, (receipt) => ({ ...receipt, code: '00-0000' }))],
    ['an outcome that no version knows', (result) => Object.assign({}, result, { outcome: 'done' })],
  ];
  function withReceipt(
    result: OperationResult,
    change: (receipt: NonNullable<OperationResult['receipt']>) => NonNullable<OperationResult['receipt']>,
  ): OperationResult {
    return result.receipt === undefined ? result : { ...result, receipt: change(result.receipt) };
  }

  test.each(forged)(
    'failure-34: leave an operation queued with its envelope - with %s',
    async (_what, forge) => {
      const { clinic, tab } = await setOut();
      clinic.state.weather = clinic.tamper(forge);
      await handsIn(tab);
      await until(async () => (await why(tab))[0] === 'not-understood');
      expect(await statesOf(tab)).toEqual(['queued']);
      clinic.state.weather = undefined;
      await tab.client.deliveries.sendNow();
      expect(await statesOf(tab)).toEqual(['received']);
      expect(clinic.ledger.size).toBe(1);
    },
  );

  test('are not taken for another operation - where two are exchanged', async () => {
    const { clinic, tab } = await setOut();
    await handsIn(tab, 1);
    await until(allReceived(tab));
    const stolen = [...clinic.ledger.values()][0]?.receipt;
    clinic.state.weather = clinic.tamper((result) =>
      stolen === undefined ? result : { ...result, receipt: stolen },
    );
    await handsIn(tab, 2);
    await until(async () => (await why(tab))[1] === 'not-understood');
    expect(await statesOf(tab)).toEqual(['received', 'queued']);
  });
});

describe('outcomes', () => {
  test('`held` is told plainly, with the receipt', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.outcome = () => 'held';
    await handsIn(tab);
    await until(async () => (await statesOf(tab)).join() === 'held');
    const [delivery] = await tab.client.deliveries.list();
    expect(delivery).toMatchObject({ outcome: 'held' });
    expect(delivery?.receipt).toBeDefined();
  });

  test('`conflict` stops that operation, keeps it and asks for a person', async () => {
    const { clinic, phone, tab } = await setOut();
    clinic.state.outcome = () => 'conflict';
    await handsIn(tab);
    await until(async () => (await statesOf(tab)).join() === 'attention');
    expect(await why(tab)).toEqual(['conflict']);
    const before = clinic.pushes().length;
    await tab.client.deliveries.sendNow();
    expect(clinic.pushes().length).toBe(before);
    expect((await phone.everything(tab.store)).envelopes).toHaveLength(1);
  });

  test("`waiting` offers the lane's earlier operations again, however the server names them", async () => {
    const { clinic, tab } = await setOut();
    const first = await tab.client.deliveries.send(alertSubmission(sampleAlert(1, 'one')), 'own');
    await until(allReceived(tab));
    clinic.ledger.delete(first.opId);
    clinic.state.weather = clinic.tamper((result) => {
      if (clinic.ledger.has(first.opId)) return result;
      const { receipt: _receipt, ...rest } = result;
      return { ...rest, outcome: 'waiting', seq: null, missing: [`safety:${first.session}#1`] };
    });
    await tab.client.deliveries.send(alertSubmission(sampleAlert(1, 'two')), 'own');
    await eventually(tab.clock, async () => clinic.ledger.size === 2 && (await allReceived(tab)()));
    expect(await statesOf(tab)).toEqual(['received', 'received']);
  });

  test('`waiting` offers the missing operation that is named again, and then both arrive', async () => {
    const { clinic, tab } = await setOut();
    const first = await handsIn(tab, 1);
    await until(allReceived(tab));
    clinic.ledger.delete(first.opId);
    clinic.state.weather = clinic.tamper((result) => {
      if (clinic.ledger.has(first.opId)) return result;
      const { receipt: _receipt, ...rest } = result;
      return { ...rest, outcome: 'waiting', seq: null, missing: [first.opId] };
    });
    await handsIn(tab, 2);
    await eventually(tab.clock, async () => clinic.ledger.size === 2 && (await allReceived(tab)()));
    expect(await statesOf(tab)).toEqual(['received', 'received']);
  });
});

describe('`waiting` for photos', () => {
  test('uploads those again that the server lacks, and leaves the rest of the lane alone', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.outcome = () => 'later';
    await handsIn(tab, 1, 'own', 2);
    await until(async () => (await why(tab))[0] === 'server-busy');
    const [gone = ''] = clinic.shelf.names();
    clinic.shelf.lose(gone);
    clinic.state.outcome = () => 'applied';
    await eventually(tab.clock, allReceived(tab));
    expect(clinic.shelf.has(gone)).toBe(true);
    expect(clinic.ledger.size).toBe(1);
  });

  test("doesn't offer again what came before it in its lane", async () => {
    const { clinic, tab } = await setOut();
    const first = await handsIn(tab, 1);
    await until(allReceived(tab));
    clinic.state.outcome = () => 'later';
    const draft = { ...sampleDraft(2), session: first.session };
    await tab.client.drafts.save(draft);
    const answers = sampleSubmission(2, draft, '', [await picks(tab, draft)]);
    const second = await tab.client.deliveries.submit(draft.draftId, intakeSubmission(answers));
    await until(async () => (await why(tab)).includes('server-busy'));
    for (const name of clinic.shelf.names()) clinic.shelf.lose(name);
    clinic.state.outcome = () => 'applied';
    const before = clinic.pushes().length;
    await eventually(tab.clock, allReceived(tab));
    const sent = clinic
      .pushes()
      .slice(before)
      .flatMap((push) => push.ops);
    expect(new Set(sent.map(({ opId }) => opId))).toEqual(new Set([second.opId]));
    expect(clinic.ledger.get(second.opId)?.operation.laneNo).toBe(2);
  });
});

describe('`later`', () => {
  test.each([
    ['VERSION_UNKNOWN', 'server-older'],
    ['KIND_UNKNOWN', 'server-older'],
    ['OPERATION_INVALID', 'not-understood'],
    ['SOMETHING_NEW', 'server-busy'],
  ])('because of %s is told as %s, and kept', async (code, reason) => {
    const { clinic, tab } = await setOut();
    clinic.state.outcome = () => 'later';
    clinic.state.weather = clinic.tamper((result) => ({
      ...result,
      problem: { type: 'about:blank', title: 'No', code },
    }));
    await handsIn(tab);
    await until(async () => (await why(tab))[0] === reason);
    expect(await statesOf(tab)).toEqual(['queued']);
  });
});

describe.each([
  ['IndexedDB', true],
  ['memory', false],
])('whose device (decision 13) - %s', (_name, durable) => {
  const open = () => {
    const { connect } = createProfile();
    return setOut(durable ? () => connect() : undefined);
  };

  test('failure-36: a shared one has nothing that opens as soon as the form is handed in, sent or not', async () => {
    const { clinic, phone, tab } = await open();
    clinic.state.outcome = () => 'later';
    await handsIn(tab, 1, 'shared', 1);
    const left = await phone.everything(tab.store);
    expect({ drafts: left.drafts, copies: left.copies }).toEqual({ drafts: [], copies: [] });
    expect(left.keys.map((key) => key.id)).not.toContainEqual(expect.stringMatching(/^subject:/));
    expect(left.envelopes).toMatchObject([{ bytes: expect.any(Uint8Array) }]);
    expect(left.envelopes[0]?.box).toBeUndefined();
    await until(async () => (await why(tab))[0] === 'server-busy');
    clinic.state.outcome = () => 'applied';
    await tab.client.deliveries.sendNow();
    await until(allReceived(tab));
    expect(contentsOf(clinic)).toEqual([
      expect.objectContaining({ v: intakeSubmit.newest, patient: 'Canary1', photos: 1 }),
    ]);
  });

  test('failure-36: a shared one keeps the sealed envelope once it is received, and no key', async () => {
    const { phone, tab } = await open();
    await handsIn(tab, 1, 'shared');
    await until(allReceived(tab));
    const left = await phone.everything(tab.store);
    expect(left.envelopes).toHaveLength(1);
    expect(left.outbox).toMatchObject([{ kept: true, state: 'receipt' }]);
    expect(left.keys.map((key) => key.id)).toEqual(['device']);
  });

  test('failure-36: a shared one keeps the key of a person whose other form is still being filled', async () => {
    const { phone, tab } = await open();
    const draft = sampleDraft(1, { owner: 'shared' });
    const other = { ...sampleDraft(2, { owner: 'shared' }), subjectId: draft.subjectId };
    await tab.client.drafts.save(draft);
    await tab.client.drafts.save(other);
    await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'shared');
    await until(allReceived(tab));
    expect(await tab.client.drafts.open(draft.draftId)).toEqual({ status: 'open', content: draft });
    const again = await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'shared');
    expect(await tab.client.deliveries.list()).toHaveLength(1);
    expect(again.state).toBe('received');
    await tab.client.deliveries.submit(draft.draftId, intakeSubmission(sampleSubmission(1, draft)));
    expect(await tab.client.drafts.open(other.draftId)).toEqual({ status: 'open', content: other });
    await tab.client.drafts.discard(other.draftId);
    expect((await phone.everything(tab.store)).keys.map((key) => key.id)).toEqual(['device']);
  });

  test('failure-36: an envelope of the first version goes from a shared one with its receipt, and its key', async () => {
    const { clinic, phone, tab } = await open();
    clinic.state.weather = lost;
    const row = await queuesAsTheFirstVersion(tab.store, 'shared');
    clinic.state.weather = undefined;
    await tab.client.deliveries.sendNow();
    await until(allReceived(tab));
    expect(clinic.ledger.get(row.opId)?.content).toEqual(sampleSubmission());
    const left = await phone.everything(tab.store);
    expect(left).toMatchObject({ envelopes: [], outbox: [{ kept: false }] });
    expect(left.keys.map((key) => key.id)).toEqual(['device']);
  });

  test("an envelope of the first version goes out from the patient's own, and stays until it is safe", async () => {
    const { clinic, phone, tab } = await open();
    const row = await queuesAsTheFirstVersion(tab.store, 'own');
    await tab.client.deliveries.sendNow();
    await until(allReceived(tab));
    expect(clinic.ledger.get(row.opId)?.content).toEqual(sampleSubmission());
    expect((await phone.everything(tab.store)).envelopes).toHaveLength(1);
  });

  test("the patient's own keeps a readable copy and the envelope", async () => {
    const { phone, tab } = await open();
    const { opId } = await handsIn(tab, 1, 'own');
    await until(allReceived(tab));
    expect(await tab.client.deliveries.copy(intakeSubmit, opId)).toEqual({
      ...sampleSubmission(),
      attachments: [],
    });
    expect((await phone.everything(tab.store)).envelopes).toHaveLength(1);
  });
});
