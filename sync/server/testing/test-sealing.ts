/** Sealing keys in a folder of their own, under a passphrase that costs nothing to derive from. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Derivation, newDerivation } from '../core/sealing/key-box.ts';
import { type KeyFiles, openKeyFiles } from '../core/sealing/key-files.ts';
import { openSealingKeys, type SealingKeys } from '../core/sealing/sealing-keys.ts';

import type { SealingTarget } from './test-device.ts';

export const TEST_PASSPHRASE = 'a passphrase for tests';

export const cheapDerivation = (): Derivation => newDerivation({ memoryKiB: 8, passes: 1, lanes: 1 });

export interface TestSealing extends SealingKeys {
  readonly files: KeyFiles;
  /** Faults that were reported. */
  readonly errors: readonly unknown[];
  remove(): Promise<void>;
}

export interface TestSealingOptions {
  readonly vendors?: readonly string[];
  readonly now?: () => Date;
  /** An existing one, which is left where it is. */
  readonly folder?: string;
  readonly passphrase?: string;
}

export async function openTestSealing({
  vendors = ['meadow', 'brook'],
  now = () => new Date(),
  folder,
  passphrase = TEST_PASSPHRASE,
}: TestSealingOptions = {}): Promise<TestSealing> {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'carefront-sealing-')));
  const files = await openKeyFiles(own);
  const errors: unknown[] = [];
  const sealing = await openSealingKeys({
    files,
    passphrase: { read: async () => passphrase, keptBeside: undefined },
    vendors,
    now,
    onError: (error) => errors.push(error),
    derivation: cheapDerivation(),
  });
  return {
    ...sealing,
    files,
    errors,
    async remove() {
      await sealing.stop();
      if (folder === undefined) await rm(own, { recursive: true, force: true });
    },
  };
}

/** Where devices seal to now: the newest key of the vendor's manifest. */
export function sealingTarget(sealing: SealingKeys, vendor: string): SealingTarget {
  const key = sealing.manifestOf(vendor).keys.at(-1);
  if (!key) throw new Error('The manifest has no key.');
  return { vendor, keyId: key.keyId, publicKey: key.publicKey };
}
