import { expect, test } from 'vitest';
import { fromUtf8 } from '../base/bytes.ts';
import { random } from '../testing/phone.ts';
import { newRecoveryCode, secretOfCode } from './recovery-code.ts';

const codes = Array.from({ length: 200 }, () => newRecoveryCode(random));

test('a code is seven groups of four symbols that are not misread, at least 120 random bits', () => {
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
  expect(Math.log2(32) * 27).toBeGreaterThanOrEqual(120);
});

test('forgives case, spaces, hyphens of any kind, and I, L and O', () => {
  for (const code of codes) {
    const secret = secretOfCode(code);
    expect(secret).toBeDefined();
    const typed = code.toLowerCase().replaceAll('-', ' – ').replaceAll('1', 'l').replaceAll('0', 'o');
    expect(secretOfCode(` ${typed} `)).toEqual(secret);
    expect(secretOfCode(code.replaceAll('-', '').replaceAll('1', 'I'))).toEqual(secret);
  }
});

test('notices each single wrong symbol and each two that were exchanged', () => {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const symbols = (codes[0] ?? '').replaceAll('-', '');
  const wrong: string[] = [];
  for (let at = 0; at < symbols.length; at += 1) {
    for (const other of alphabet) wrong.push(symbols.slice(0, at) + other + symbols.slice(at + 1));
    wrong.push(
      symbols.slice(0, at) +
        symbols
          .slice(at, at + 2)
          .split('')
          .toReversed()
          .join('') +
        symbols.slice(at + 2),
    );
  }
  const taken = wrong.filter((each) => each !== symbols && secretOfCode(each) !== undefined);
  expect(wrong.length).toBeGreaterThan(800);
  expect(taken).toEqual([]);
});

test.each(['', 'K7-42QF', '----', `${'0'.repeat(28)}0`, 'U'.repeat(28)])('is not a code - %j', (typed) => {
  expect(secretOfCode(typed)).toBeUndefined();
});

test('the check symbol is no part of the secret', () => {
  const code = codes[0] ?? '';
  expect(fromUtf8(secretOfCode(code) ?? new Uint8Array())).toBe(code.replaceAll('-', '').slice(0, 27));
});
