/** A form stands, and somebody types into its middle. */
import { type OpenPage, sleep } from './browser.ts';
import { focusField, typedText } from './fields.ts';
import type { Row } from './figures.ts';
import { type BenchForm, benchForm, labelOf } from './forms.ts';
import { countRenders } from './renders.ts';
import { givenForm, interleave, type Scenario } from './scenario.ts';

const KEYS = Array.from('abcdefghij');
const PACE = 120;

const sizes = [
  { questions: 100, expressions: 0, name: '100 questions' },
  { questions: 500, expressions: 0, name: '500 questions' },
  { questions: 500, expressions: 25, name: '500 questions, 25 calculated, 25 conditional' },
  { questions: 1000, expressions: 0, name: '1000 questions' },
] as const;

const perKey = (name: string, target: string): Row => ({
  name: `CPU per key, ms: ${name}`,
  target,
  ratio: true,
});
const mounting = {
  cpu: (name: string, target: string): Row => ({ name: `mount CPU, ms: ${name}`, target, ratio: true }),
  heap: (name: string, target: string): Row => ({
    name: `heap once mounted, MB: ${name}`,
    target,
    ratio: true,
  }),
  nodes: (name: string, target: string): Row => ({ name: `DOM elements: ${name}`, target, ratio: true }),
};
const BARE: Row = {
  name: "CPU per key, ms: a bare text field on an empty page, the browser's own part",
  target: '',
  ratio: false,
};
const GROWTH: Row = { name: 'growth of CPU per key, 100 to 1000 questions', target: '<= 1.3', ratio: false };
const RENDERS: Row = {
  name: 'React components called per key: 500 questions',
  target: 'the one control',
  ratio: true,
};
const RENDERS_WITH: Row = {
  name: 'React components called per key: 500 questions, 25 calculated, 25 conditional',
  target: 'the one control, plus what depends on it',
  ratio: true,
};

/** @returns CPU milliseconds per key */
async function type({ page, quiet, spent }: OpenPage, { typedInto }: BenchForm): Promise<number> {
  await focusField(page, labelOf(typedInto));
  await quiet();
  const used = await spent(async () => {
    const began = performance.now();
    for (const [index, key] of KEYS.entries()) {
      await sleep(Math.max(0, began + index * PACE - performance.now()));
      await page.keyboard.press(key);
    }
    await sleep(PACE);
  });
  const typed = await typedText(page);
  if (typed !== KEYS.join('')) throw new Error(`the field holds "${typed}" afterwards`);
  return used / KEYS.length;
}

const countElements = ({ page }: OpenPage) => page.evaluate(() => document.querySelectorAll('*').length);

/** A text field without any code behind it: what the browser itself takes for a key, which nobody can go below. */
async function typeBare(open: OpenPage): Promise<number> {
  const form = benchForm({ questions: 1, expressions: 0 });
  await open.page.evaluate((label) => {
    const [text, field] = [document.createElement('label'), document.createElement('input')];
    text.append(label, field);
    document.body.replaceChildren(text);
  }, labelOf(form.typedInto));
  return type(open, form);
}

/** Mount and keys of every size. */
export async function measureTyping(scenario: Scenario): Promise<void> {
  const { figures, visit } = scenario;
  const forms = sizes.map((size) => ({ size, form: givenForm(size) }));
  await interleave(scenario, async (contestant) => {
    const costs = new Map<number, number>();
    // Any page will do: nothing of a contestant is on it.
    if (contestant === scenario.contestants[0])
      await visit(contestant, [BARE], async (open) => figures.add(BARE, contestant.id, await typeBare(open)));
    for (const { size, form } of forms) {
      const is500 = size.questions === 500;
      const plain500 = is500 && size.expressions === 0;
      const key = perKey(size.name, is500 ? '<= 5' : '');
      const rows = {
        cpu: mounting.cpu(size.name, plain500 ? '<= 250' : ''),
        heap: mounting.heap(size.name, plain500 ? '<= 17' : ''),
        nodes: mounting.nodes(size.name, plain500 ? '<= 4,000' : ''),
      };
      await visit(contestant, [key, rows.cpu, rows.heap, rows.nodes], async (open) => {
        const mounted = await open.mount(form.of(contestant));
        const elements = await countElements(open);
        const heap = (await open.heap()) / 2 ** 20;
        const cost = await type(open, form.bench);
        figures.add(key, contestant.id, cost);
        figures.add(rows.cpu, contestant.id, mounted);
        figures.add(rows.heap, contestant.id, heap);
        figures.add(rows.nodes, contestant.id, elements);
        if (size.expressions === 0) costs.set(size.questions, cost);
      });
    }
    const [small, large] = [costs.get(100), costs.get(1000)];
    if (small !== undefined && large !== undefined) figures.add(GROWTH, contestant.id, large / small);
  });
}

/** A page of its own: counting costs time. */
export async function measureRenders(scenario: Scenario): Promise<void> {
  const { figures, visit } = scenario;
  for (const [row, expressions] of [
    [RENDERS, 0],
    [RENDERS_WITH, 25],
  ] as const) {
    const form = givenForm({ questions: 500, expressions });
    for (const contestant of scenario.contestants.filter(({ react }) => react))
      await visit(
        contestant,
        [row],
        async (open) => {
          await open.mount(form.of(contestant));
          await focusField(open.page, labelOf(form.bench.typedInto));
          await open.quiet();
          await open.page.evaluate(() => {
            if (window.benchRenders) window.benchRenders.counting = true;
          });
          for (const key of KEYS) {
            await open.page.keyboard.press(key);
            await sleep(PACE);
          }
          await open.quiet();
          const count = await open.page.evaluate(() => window.benchRenders?.count ?? 0);
          figures.add(row, contestant.id, count / KEYS.length);
        },
        { before: countRenders },
      );
  }
}
