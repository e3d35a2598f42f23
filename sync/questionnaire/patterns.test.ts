import { describe, expect, it } from 'vitest';
import { compilePattern } from './patterns.ts';

describe('a pattern', () => {
  it.each([
    ['[a-z]+', 'abc', true],
    ['[a-z]+', 'abc1', false],
    ['a|b', 'b', true],
    ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', 'blah@example.com', true],
    ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', 'blah@@example.com', false],
    ['\\d{4}', '12345', false],
    ['.*', 'a\nb', false],
  ])('%s matches all of %j: %s', (source, value, matches) => {
    const compiled = compilePattern(source);
    expect(typeof compiled === 'function' && compiled(value)).toBe(matches);
  });

  it('that would take a backtracking matcher ages is linear', () => {
    const compiled = compilePattern('(a+)+b');
    expect(typeof compiled === 'function' && compiled('a'.repeat(20_000))).toBe(false);
  });

  it('is compiled once, and a few are kept', () => {
    const first = compilePattern('[0-9]{4}');
    expect(compilePattern('[0-9]{4}')).toBe(first);
    for (let index = 0; index < 16; index++) compilePattern(`[a-f]{${index}}`);
    expect(compilePattern('[0-9]{4}')).not.toBe(first);
  });

  it.each([['(?=a)b'], ['(a)\\1'], ['('], ['a{2000}'], ['a'.repeat(2001)]])('%s is unusable', (source) => {
    expect(compilePattern(source)).toHaveProperty('unusable');
  });
});
