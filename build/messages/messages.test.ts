import { describe, expect, it } from 'vitest';
import { compileMessages } from './messages.ts';

async function run(
  language: string,
  texts: Record<string, string>,
): Promise<Record<string, (parameters: object) => string>> {
  // A data: module can't resolve packages, so the runtime is named by its own address.
  const source = compileMessages(language, texts, false).replaceAll(
    /from "(@messageformat[^"]+)"/g,
    (_, name: string) => `from ${JSON.stringify(import.meta.resolve(name))}`,
  );
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  return module.default;
}

describe('compiled catalogues', () => {
  it('hold functions and no parser - ICU text goes in', () => {
    const source = compileMessages(
      'en',
      { 'draft.age': '{days, plural, one {# day} other {# days}}' },
      false,
    );
    expect(source).toContain('"draft.age": (d) => plural(');
    expect(source).not.toMatch(/eval|new Function/);
  });

  it('count as the language does - Arabic has six forms', async () => {
    const text = '{n, plural, zero {لا أيام} one {يوم} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}';
    const { days } = await run('ar', { days: text });
    expect([0, 1, 2, 3, 11, 100].map((n) => days?.({ n }))).toEqual([
      'لا أيام',
      'يوم',
      'يومان',
      '3 أيام',
      '11 يومًا',
      '100 يوم',
    ]);
  });

  it('write Latin digits - in Arabic too', async () => {
    const { figure } = await run('ar', { figure: '{n, number}' });
    expect(figure?.({ n: 1234 })).toBe('1,234');
  });

  it('name the key - its text is not ICU MessageFormat', () => {
    expect(() => compileMessages('en', { broken: '{n, plural' }, false)).toThrow('broken: ');
  });
});
