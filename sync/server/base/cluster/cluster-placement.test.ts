import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { placeCluster, recordCluster } from './cluster-placement.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carefront-placement-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function makeCluster(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'PG_VERSION'), '18\n');
  return folder;
}

describe('where the cluster of a data folder stands', () => {
  it('goes along with a folder that is copied, so that the copy never runs on the original', async () => {
    const parent = await makeFolder();
    const [original, copy] = [join(parent, 'data'), join(parent, 'copy')];
    const cluster = await makeCluster(join(original, 'postgres'));
    await recordCluster(original, cluster);
    expect(await placeCluster(original, undefined)).toBe(cluster);
    await cp(original, copy, { recursive: true });
    expect(await placeCluster(copy, undefined)).toBe(join(copy, 'postgres'));
  });

  it('is in the copy where an earlier version has recorded the whole path', async () => {
    const parent = await makeFolder();
    const [original, copy] = [join(parent, 'data'), join(parent, 'copy')];
    const cluster = await makeCluster(join(original, 'postgres'));
    await writeFile(join(original, 'cluster.json'), JSON.stringify({ cluster }));
    await cp(original, copy, { recursive: true });
    expect(await placeCluster(copy, undefined)).toBe(join(copy, 'postgres'));
    await rm(join(copy, 'postgres'), { recursive: true });
    await expect(placeCluster(copy, undefined)).rejects.toThrow(`${copy} is a copy of ${original}`);
  });

  it('elsewhere belongs to one data folder: a copy is refused, and a folder that was moved keeps it', async () => {
    const parent = await makeFolder();
    const [original, copy, moved] = ['data', 'copy', 'moved'].map((name) => join(parent, name));
    const shelter = join(parent, 'shelter');
    const cluster = await makeCluster(join(shelter, 'postgres'));
    await writeFile(join(shelter, 'data-folder'), `${original}\n`);
    for (const folder of [original, copy]) {
      await mkdir(folder ?? '');
      await recordCluster(folder ?? '', cluster);
    }
    await expect(placeCluster(copy ?? '', undefined)).rejects.toThrow(`is a copy of ${original}`);
    await rm(copy ?? '', { recursive: true });
    await rename(original ?? '', moved ?? '');
    expect(await placeCluster(moved ?? '', undefined)).toBe(cluster);
    expect(await readFile(join(shelter, 'data-folder'), 'utf8')).toMatch(`${moved}\n`);
  });

  it('elsewhere is not given to a copy while the original is out of reach', async () => {
    const parent = await makeFolder();
    const [original, copy, unmounted] = ['data', 'copy', 'unmounted'].map((name) => join(parent, name));
    const mark = join(parent, 'shelter', 'data-folder');
    const cluster = await makeCluster(join(parent, 'shelter', 'postgres'));
    for (const folder of [original, copy]) {
      await mkdir(folder ?? '');
      await recordCluster(folder ?? '', cluster);
    }
    await writeFile(mark, `${original}\n${(await stat(original ?? '')).ino}\n`);
    await rename(original ?? '', unmounted ?? '');
    await expect(placeCluster(copy ?? '', undefined)).rejects.toThrow(
      `belongs to ${original}, which is not there`,
    );
    await writeFile(mark, `${copy}\n`);
    expect(await placeCluster(copy ?? '', undefined)).toBe(cluster);
  });
});
