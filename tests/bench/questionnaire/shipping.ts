/** The scripts that a page loads to show one form: all that the browser fetched until the form stood. */
import { gzipSync } from 'node:zlib';
import type { Row } from './figures.ts';
import { givenForm, type Scenario } from './scenario.ts';

const PLAIN: Row = {
  name: 'JavaScript of a page with a form, gzipped kB',
  target: '<= 230',
  ratio: true,
};
const WITH_EXPRESSIONS: Row = {
  name: 'JavaScript of a page with a form with expressions, gzipped kB',
  target: '<= 450',
  ratio: true,
};

export async function measureShipping({ contestants, figures, visit }: Scenario): Promise<void> {
  for (const [row, expressions] of [
    [PLAIN, 0],
    [WITH_EXPRESSIONS, 5],
  ] as const) {
    const form = givenForm({ questions: 100, expressions });
    for (const contestant of contestants)
      await visit(contestant, [row], async (open) => {
        await open.mount(form.of(contestant));
        const scripts = await open.scripts();
        const gzipped = scripts.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0);
        const whole = scripts.reduce((sum, { body }) => sum + body.length, 0);
        figures.add(row, contestant.id, gzipped / 1000);
        figures.add(row, contestant.id, `${Math.round(whole / 1000)} kB before, ${scripts.length} files`);
      });
  }
}
