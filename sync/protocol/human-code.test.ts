import { describe, expect, it } from 'vitest';
import { humanCode, normaliseHumanCode } from './human-code.ts';

describe('human code', () => {
  it('derives the same code from the same operation - on every device (protocol 3)', async () => {
    const opId = '0192f0c1-7a3e-7c11-9a7e-4f6f0a2b1c3d';
    expect(await humanCode(opId)).toBe(await humanCode(opId));
    expect(await humanCode(opId)).toMatch(/^[0-9A-HJKMNP-TV-Z]{2}-[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('tells operations apart - among 2,000 ids hardly any two share a code', async () => {
    const codes = new Set<string>();
    for (let index = 0; index < 2000; index += 1) codes.add(await humanCode(`op-${index}`));
    expect(codes.size).toBeGreaterThan(1990);
  });

  it.each([
    ['k7-42qf', 'K7-42QF'],
    [' K742QF ', 'K7-42QF'],
    ['ko-i2lf', 'K0-121F'],
  ])('forgives how people type a code - %j reads as %s', (typed, read) => {
    expect(normaliseHumanCode(typed)).toBe(read);
  });
});
