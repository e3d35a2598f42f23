import { describe, expect, it } from 'vitest';
import { FLOW_VERSION, unwrapFlow, wrapFlow } from './persisted-flow.ts';

const record = { position: { value: { run: 'abandoned' }, context: { step: 'q1' } } };

describe('a persisted position', () => {
  it('is read back as it was written', () => {
    expect(unwrapFlow(wrapFlow(record))).toEqual(record);
  });

  it('is migrated step by step - an older release wrote it', () => {
    const migrations = {
      1: (snapshot: unknown) => ({ old: snapshot }),
      2: () => record,
    };
    expect(unwrapFlow({ v: 1, snapshot: 'first' }, migrations, 3)).toEqual(record);
  });

  it.each([
    ['a newer release wrote it', { v: FLOW_VERSION + 1, snapshot: record }],
    ['nobody knows how to migrate it', { v: 0, snapshot: record }],
    ['it is mangled', { v: FLOW_VERSION, snapshot: { position: 'somewhere' } }],
    ['it is empty', { v: FLOW_VERSION, snapshot: null }],
  ])('is given up, so that the answers open at the first page - %s', (_why, flow) => {
    expect(unwrapFlow(flow)).toBeUndefined();
  });
});

describe('a position of version 1, which asked everything before the questions', () => {
  const position = (run: unknown, step: string | null) => ({
    v: 1,
    snapshot: {
      position: {
        value: { run, panel: 'clear', alert: 'idle' },
        context: { step, alerts: [], alerted: [] },
        historyValue: { last: [{ id: 'questionnaire.run.intake.welcome.device' }] },
      },
      unlock: { failed: 1, lastAt: '2026-11-20T10:00:00Z' },
    },
  });

  it.each([
    ['who', { intake: { welcome: 'who' } }, null, { intake: 'about' }, false],
    ['device', { intake: { welcome: 'device' } }, null, { intake: 'about' }, false],
    ['consent before the questions', { intake: 'consent' }, null, { intake: 'consent' }, true],
    ['consent again halfway', { intake: 'consent' }, 'q2', { intake: 'answering' }, true],
    ['a question', { intake: 'answering' }, 'q2', { intake: 'answering' }, true],
    ['a stop', 'hardStop', null, 'hardStop', true],
  ])('keeps its place, and what else it says - %s', (_where, run, step, now, ownerKnown) => {
    const read = unwrapFlow(position(run, step));
    expect(read).toMatchObject({
      position: {
        value: { run: now, panel: 'clear' },
        context: { step, identity: 'first', ownerKnown },
        historyValue: { last: [{ id: 'questionnaire.run.intake.about' }] },
      },
      unlock: { failed: 1 },
    });
  });
});
