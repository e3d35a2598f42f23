import { describe, expect, it, onTestFinished } from 'vitest';
import { sealBlob } from '../../../seal/blob.ts';
import { encodeEnvelope, SUITE_HPKE_P256 } from '../../../seal/envelope.ts';
import type { PublishedSource } from '../../packs/published.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { receivedOperation } from '../../testing/received-operation.ts';
import { intake, safetyAlert } from '../../testing/test-device.ts';
import { kindFiles, kinds } from '../../testing/test-kinds.ts';
import type { Unsealer } from '../sealing/unsealer.ts';
import { createJudgePool, type JudgePool, type JudgePoolDependencies } from './judge-pool.ts';
import type { Verdict } from './verdict.ts';
import { NoWorkerError } from './worker-pool.ts';

const { pack, definitions } = await fixturePack();
const [offered] = pack.questionnaires;
const formHash = offered?.formHash ?? '';
const served = {
  ...pack,
  receiptKeys: {},
  keyManifest: {
    v: 1 as const,
    vendor: 'meadow',
    issuedAt: '2026-05-04T10:00:00Z',
    keys: [],
    rootKey: 'x',
    endorsements: [],
    signature: 'x',
  },
};
const published: PublishedSource = {
  history: async (vendor) =>
    vendor === 'meadow' && offered
      ? { pack: served, offers: new Map([[formHash, offered]]), legal: pack.legal }
      : undefined,
  definition: async (_vendor, hash) => JSON.stringify(definitions.get(hash)),
};
const keyless: Unsealer = {
  open: async () => ({ ok: false, reason: 'unknown-key' }),
  knows: async () => false,
};
const fragile = new URL('../../testing/fragile-worker.ts', import.meta.url);

function openPool(over: Partial<JudgePoolDependencies> = {}): JudgePool & { readonly faults: string[] } {
  const faults: string[] = [];
  const pool = createJudgePool({
    size: 1,
    ...{ kinds, kindFiles },
    published,
    unsealer: keyless,
    onFault: (opId) => faults.push(opId),
    ...over,
  });
  onTestFinished(pool.stop);
  return { ...pool, faults };
}

const whole = () => receivedOperation(intake(formHash));
const told = (verdict: Verdict | undefined) => verdict && (verdict.problem?.code ?? verdict.outcome);

