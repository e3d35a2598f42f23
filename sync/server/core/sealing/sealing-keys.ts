/** The sealing keys of all vendors that are served: made, minted in time, read again when another process has changed them. */
import type { KeyManifest } from '../../../domain/vendor/key-manifest.ts';
import type { SealingPrivateKey } from '../../../seal/hpke.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import { type Derivation, deriveKey, newDerivation } from './key-box.ts';
import type { KeyFiles } from './key-files.ts';
import type { Passphrase } from './passphrase.ts';
import { createKeyUnsealer, type Unsealer } from './unsealer.ts';
import {
  isMintDue,
  mintKey,
  newVendorKeys,
  type OpenVendorKeys,
  openVendorKeys,
  type RootSigner,
  rootSigner,
  type VendorKeys,
} from './vendor-keys.ts';

/** Keys are looked after once a day, and files that another process has changed are seen within a minute. */
const MINT_EVERY_MS = 86_400_000;
const REFRESH_EVERY_MS = 60_000;

export interface SealingKeys {
  /** As of the last look at the file. @throws for a vendor that isn't served. */
  manifestOf(vendor: string): KeyManifest;
  /** Signs as the vendor, by its newest root key. @throws for a vendor that isn't served. */
  rootOf(vendor: string): RootSigner;
  /** Looks at the vendor's file again, where it has changed. Never rejects: what can't be read is reported, and the keys at hand stay. */
  refresh(vendor: string): Promise<void>;
  /** Mints a key for each vendor whose newest ends soon. */
  mintDue(): Promise<void>;
  /** The vendors without their file, or without a key that devices can seal to now. */
  faults(): Promise<readonly string[]>;
  readonly unsealer: Unsealer;
  /** Calls back when private keys have come to a vendor: what was sealed to them can be opened now. */
  onNewKeys(listener: () => void): void;
  start(): void;
  stop(): Promise<void>;
}

/** A key file holds fewer keys than before: put the newer one back, or what was sealed to them stays closed. */
export class KeysMissingError extends Error {
  override name = 'KeysMissingError';
}

export interface SealingKeysDependencies {
  readonly files: KeyFiles;
  readonly passphrase: Passphrase;
  readonly vendors: readonly string[];
  readonly now: () => Date;
  /** Told of files that can't be read or written while the server runs. */
  readonly onError: (error: unknown) => void;
  /** Keeps the names of keys, before any device is told of them. Rejects where it can't: the keys are then not used. */
  readonly remember?: (vendor: string, keys: VendorKeys) => Promise<void>;
  /** Of new files; cheaper ones for tests. */
  readonly derivation?: Derivation;
}

/** Opens key files by a passphrase: each derivation is run once. */
export function createKeyOpener(passphrase: Passphrase): {
  kekOf(derivation: Derivation): Promise<Buffer>;
  /** @throws StartupError with the file at fault. */
  open(file: VendorKeys, path: string): Promise<{ readonly keys: OpenVendorKeys; readonly kek: Buffer }>;
} {
  const derived = new Map<string, Promise<Buffer>>();
  async function kekOf(derivation: Derivation): Promise<Buffer> {
    const text = await passphrase.read();
    const name = JSON.stringify([derivation, text]);
    const key = derived.get(name) ?? deriveKey(text, derivation);
    derived.set(name, key);
    return key;
  }
  return {
    kekOf,
    async open(file, path) {
      const kek = await kekOf(file.derivation);
      const opening = openVendorKeys(file, kek);
      if (opening.ok) return { keys: opening.keys, kek };
      throw new StartupError(
        opening.reason === 'passphrase'
          ? `The passphrase does not open the sealing keys in ${path}: check KEYS_PASSPHRASE or KEYS_PASSPHRASE_FILE.`
          : `The sealing keys in ${path} are not what was written. Restore it from a backup.`,
      );
    },
  };
}

