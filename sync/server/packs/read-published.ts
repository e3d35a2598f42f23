import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vendor } from './vendor-directory.ts';

/** A JSON file of a vendor. @param url as its pack names it */
export async function readPublished({ pack, filesDir }: Vendor, url: string): Promise<unknown> {
  const path = url.slice(`/connect/${pack.slug}/files/`.length);
  return JSON.parse(await readFile(join(filesDir, path), 'utf8'));
}
