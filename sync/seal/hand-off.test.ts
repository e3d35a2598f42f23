import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handOffSchema } from '../protocol/api/hand-off.ts';
import { handOffParts, newHandOffCode, openHandOff, readHandOffCode, sealHandOff } from './hand-off.ts';

const CODE = '4K7Q2-MX9TD';
const content = { answers: ['Señora Muñoz', 'هدى'], count: 3 };

describe('handing an intake over to a phone', () => {
  it('opens with the same code, however it is typed', async () => {
    const sealed = await sealHandOff(await handOffParts('willow', CODE), content);
    expect(handOffSchema.safeParse(sealed).success).toBe(true);
    for (const typed of ['4k7q2mx9td', ' 4K7Q2 MX9TD ', CODE]) {
      const code = readHandOffCode(typed) ?? '';
      expect(await openHandOff(await handOffParts('willow', code), sealed)).toEqual(content);
    }
  });

  it('stays closed for another code, another vendor, and a changed byte', async () => {
    const parts = await handOffParts('willow', CODE);
    const sealed = await sealHandOff(parts, content);
    expect(await openHandOff(await handOffParts('willow', '4K7Q2-MX9TE'), sealed)).toBeUndefined();
    expect(await openHandOff(await handOffParts('lantern', CODE), sealed)).toBeUndefined();
    const changed = `${sealed.sealed.startsWith('A') ? 'B' : 'A'}${sealed.sealed.slice(1)}`;
    expect(await openHandOff(parts, { ...sealed, sealed: changed })).toBeUndefined();
    expect(await openHandOff(parts, { ...sealed, iv: '*' })).toBeUndefined();
  });

  it('is known to the server by a name that tells nothing of the code', async () => {
    const names = await Promise.all(
      [CODE, '4K7Q2-MX9TE'].map(async (code) => (await handOffParts('willow', code)).id),
    );
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(JSON.stringify(await sealHandOff(await handOffParts('willow', CODE), content))).not.toContain(
      '4K7Q2',
    );
  });

  it('makes codes that read as themselves, and takes nothing else for a code', () => {
    for (let count = 0; count < 200; count += 1) {
      const code = newHandOffCode();
      expect(readHandOffCode(code.toLowerCase())).toBe(code);
    }
    expect(readHandOffCode('OIL00-00000')).toBe('01100-00000');
    expect(readHandOffCode('4K7Q2-MX9T')).toBeUndefined();
    expect(readHandOffCode('4K7Q2-MX9TU')).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const code = readHandOffCode(typed);
        return code === undefined || /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/.test(code);
      }),
    );
  });
});
