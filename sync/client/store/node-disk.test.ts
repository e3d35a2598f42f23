import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bytesOf, draftRow } from '../testing/sample-rows.ts';
import { fileStoreOn } from '../testing/store-places.ts';
import { createTestKeyCodec } from '../testing/test-key-codec.ts';
import { createNodeDisk } from './node-disk.ts';

const codec = await createTestKeyCodec();
let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'disk-'));
  folder = join(parent, 'meadow');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const open = () => fileStoreOn(createNodeDisk(), codec, { folder, compactAfter: 2 });

test('the folder and its files can be read by their owner alone, and their names say nothing', async () => {
  const store = open();
  for (const rev of [1, 2, 3])
    await store.write(['drafts', 'envelopes'], async (transaction) => {
      await transaction.put('drafts', draftRow('a-draft-of-somebody', rev));
      await transaction.put('envelopes', { opId: `op-${rev}`, subjectId: 's', bytes: bytesOf(3_000) });
    });
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const names = await readdir(folder);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    expect(name).toMatch(/^(lock|[st]-\d{12}|b-[0-9a-f]{32})$/);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  await store.close();
});

test('a second process is refused, and let in once the first was killed', async () => {
  const module = resolve(import.meta.dirname, 'node-disk.ts');
  const script = `
    const { createNodeDisk } = await import(${JSON.stringify(module)});
    const disk = createNodeDisk();
    await disk.makeFolder(${JSON.stringify(folder)});
    const lock = await disk.lock(${JSON.stringify(folder)});
    process.stdout.write(lock === undefined ? 'refused' : 'locked');
    setInterval(() => lock, 1000);
  `;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [said] = await once(other.stdout, 'data');
    expect(String(said)).toBe('locked');
    const store = open();
    const read = () => store.read(['drafts'], (transaction) => transaction.all('drafts'));
    await expect(read()).rejects.toMatchObject({ code: 'blocked' });
    const gone = once(other, 'exit');
    other.kill('SIGKILL');
    await gone;
    expect(await read()).toEqual([]);
    await store.close();
  } finally {
    other.kill('SIGKILL');
  }
});

test('the lock holds within one process too', async () => {
  const disk = createNodeDisk();
  await disk.makeFolder(folder);
  const first = await disk.lock(folder);
  expect(first).toBeDefined();
  expect(await disk.lock(folder)).toBeUndefined();
  expect(await disk.lock(folder)).toBeUndefined();
  await first?.release();
  const second = await disk.lock(folder);
  expect(second).toBeDefined();
  await second?.release();
});

/** Follows relative imports from a file; type-only ones are erased. */
async function reach(file: string, seen = new Set<string>()): Promise<ReadonlySet<string>> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = await readFile(file, 'utf8');
  for (const [, statement = '', path = ''] of text.matchAll(
    /^(?:import|export)\s([^;]*?)from\s+'(\.[^']+\.tsx?)'/gms,
  ))
    if (!statement.startsWith('type ')) await reach(resolve(dirname(file), path), seen);
  for (const [, path = ''] of text.matchAll(/import\(\s*'(\.[^']+\.tsx?)'\s*\)/g))
    await reach(resolve(dirname(file), path), seen);
  return seen;
}

test('nothing that a page loads reaches it', async () => {
  const root = resolve(import.meta.dirname, '../../..');
  const page = await reach(join(root, 'renderer/app/main.tsx'));
  expect(page).toContain(join(root, 'sync/client/client.ts'));
  expect([...page].filter((file) => file.endsWith('node-disk.ts'))).toEqual([]);
  for (const file of page) expect(await readFile(file, 'utf8')).not.toMatch(/from 'node:/);
});
