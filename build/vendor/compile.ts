/** Compiles every pack of a folder into what the server serves. */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type CheckedPack, checkPack } from './check.ts';
import { publishPack } from './publish.ts';
import { type PackFault, sortFaults } from './read/faults.ts';

export interface CompileOptions {
  /** Holds one folder per vendor. */
  readonly vendorsDir: string;
  /** Receives `{slug}/pack.json` and `{slug}/files/**`, and nothing else. */
  readonly outDir: string;
}

export interface CompiledVendor {
  readonly slug: string;
  readonly packHash: string;
  readonly files: number;
  /** False where the same content was already there. */
  readonly written: boolean;
}

export interface CompileReport {
  readonly vendors: readonly CompiledVendor[];
  /** Errors only: a pack with one is not published, and what was published of it before stays. */
  readonly faults: readonly PackFault[];
  /** Warnings and information, of good packs too. */
  readonly remarks: readonly PackFault[];
}

async function foldersIn(dir: string): Promise<readonly string[] | undefined> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || entry.isSymbolicLink()))
      .map((entry) => entry.name)
      .sort();
  } catch {
    return undefined;
  }
}

async function publishedHash(folder: string): Promise<string | undefined> {
  try {
    const pack: unknown = JSON.parse(await readFile(join(folder, 'pack.json'), 'utf8'));
    return typeof pack === 'object' && pack !== null && 'packHash' in pack
      ? String(pack.packHash)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes beside the target and then renames, so that a server never finds half a pack: what is interrupted leaves the pack
 * that was there.
 */
async function writePack(checked: CheckedPack, outDir: string, work: string): Promise<CompiledVendor> {
  const { pack, files } = await publishPack(checked);
  const target = join(outDir, pack.slug);
  const entries = files.entries();
  const done = { slug: pack.slug, packHash: pack.packHash, files: entries.length };
  const present = new Set(await readdir(join(target, 'files'), { recursive: true }).catch(() => []));
  if ((await publishedHash(target)) === pack.packHash && entries.every(([path]) => present.has(path)))
    return { ...done, written: false };
  const fresh = join(work, pack.slug);
  for (const [path, bytes] of entries) {
    const file = join(fresh, 'files', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  await writeFile(join(fresh, 'pack.json'), `${JSON.stringify(pack, null, 2)}\n`);
  await rename(target, join(work, `${pack.slug}.old`)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
  await rename(fresh, target);
  return { ...done, written: true };
}

/** Packs whose folder is gone are no longer published. */
async function removeGone(outDir: string, kept: readonly string[]): Promise<void> {
  for (const name of (await foldersIn(outDir)) ?? []) {
    if (!kept.includes(name) && (await publishedHash(join(outDir, name))) !== undefined)
      await rm(join(outDir, name), { recursive: true });
  }
}

/**
 * @returns what was compiled, and what is wrong with the rest; faulty packs never stop the good ones.
 * @throws only for the output folder: full disk, missing permission.
 */
export async function compileVendors({ vendorsDir, outDir }: CompileOptions): Promise<CompileReport> {
  const names = await foldersIn(vendorsDir);
  if (!names) {
    const fault: PackFault = {
      severity: 'error',
      code: 'folder-missing',
      file: vendorsDir,
      path: '$',
      message: 'there is no such folder',
      remedy: 'Set VENDORS_DIR to the folder that holds the packs.',
    };
    return { vendors: [], faults: [fault], remarks: [] };
  }
  const out = resolve(outDir);
  await mkdir(out, { recursive: true });
  const work = await mkdtemp(join(dirname(out), `.${basename(out)}-`));
  try {
    const vendors: CompiledVendor[] = [];
    const faults: PackFault[] = [];
    for (const name of names) {
      const report = await checkPack(join(vendorsDir, name));
      faults.push(...report.faults);
      if (report.pack) vendors.push(await writePack(report.pack, out, work));
    }
    await removeGone(out, names);
    const errors = faults.filter((fault) => fault.severity === 'error');
    return {
      vendors,
      faults: sortFaults(errors),
      remarks: sortFaults(faults.filter((fault) => fault.severity !== 'error')),
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
