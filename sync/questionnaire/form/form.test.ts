import { describe, expect, it } from 'vitest';
import type { NodeId } from '../model/contract.ts';
import { answer, coding, type ItemSource, integer, node, nodes, open, text, yes } from '../testing/forms.ts';

function changesOf(form: ReturnType<typeof open>, change: () => void): readonly ReadonlySet<NodeId>[] {
  const seen: ReadonlySet<NodeId>[] = [];
  const stop = form.onChange((changed) => seen.push(changed));
  change();
  stop();
  return seen;
}

describe('an answer', () => {
  const thousand: ItemSource[] = Array.from({ length: 1000 }, (_, index) => ({
    linkId: `q${index}`,
    type: 'string',
  }));
  thousand.push({
    linkId: 'reader',
    type: 'string',
    enableWhen: [{ question: 'q7', operator: '=', answerString: 'x' }],
  });

  it('to one text question of 1000 notifies that node alone', () => {
    const form = open([{ linkId: 'g', type: 'group', item: thousand }]);
    const id = node(form, 'q500').id;
    let calls = 0;
    const before = form.read(node(form, 'q501').id);
    form.subscribe(id, () => {
      calls += 1;
    });
    expect(changesOf(form, () => form.answer(id, [text('a')]))).toEqual([new Set([id])]);
    expect(calls).toBe(1);
    expect(form.read(node(form, 'q501').id)).toBe(before);
  });

  it('notifies the readers whose state changes, once, and no others', () => {
    const form = open([{ linkId: 'g', type: 'group', item: thousand }]);
    const [id, reader] = [node(form, 'q7').id, node(form, 'reader').id];
    expect(changesOf(form, () => form.answer(id, [text('a')]))).toEqual([new Set([id])]);
    expect(changesOf(form, () => form.answer(id, [text('x')]))).toEqual([new Set([id, reader])]);
  });

  it('that says the same again notifies nobody', () => {
    const form = open([{ linkId: 'q', type: 'choice' }]);
    answer(form, 'q', coding('a'));
    expect(changesOf(form, () => answer(form, 'q', coding('a')))).toEqual([]);
  });

  it('is announced when everything has settled', () => {
    const form = open([
      { linkId: 'a', type: 'boolean' },
      { linkId: 'b', type: 'string', enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] },
    ]);
    const seen: boolean[] = [];
    form.subscribe(node(form, 'a').id, () => seen.push(node(form, 'b').enabled));
    answer(form, 'a', yes);
    expect(seen).toEqual([true]);
  });

  it('of a removed node is passed over, and one to a group is refused', () => {
    const form = open([
      { linkId: 'g', type: 'group', repeats: true, item: [{ linkId: 'q', type: 'string' }] },
    ]);
    const { id } = node(form, 'q');
    form.removeInstance(node(form, 'g').id);
    expect(changesOf(form, () => form.answer(id, [text('a')]))).toEqual([]);
    expect(() => form.answer(node(form, 'g').id, [])).toThrow(TypeError);
  });

  it('reaches the other listeners when one of them throws', () => {
    const form = open([{ linkId: 'q', type: 'string' }]);
    let heard = 0;
    form.subscribe(node(form, 'q').id, () => {
      throw new Error('broken');
    });
    form.subscribe(node(form, 'q').id, () => {
      heard += 1;
    });
    expect(() => answer(form, 'q', text('a'))).toThrow('broken');
    expect(heard).toBe(1);
  });

  it('is heard no more after unsubscribing', () => {
    const form = open([{ linkId: 'q', type: 'string' }]);
    let heard = 0;
    const stop = form.subscribe(node(form, 'q').id, () => {
      heard += 1;
    });
    stop();
    answer(form, 'q', text('a'));
    expect(heard).toBe(0);
  });
});

