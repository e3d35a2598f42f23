import { readFileSync } from 'node:fs';

/** @returns undefined where it can't be read */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