/** @throws StartupError with one line: a wrong passphrase, a file that can't be used. */
export async function openSealingKeys(dependencies: SealingKeysDependencies): Promise<SealingKeys> {
  const { files, passphrase, vendors, now, onError, remember } = dependencies;
  const opener = createKeyOpener(passphrase);
  const held = new Map<string, { readonly keys: OpenVendorKeys; readonly stamp: string | undefined }>();
  const listeners: (() => void)[] = [];
  const timers: NodeJS.Timeout[] = [];
  let working: Promise<unknown> = Promise.resolve();

  function hold(vendor: string, keys: OpenVendorKeys, stamp: string | undefined): void {
    const before = held.get(vendor)?.keys.privateKeys;
    const lost = before && [...before.keys()].some((keyId) => !keys.privateKeys.has(keyId));
    // An older file was put in this one's place: until this process ends, it opens what only the newer one could.
    if (lost) onError(new KeysMissingError(`${files.pathOf(vendor)} lacks keys that it had.`));
    const privateKeys = new Map([...(before ?? []), ...keys.privateKeys]);
    held.set(vendor, { keys: { ...keys, privateKeys }, stamp });
    const isNews = before && [...keys.privateKeys.keys()].some((keyId) => !before.has(keyId));
    if (isNews) for (const listener of listeners) listener();
  }

  /** New files share the derivation of those that are there: one passphrase is then derived once. */
  async function derivationToUse(): Promise<Derivation> {
    for (const vendor of await files.list()) {
      const found = await files.read(vendor).catch(() => undefined);
      if (found) return found.derivation;
    }
    return dependencies.derivation ?? newDerivation();
  }

  async function look(vendor: string): Promise<void> {
    const found = await files.read(vendor);
    let opened: OpenVendorKeys;
    if (found) {
      const { keys, kek } = await opener.open(found, files.pathOf(vendor));
      opened = isMintDue(found, now()) ? await mintKey(keys, kek, now()) : keys;
    } else {
      if (held.has(vendor))
        throw new StartupError(`${files.pathOf(vendor)} is gone. Restore it from a backup.`);
      const derivation = await derivationToUse();
      opened = await newVendorKeys(vendor, derivation, await opener.kekOf(derivation), now());
    }
    if (opened.file !== found) await files.write(opened.file);
    await remember?.(vendor, opened.file);
    hold(vendor, opened, await files.stamp(vendor));
  }

  /** One after the other within this process, too. */
  function alone(work: () => Promise<void>): Promise<void> {
    const done = working.then(work);
    working = done.catch(() => undefined);
    return done;
  }

  const lookAll = () =>
    alone(() =>
      files.exclusively(async () => {
        for (const vendor of vendors) await look(vendor);
      }),
    );

  async function readAgain(vendor: string): Promise<void> {
    const stamp = await files.stamp(vendor);
    if (stamp === held.get(vendor)?.stamp) return;
    const found = await files.read(vendor);
    if (!found) throw new StartupError(`${files.pathOf(vendor)} is gone. Restore it from a backup.`);
    const { keys } = await opener.open(found, files.pathOf(vendor));
    await remember?.(vendor, keys.file);
    hold(vendor, keys, stamp);
  }

  const refresh = (vendor: string) =>
    held.has(vendor) ? alone(() => readAgain(vendor)).catch(onError) : Promise.resolve();

  async function find(vendor: string, keyId: string): Promise<SealingPrivateKey | undefined> {
    const known = held.get(vendor)?.keys.privateKeys.get(keyId);
    if (known) return known;
    await refresh(vendor);
    return held.get(vendor)?.keys.privateKeys.get(keyId);
  }

  function keysOf(vendor: string): OpenVendorKeys {
    const found = held.get(vendor);
    if (!found) throw new Error(`${vendor} has no sealing keys.`);
    return found.keys;
  }

  await lookAll();
  return {
    manifestOf: (vendor) => keysOf(vendor).file.manifest,
    rootOf: (vendor) => rootSigner(keysOf(vendor)),
    refresh,
    mintDue: lookAll,
    async faults() {
      const found = await Promise.all(
        vendors.map(async (vendor) => {
          const { keys } = keysOf(vendor).file.manifest;
          if (!keys.some(({ notAfter }) => Date.parse(notAfter) > now().getTime()))
            return `${vendor}: no valid key`;
          return (await files.stamp(vendor)) === undefined ? `${vendor}: no key file` : undefined;
        }),
      );
      return found.filter((fault) => fault !== undefined);
    },
    unsealer: createKeyUnsealer(find),
    onNewKeys: (listener) => {
      listeners.push(listener);
    },
    start() {
      timers.push(
        setInterval(() => {
          lookAll().catch(onError);
        }, MINT_EVERY_MS).unref(),
        setInterval(() => {
          for (const vendor of vendors) void refresh(vendor);
        }, REFRESH_EVERY_MS).unref(),
      );
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await working;
    },
  };
}
