import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LINT_RULES } from './lint-codes.ts';

const page = readFileSync(new URL('./LINT.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));

describe('LINT.md', () => {
  it('says of every code what the code says: severity, section and reason, in the same order', () => {
    expect(rows).toEqual(
      Object.entries(LINT_RULES).map(
        ([code, { severity, section, reason }]) => `| \`${code}\` | ${severity} | ${section} | ${reason} |`,
      ),
    );
  });
});
