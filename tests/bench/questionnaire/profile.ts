/** Where ours spends its time: the functions that cost most of themselves while somebody types. */
import { sleep } from './browser.ts';
import { focusField } from './fields.ts';
import { labelOf } from './forms.ts';
import { givenForm, type Scenario } from './scenario.ts';

const MAX_SHOWN = 25;

/** Of the first contestant, with its 500 questions and their expressions. Small builds have short names: read them beside the source. */
export async function profileTyping({ contestants, visit }: Scenario): Promise<readonly string[]> {
  const [contestant] = contestants;
  if (!contestant) return [];
  const lines: string[] = [];
  for (const expressions of [0, 25]) {
    const form = givenForm({ questions: 500, expressions });
    await visit(contestant, [], async (open) => {
      const { session, page } = open;
      await session.send('Profiler.enable');
      await session.send('Profiler.setSamplingInterval', { interval: 100 });
      for (const phase of ['mount', 'keys'] as const) {
        if (phase === 'keys') {
          await focusField(page, labelOf(form.bench.typedInto));
          await open.quiet();
        }
        await session.send('Profiler.start');
        if (phase === 'mount') await open.mount(form.of(contestant));
        else
          for (const key of 'abcdefghij') {
            await page.keyboard.press(key);
            await sleep(120);
          }
        await open.quiet();
        const { profile } = await session.send('Profiler.stop');
        const selfTime = new Map<string, number>();
        const byId = new Map(profile.nodes.map((node) => [node.id, node]));
        for (const [index, sample] of (profile.samples ?? []).entries()) {
          const frame = byId.get(sample)?.callFrame;
          if (!frame || frame.functionName === '(idle)') continue;
          const name = `${frame.functionName || '(anonymous)'} ${frame.url.split('/').pop() ?? ''}:${frame.lineNumber + 1}:${frame.columnNumber + 1}`;
          selfTime.set(name, (selfTime.get(name) ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1000);
        }
        lines.push(`\n${contestant.name}, ${expressions} expressions, ${phase}: self time, ms`);
        for (const [name, cost] of [...selfTime].toSorted(([, a], [, b]) => b - a).slice(0, MAX_SHOWN))
          lines.push(`${cost.toFixed(1).padStart(8)}  ${name}`);
      }
    });
  }
  return lines;
}
