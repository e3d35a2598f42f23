import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { humanCode, normaliseHumanCode } from './human-code.ts';

describe('the human code', () => {
  it('is the same for the same operation on every device and server', async () => {
    const opId = '0199c0de-0000-7000-8000-000000000001';
    expect(await humanCode(opId)).toBe(await humanCode(opId));
    expect(await humanCode(opId)).not.toBe(await humanCode('0199c0de-0000-7000-8000-000000000002'));
  });

  it('has no letter that is misheard or misread', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), async (opId) => {
        expect(await humanCode(opId)).toMatch(/^[0-9A-HJKMNP-TV-Z]{2}-[0-9A-HJKMNP-TV-Z]{4}$/);
      }),
    );
  });

  it('is found however somebody types it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), async (opId) => {
        const code = await humanCode(opId);
        const typed = [
          code.toLowerCase(),
          code.replace('-', ' '),
          ` ${code.replace('-', '')}\n`,
          code.replace(/0/g, 'o').replace(/1/g, 'l'),
        ];
        for (const one of typed) expect(normaliseHumanCode(one)).toBe(code);
      }),
    );
  });
});
