import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');
const HOOK = pathToFileURL(resolve(import.meta.dirname, 'load-drizzle.mjs')).href;

const inline = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** Registered first, so that it is asked last: for what the loader under test has left to Node. */
const COUNTER = inline(`
  import { registerHooks } from 'node:module';
  globalThis.lookedUp = 0;
  registerHooks({ resolve(specifier, context, next) {
    if (context.parentURL?.includes('/drizzle-orm/') && specifier.startsWith('.')) globalThis.lookedUp++;
    return next(specifier, context);
  } });`);

const LOADS = `
  const found = await Promise.all(
    ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres'].map((name) => import(name)));
  console.log(JSON.stringify({ names: found.map((one) => Object.keys(one).sort()), lookedUp: globalThis.lookedUp }));`;

function load(...imports: readonly string[]): { names: string[][]; lookedUp: number } {
  const flags = [COUNTER, ...imports].flatMap((url) => ['--import', url]);
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', LOADS], {
    cwd: root,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as { names: string[][]; lookedUp: number };
}

describe('drizzle-orm', () => {
  it('is the same, and none of its modules is looked up - loaded by the shorter way', () => {
    const [usual, shorter] = [load(), load(HOOK)];
    expect(usual.lookedUp).toBeGreaterThan(100);
    expect(shorter).toEqual({ names: usual.names, lookedUp: 0 });
  });
});