describe('a repeating group', () => {
  const group: readonly ItemSource[] = [
    {
      linkId: 'outer',
      type: 'group',
      item: [{ linkId: 'g', type: 'group', repeats: true, item: [{ linkId: 'q', type: 'string' }] }],
    },
  ];

  it('keeps the node ids of the other instances when one comes or goes', () => {
    const form = open(group);
    const first = node(form, 'g').id;
    const third = form.addInstance(first);
    const second = form.addInstance(first);
    expect(nodes(form, 'g').map((state) => state.id)).toEqual([first, second, third]);
    const kept = nodes(form, 'q').map((state) => state.id);
    form.removeInstance(second);
    expect(nodes(form, 'q').map((state) => state.id)).toEqual([kept[0], kept[2]]);
    expect(form.read(second)).toBeUndefined();
  });

  it('announces its parent and what came', () => {
    const form = open(group);
    const [changed] = changesOf(form, () => form.addInstance(node(form, 'g').id));
    expect(changed).toEqual(new Set([node(form, 'outer').id, node(form, 'g', 1).id, node(form, 'q', 1).id]));
  });

  it('always shows an instance: removing the last one empties it', () => {
    const form = open(group);
    answer(form, 'q', text('a'));
    const before = node(form, 'g').id;
    form.removeInstance(before);
    expect(nodes(form, 'g')).toHaveLength(1);
    expect(node(form, 'g').id).not.toBe(before);
    expect(node(form, 'q').answers).toEqual([]);
  });

  it('becomes several items of the response, empty instances left out', () => {
    const form = open([
      {
        linkId: 'g',
        type: 'group',
        repeats: true,
        text: 'Medicine',
        item: [{ linkId: 'q', type: 'string' }],
      },
    ]);
    const first = form.root[0] ?? '';
    form.addInstance(first);
    form.addInstance(first);
    form.answer(node(form, 'q', 0).id, [text('a')]);
    form.answer(node(form, 'q', 2).id, [text('b')]);
    const item = (value: string) => ({
      linkId: 'g',
      text: 'Medicine',
      item: [{ linkId: 'q', answer: [{ valueString: value }] }],
    });
    expect(form.response().item).toEqual([item('a'), item('b')]);
  });

  it('is the only thing that can be added to', () => {
    const form = open([{ linkId: 'g', type: 'group', item: [{ linkId: 'q', type: 'string' }] }]);
    expect(() => form.addInstance(node(form, 'g').id)).toThrow(TypeError);
  });
});

describe('items nested under answers', () => {
  const drugs: readonly ItemSource[] = [
    {
      linkId: 'drug',
      type: 'string',
      repeats: true,
      item: [
        { linkId: 'help', type: 'display', text: 'One per line' },
        { linkId: 'dose', type: 'integer' },
      ],
    },
  ];

  it('stand there once per answer, and their displays before there is any', () => {
    const form = open(drugs);
    expect(nodes(form, 'dose')).toHaveLength(0);
    expect(nodes(form, 'help')).toHaveLength(1);
    answer(form, 'drug', text('a'), text('b'));
    expect(nodes(form, 'dose')).toHaveLength(2);
    expect(nodes(form, 'help')).toHaveLength(1);
  });

  it('follow their answer when others come, go or move, and stay when the text is edited', () => {
    const form = open(drugs);
    answer(form, 'drug', text('a'), text('b'));
    form.answer(node(form, 'dose', 1).id, [integer(2)]);
    const kept = node(form, 'dose', 1).id;
    answer(form, 'drug', text('b'));
    expect(node(form, 'dose').id).toBe(kept);
    answer(form, 'drug', text('c'), text('b'));
    expect(node(form, 'dose', 1).id).toBe(kept);
    answer(form, 'drug', text('c'), text('bb'));
    expect(node(form, 'dose', 1).answers).toEqual([integer(2)]);
    expect(form.response().item).toEqual([
      {
        linkId: 'drug',
        answer: [
          { valueString: 'c' },
          { valueString: 'bb', item: [{ linkId: 'dose', answer: [{ valueInteger: 2 }] }] },
        ],
      },
    ]);
  });

  it('of a single answer come back when it is cleared and given again', () => {
    const form = open([{ linkId: 'q', type: 'string', item: [{ linkId: 'more', type: 'string' }] }]);
    answer(form, 'q', text('a'));
    answer(form, 'more', text('x'));
    const { id } = node(form, 'more');
    answer(form, 'q');
    expect(form.read(id)).toBeUndefined();
    expect(form.response().item).toBeUndefined();
    answer(form, 'q', text('b'));
    expect(form.read(id)?.answers).toEqual([text('x')]);
  });
});
