import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Real questionnaires that live beside the project, not in it; a clone elsewhere doesn't have them. */
const FOLDER = fileURLToPath(new URL('../../../../shared/data', import.meta.url));

export const SHARED_DATA_MISSING = 'needs the data folder ../shared/data beside the project';

export function hasSharedData(): boolean {
  return existsSync(FOLDER);
}

export function sharedJson(path: string): unknown {
  return JSON.parse(readFileSync(`${FOLDER}/${path}`, 'utf8'));
}

/** Paths of all JSON files under a folder of the shared data, relative to it; none where there is no data. */
export function sharedFiles(folder: string): readonly string[] {
  if (!hasSharedData()) return [];
  return readdirSync(`${FOLDER}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`)
    .sort();
}
