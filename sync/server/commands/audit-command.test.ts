import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstallation, type Installation } from '../testing/server-process.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
  const ready = await installation.start().ready;
  if (typeof ready !== 'string') throw new Error(ready.output);
});
afterAll(() => installation.remove());

const verify = (...args: string[]) =>
  installation.run('sync/server/commands/audit-command.ts', ['verify', ...args]);

describe('npm run audit -- verify', () => {
  it('names each vendor with its head, which the next run is handed over', async () => {
    const rotated = await installation.run('sync/server/commands/keys-command.ts', [
      'rotate',
      '--vendor',
      'meadow',
    ]);
    expect(rotated.code).toBe(0);
    const { code, output } = await verify();
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/meadow: \d+ events, unbroken\. Head \d+:\w{64}/),
    ]);
    const [, head = ''] = /meadow: .*Head (\d+:\w{64})/.exec(output) ?? [];
    expect((await verify('--vendor', 'meadow', '--head', head)).code).toBe(0);
    const [no] = head.split(':');
    const cutOff = await verify('--vendor', 'meadow', '--head', `${Number(no) + 1}:${'0'.repeat(64)}`);
    expect([cutOff.code, cutOff.output]).toEqual([2, expect.stringContaining('broken at event')]);
  });

  it('calls no trail whole that is not there', async () => {
    const { code, output } = await verify('--vendor', 'medow');
    expect([code, output]).toEqual([2, expect.stringContaining('medow: no events.')]);
  });
});
