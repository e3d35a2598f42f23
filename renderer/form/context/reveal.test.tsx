import { afterEach, expect, test } from 'vitest';
import type { NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { groupId } from './ids.ts';
import { createReveal, type Structure } from './reveal.ts';

const [TAB, SECTION, QUESTION] = ['tab', 'section', 'question'] as const;
const parents: Readonly<Record<string, NodeId | undefined>> = { [SECTION]: TAB, [QUESTION]: SECTION };
const form: Structure = { read: (node) => ({ parent: parents[node] }) };

const frames = async (count: number) => {
  for (let passed = 0; passed < count; passed += 1) await new Promise(requestAnimationFrame);
};
afterEach(() => document.body.replaceChildren());

test('what a busy device renders late is opened all the same, from outside in', async () => {
  const reveal = createReveal(form);
  const opened: string[] = [];
  const appears = async (node: NodeId, after: number) => {
    await frames(after);
    const element = document.createElement('section');
    element.id = groupId(node);
    document.body.append(element);
  };
  reveal.register(TAB, 'go', () => {
    opened.push(TAB);
    void appears(SECTION, 12).then(() =>
      reveal.register(SECTION, 'open', () => {
        opened.push(SECTION);
        void appears(QUESTION, 12);
      }),
    );
  });
  await reveal.go(QUESTION);
  expect(opened).toEqual([TAB, SECTION]);
  expect(document.getElementById(groupId(QUESTION))).not.toBeNull();
});
