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