describe('judging in workers (promise 30)', () => {
  it('gives a verdict for each operation, in their order', async () => {
    const { judge, faults } = openPool({ size: 2 });
    const operations = [whole(), receivedOperation({}), whole(), receivedOperation(intake('a'.repeat(64)))];
    expect((await judge(operations)).map(told)).toEqual([
      'applied',
      'PAYLOAD_INVALID',
      'applied',
      'QUESTIONNAIRE_UNKNOWN',
    ]);
    expect(await judge([])).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('leaves the envelope with its owner', async () => {
    const operation = whole();
    const size = operation.envelope.length;
    await openPool().judge([operation]);
    expect(operation.envelope).toHaveLength(size);
  });

  it('says so where a worker neither starts nor fails to', async () => {
    const script = new URL('../../testing/silent-worker.ts', import.meta.url);
    const { judge } = openPool({ script, startWithinMs: 300 });
    await expect(judge([whole()])).rejects.toThrow(NoWorkerError);
  });

  it.each([
    ['ends its worker', 'crashes', {}],
    ['fails outside of its task', 'fails', {}],
    ['never comes to an end', 'hangs', { taskWithinMs: 700 }],
    // As often as one without a processor, it would be looked after for minutes.
    ['falls silent', 'falls silent', { taskWithinMs: 1_500 }],
    // Nobody waits for what has been said already: the test would end before the task's time does.
    ['says what can not be read', 'babbles', { taskWithinMs: 600_000 }],
  ])('holds the one operation that %s, and judges all that were with it', async (_what, name, over) => {
    const { judge, faults } = openPool({ script: fragile, ...over });
    const poison = receivedOperation(intake(formHash), { device: name });
    expect((await judge([whole(), poison, whole()])).map(told)).toEqual([
      'applied',
      'JUDGING_FAILED',
      'applied',
    ]);
    expect(faults).toContain(poison.opId);
    expect((await judge([whole()])).map(told)).toEqual(['applied']);
  });

  it('has patience with a worker that gets no processor for a while', async () => {
    const { judge, faults } = openPool({ script: fragile, taskWithinMs: 1_000 });
    expect((await judge([receivedOperation(intake(formHash), { device: 'starves' })])).map(told)).toEqual([
      'applied',
    ]);
    expect(faults).toEqual([]);
  });

  it('says nothing of an operation where no worker starts', async () => {
    const { judge } = openPool({ script: new URL('./no-such-worker.ts', import.meta.url) });
    await expect(judge([whole()])).rejects.toThrow('No worker runs.');
    await expect(judge([whole()])).rejects.toThrow('No worker runs.');
  });

  it('judges what others sent, though one vendor’s keys can not be asked: of a form and an alert of theirs', async () => {
    const { judge, faults } = openPool({
      unsealer: {
        knows: async () => true,
        open: async () => {
          throw new Error('The vault is away.');
        },
      },
    });
    const envelope = encodeEnvelope({
      suite: SUITE_HPKE_P256,
      keyId: 'in the vault',
      content: new Uint8Array(64),
    });
    const brook = { ...whole(), vendor: 'brook', envelope };
    const alert = { ...brook, opId: `${brook.opId}-alert`, kind: 'safety.alert' };
    expect((await judge([brook, whole(), alert])).map(told)).toEqual([undefined, 'applied', undefined]);
    expect(faults).not.toEqual([]);
    await expect(judge([brook])).rejects.toThrow('can not be asked');
  });

  it('says nothing of an operation where what is published can not be read, and judges it when it can', async () => {
    let isDown = true;
    const failing: PublishedSource = {
      ...published,
      definition: async (vendor, hash) => {
        if (isDown) throw new Error('down');
        return published.definition(vendor, hash);
      },
    };
    const { judge } = openPool({ published: failing });
    await expect(judge([whole()])).rejects.toThrow('can not be read');
    isDown = false;
    expect((await judge([whole()])).map(told)).toEqual(['applied']);
  });

  it('says nothing of an operation where an answer never comes, and keeps its worker', async () => {
    let isStuck = true;
    const stuck: PublishedSource = {
      ...published,
      definition: (vendor, hash) =>
        isStuck ? new Promise(() => undefined) : published.definition(vendor, hash),
    };
    const { judge, faults } = openPool({ published: stuck, taskWithinMs: 1_500, answerWithinMs: 3_000 });
    await expect(judge([whole()])).rejects.toThrow('can not be read');
    isStuck = false;
    expect((await judge([whole()])).map(told)).toEqual(['applied']);
    expect(faults).toEqual(['']);
  });

  it('opens through a keeper whose keys never leave it, and waits for one that is away', async () => {
    const content = new TextEncoder().encode(JSON.stringify(intake(formHash)));
    let isAway = true;
    const asked: string[] = [];
    const unsealer: Unsealer = {
      knows: async () => true,
      async open(vendor, keyId) {
        if (isAway) throw new Error('away');
        asked.push(`${vendor} ${keyId}`);
        return { ok: true, plain: content };
      },
    };
    const { judge } = openPool({ unsealer });
    const envelope = encodeEnvelope({ suite: SUITE_HPKE_P256, keyId: 'in the vault', content });
    const operation = { ...whole(), envelope };
    await expect(judge([operation])).rejects.toThrow('can not be asked');
    isAway = false;
    expect((await judge([operation])).map(told)).not.toContain('ENVELOPE_UNREADABLE');
    expect(asked).toEqual(['meadow in the vault']);
  });

  it('opens envelopes and photos for a person before what waits to be judged', async () => {
    const pool = openPool();
    await pool.warm();
    const done: string[] = [];
    // A second of work: a busy machine may keep the worker that opens waiting for a good part of it.
    const waiting = 400;
    const many = Array.from({ length: waiting }, (_, index) =>
      pool.judge([whole()]).then(() => done.push(`judged ${index}`)),
    );
    const opened = pool.open(whole()).then((result) => {
      done.push('opened');
      return result;
    });
    expect(await opened).toMatchObject({ ok: true, payload: { patient: { givenName: 'Rosa' } } });
    await Promise.all(many);
    expect(done.indexOf('opened')).toBeLessThan(waiting - 50);
    const plain = new Uint8Array([1, 2, 3]);
    const { bytes, key } = await sealBlob(plain);
    expect(await pool.openBlob('meadow', key, bytes)).toEqual(plain);
    expect(await pool.openBlob('meadow', new Uint8Array(32), bytes)).toBeUndefined();
    expect(bytes.length).toBeGreaterThan(3);
  });

  it('says try again of a photo that ends its worker', async () => {
    const { openBlob, faults } = openPool({ script: fragile });
    const opening = openBlob('meadow', new Uint8Array(1), new Uint8Array(64));
    await expect(opening).rejects.toThrow('UNAVAILABLE');
    expect(faults).toEqual(['']);
  });

  it('opens nothing twice that has ended its worker, and goes on with all else', async () => {
    let time = 0;
    const { show, faults } = openPool({ script: fragile, taskWithinMs: 700, now: () => time });
    const poison = { ...whole(), vendor: 'hangs' };
    const failed = { ok: false, code: 'OPENING_FAILED' };
    expect(await show(poison, { met: [] })).toMatchObject(failed);
    expect(await show(whole(), { met: [] })).toMatchObject({
      ok: true,
      shown: { intake: { vendor: 'meadow' } },
    });
    const ended = faults.length;
    expect(await show(poison, { met: [] })).toMatchObject(failed);
    expect(faults).toHaveLength(ended);
    time += 60 * 60_000;
    expect(await show(poison, { met: [] })).toMatchObject(failed);
    expect(faults.length).toBeGreaterThan(ended);
  });

  it('opens as much at once as its lane can, and asks the others to come back', async () => {
    const { show, warm } = openPool({ script: fragile, mostOpening: 2, taskWithinMs: 60_000 });
    await warm();
    const stuck = show({ ...whole(), vendor: 'hangs' }, { met: [] });
    const waiting = [0, 1].map(() => show(whole(), { met: [] }));
    await expect(show(whole(), { met: [] })).rejects.toThrow('UNAVAILABLE');
    // Left as they are: the pool is stopped with the test.
    void Promise.allSettled([stuck, ...waiting]);
  });

  it('judges alerts while everything else is stuck, with one worker for the rest', async () => {
    const { judge, show } = openPool({ script: fragile, taskWithinMs: 600_000 });
    const isPending = { judging: true, opening: true };
    const stuck = [
      judge([receivedOperation(intake(formHash), { device: 'hangs' })]).finally(() => {
        isPending.judging = false;
      }),
      show({ ...whole(), vendor: 'hangs' }, { met: [] }).finally(() => {
        isPending.opening = false;
      }),
    ];
    const waiting = Array.from({ length: 20 }, () => judge([whole()]));
    void Promise.allSettled([...stuck, ...waiting]);
    const alerts = Array.from({ length: 5 }, () =>
      receivedOperation(safetyAlert(formHash), { kind: 'safety.alert', v: 1 }),
    );
    for (const alert of alerts) {
      const [verdict] = await judge([alert]);
      expect(verdict).toMatchObject({
        outcome: 'applied',
        effects: { inbox: { kind: 'alert', triage: 'red' } },
      });
    }
    expect(isPending).toEqual({ judging: true, opening: true });
  });

  it('judges alerts again after one of them has ended its worker', async () => {
    const { judge } = openPool({ script: fragile });
    const alert = (device: string) =>
      receivedOperation(safetyAlert(formHash), { kind: 'safety.alert', v: 1, device });
    const verdicts = await judge([alert('a phone'), alert('crashes'), alert('a phone')]);
    expect(verdicts.map(told)).toEqual(['applied', 'JUDGING_FAILED', 'applied']);
    expect(verdicts[1]?.effects.inbox).toMatchObject({ kind: 'alert', triage: 'red' });
    expect((await judge([alert('a phone')])).map(told)).toEqual(['applied']);
  });

  it('rejects what still waits when it is stopped', async () => {
    const pool = openPool();
    await pool.warm();
    const waiting = [whole(), whole(), whole()].map((one) => pool.judge([one]));
    await Promise.all([pool.stop(), expect(Promise.all(waiting)).rejects.toThrow()]);
    await expect(pool.judge([whole()])).rejects.toThrow();
  });
});
