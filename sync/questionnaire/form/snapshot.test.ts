import { describe, expect, it } from 'vitest';
import {
  allNodes,
  answer,
  type ItemSource,
  integer,
  no,
  node,
  nodes,
  planOf,
  questionnaire,
  text,
  yes,
} from '../testing/forms.ts';
import { createForm, restoreForm } from './open-form.ts';
import { SnapshotMismatchError } from './snapshot.ts';

const ITEMS: readonly ItemSource[] = [
  { linkId: 'a', type: 'boolean' },
  { linkId: 'b', type: 'string', enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] },
  {
    linkId: 'g',
    type: 'group',
    repeats: true,
    item: [{ linkId: 'drug', type: 'string', item: [{ linkId: 'dose', type: 'integer' }] }],
  },
  { linkId: 'c', type: 'string', initial: [{ valueString: 'x' }] },
];
const plan = planOf(questionnaire(ITEMS, { version: '1' }));

function filled() {
  const form = createForm(plan);
  answer(form, 'a', yes);
  answer(form, 'b', text('kept'));
  answer(form, 'a', no);
  form.addInstance(node(form, 'g').id);
  form.answer(node(form, 'drug', 1).id, [text('x')]);
  answer(form, 'dose', integer(5));
  answer(form, 'c');
  return form;
}

describe('a restored form', () => {
  it('has the same nodes, the same answers and the answers of disabled questions', () => {
    const form = filled();
    const snapshot: unknown = JSON.parse(JSON.stringify(form.snapshot()));
    const restored = restoreForm(plan, snapshot as ReturnType<typeof form.snapshot>);
    expect(allNodes(restored)).toEqual(allNodes(form));
    expect(node(restored, 'b')).toMatchObject({ enabled: false, answers: [text('kept')] });
    expect(restored.response()).toEqual(form.response());
  });

  it('does not bring back an initial value that was cleared', () => {
    expect(node(restoreForm(plan, filled().snapshot()), 'c').answers).toEqual([]);
  });

  it('never gives a node id out again', () => {
    const form = filled();
    const second = node(form, 'g', 1).id;
    const ids = new Set(allNodes(form).map((state) => state.id));
    form.removeInstance(second);
    const restored = restoreForm(plan, form.snapshot());
    expect(ids).not.toContain(restored.addInstance(nodes(restored, 'g')[0]?.id ?? ''));
  });

  it.each([
    ['another form', questionnaire(ITEMS, { url: 'http://example.org/other', version: '1' })],
    ['another version', questionnaire(ITEMS, { version: '2' })],
  ])('is refused for %s', (_name, source) => {
    expect(() => restoreForm(planOf(source), filled().snapshot())).toThrow(SnapshotMismatchError);
  });

  it('is refused where the form has no url and other items', () => {
    const nameless = (items: readonly ItemSource[]) =>
      planOf({ resourceType: 'Questionnaire', status: 'active', item: items });
    const snapshot = createForm(nameless(ITEMS)).snapshot();
    expect(allNodes(restoreForm(nameless(ITEMS), snapshot))).toHaveLength(5);
    expect(() => restoreForm(nameless(ITEMS.slice(1)), snapshot)).toThrow(SnapshotMismatchError);
  });

  it.each([
    ['no nodes', { v: 1, canonical: 'http://example.org/q|1', nodes: 5 }],
    ['another version of snapshots', { v: 2, canonical: 'http://example.org/q|1', nodes: {} }],
    [
      'an unknown item',
      { v: 1, canonical: 'http://example.org/q|1', nodes: { next: 1, root: [{ id: 'n0', linkId: 'z' }] } },
    ],
    [
      'an item in the wrong place',
      { v: 1, canonical: 'http://example.org/q|1', nodes: { next: 1, root: [{ id: 'n0', linkId: 'drug' }] } },
    ],
    [
      'a node twice',
      {
        v: 1,
        canonical: 'http://example.org/q|1',
        nodes: {
          next: 1,
          root: [
            { id: 'n0', linkId: 'a' },
            { id: 'n0', linkId: 'b' },
          ],
        },
      },
    ],
    [
      'an unreadable answer',
      {
        v: 1,
        canonical: 'http://example.org/q|1',
        nodes: {
          next: 1,
          root: [{ id: 'n0', linkId: 'a', answers: [{ type: 'boolean', value: 'secret' }] }],
        },
      },
    ],
  ])('is refused with %s, and the message holds no answer', (_name, snapshot) => {
    const restore = () => restoreForm(plan, snapshot as Parameters<typeof restoreForm>[1]);
    expect(restore).toThrow(SnapshotMismatchError);
    expect(restore).not.toThrow(/secret/);
  });
});
