/** Learns what is built into a vendor's kiosk: from its server, or from a file that was made where the server could be reached. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type BuiltIn, readBuiltIn } from '../../electron/built-in.ts';

const packSchema = z.object({ receiptKeys: z.record(z.string(), z.string()), timezone: z.string() });

async function askServer(address: string): Promise<unknown> {
  const response = await fetch(address, { redirect: 'error' });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return response.json();
}

/**
 * @param server `https://care.example/connect/willow`; its keys are trusted as they are served now, so look at its certificate
 * @throws Error where the server doesn't answer, or serves another vendor's keys
 */
export async function learnFromServer(
  vendor: string,
  languages: readonly string[],
  server: string,
): Promise<BuiltIn> {
  const address = server.replace(/\/$/, '');
  const [keyManifest, pack] = await Promise.all(
    ['keys.json', 'pack.json'].map((name) => askServer(`${address}/${name}`)),
  );
  const { receiptKeys, timezone: timeZone } = packSchema.parse(pack);
  return readBuiltIn({ v: 1, vendor, timeZone, languages, server: address, keyManifest, receiptKeys });
}

/** @param file a `kiosk.json` */
export const learnFromFile = async (file: string): Promise<BuiltIn> =>
  readBuiltIn(JSON.parse(await readFile(file, 'utf8')));
