/** What a feature does with its part of a pack: `parts.ts` is the table of contents. */
import type { Language } from '../../../sync/domain/languages.ts';
import type { CompiledVendorPack } from '../../../sync/domain/vendor/published-pack.ts';
import type { JsonObject } from '../form/form-index.ts';
import type { Faults, PackFault } from './faults.ts';
import type { PackFolder } from './load.ts';
import type { PackFiles } from './pack-files.ts';

/** A pack that is being checked: what it reads, what was found, and which files somebody has named. */
export interface PackReading {
  readonly folder: PackFolder;
  readonly list: PackFault[];
  readonly named: Set<string>;
  faultsOf(path: string): Faults;
  /** Of vendor.json. */
  readonly vendor: Faults;
  /** vendor.json as it is written. */
  readonly raw: JsonObject;
  /** The folder's name where vendor.json says none. */
  readonly slug: string;
  readonly locales: readonly Language[];
}

export interface Publishing {
  readonly files: PackFiles;
  /** @returns the address of a drawing of the pack. */
  readonly drawing: (path: string) => string;
}

export interface BuildPart {
  /** Names every fault at once. @returns what is published where nothing is wrong, under names of its own. */
  check(reading: PackReading): Promise<object>;
  /** @param checked what all parts have returned. */
  publish(checked: never, publishing: Publishing): Promise<Partial<CompiledVendorPack>>;
  /** Drawings that it names, as far as vendor.json can be read. */
  drawings?(raw: JsonObject): readonly unknown[];
  /** Whether the text at that place has to be there in all of the vendor's languages. */
  isTranslated?(reading: PackReading, path: readonly PropertyKey[]): boolean;
}

/** For what another part needs as well: read once for each pack, and its faults are said once. */
export function oncePerPack<T>(read: (reading: PackReading) => T): (reading: PackReading) => T {
  const done = new WeakMap<PackReading, { readonly result: T }>();
  return (reading) => {
    const known = done.get(reading) ?? { result: read(reading) };
    done.set(reading, known);
    return known.result;
  };
}
