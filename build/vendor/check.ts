/** Checks a whole pack and names every fault at once: file, place in the file, remedy. Never throws for what is in a folder. */
import { type VendorSource, vendorSchema } from '../../sync/domain/vendor/vendor-pack.ts';
import { isObject, type JsonObject, textOf } from './form/form-index.ts';
import { type CheckedParts, checkParts, parts } from './parts.ts';
import { checkTexts } from './read/check-texts.ts';
import { checkDrawings } from './read/drawings.ts';
import { createFaults, hasErrors, type PackFault, sortFaults } from './read/faults.ts';
import { loadPackFolder, type PackFolder } from './read/load.ts';
import type { BuildPart, PackReading } from './read/part.ts';
import { readJson } from './read/read-json.ts';
import { parseWith } from './read/schema-faults.ts';

/** A pack without errors, with everything in it already read. */
export type CheckedPack = CheckedParts & {
  readonly source: VendorSource;
  /** By path in the pack. */
  readonly images: ReadonlyMap<string, string>;
};
export interface CheckReport {
  readonly faults: readonly PackFault[];
  /** Only where no fault is an error. */
  readonly pack?: CheckedPack;
}

const folderFaults = {
  missing: ['there is no such folder', 'Name the folder of a pack, as "vendors/willow".'],
  'not-a-folder': ['this is not a folder', 'Name the folder that holds vendor.json.'],
  'too-many-files': [
    'the folder holds more than 2000 files',
    'Is it the right one? A pack is a few dozen files.',
  ],
  unreadable: ['the folder can not be read', 'Check its permissions.'],
} as const;

function readPack(folder: PackFolder, raw: JsonObject, list: PackFault[]): PackReading {
  const faultsOf = (path: string) => createFaults(`${folder.name}/${path}`, list);
  return {
    folder,
    list,
    named: new Set(['vendor.json']),
    faultsOf,
    vendor: faultsOf('vendor.json'),
    raw,
    slug: textOf(raw.slug) ?? folder.name,
    locales: parseWith(vendorSchema.shape.locales, raw.locales, [], undefined) ?? ['en'],
  };
}

async function checkContent(reading: PackReading): Promise<CheckedPack | undefined> {
  const { raw, locales, vendor } = reading;
  const every: readonly BuildPart[] = parts;
  const source = parseWith(vendorSchema, raw, [], vendor);
  checkTexts(raw, locales, [], vendor, (path) =>
    every.every((part) => part.isTranslated?.(reading, path) ?? true),
  );
  const checked = await checkParts(reading);
  const images = await checkDrawings(
    reading,
    every.flatMap((part) => part.drawings?.(raw) ?? []),
  );
  return source && { ...checked, source, images };
}

/** @param dir the pack's folder, as `vendors/willow`. */
export async function checkPack(dir: string): Promise<CheckReport> {
  const list: PackFault[] = [];
  const loaded = await loadPackFolder(dir);
  if (!loaded.ok) {
    const [message, remedy] = folderFaults[loaded.reason];
    createFaults(dir, list).error(`folder-${loaded.reason}`, '$', message, remedy);
    return { faults: list };
  }
  const { folder } = loaded;
  const vendor = createFaults(`${folder.name}/vendor.json`, list);
  const json = await readJson(folder, 'vendor.json', vendor);
  if (!json.ok) return { faults: sortFaults(list) };
  if (!isObject(json.value)) {
    vendor.error('schema', '$', 'this is not an object', 'Write the vendor as one JSON object.');
    return { faults: sortFaults(list) };
  }
  const reading = readPack(folder, json.value, list);
  const pack = await checkContent(reading);
  for (const path of folder.paths) {
    if (!reading.named.has(path) && !/(^|\/)(mark\.json|README\.md)$/.test(path))
      reading
        .faultsOf(path)
        .information('unused', '$', 'nothing names this file', 'Name it in vendor.json, or remove it.');
  }
  const faults = sortFaults(list);
  return hasErrors(faults) || !pack ? { faults } : { faults, pack };
}
