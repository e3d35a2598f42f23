/** The drawings of a pack. */
import type { PackReading } from './part.ts';
import { readText } from './read-json.ts';
import { checkSvg } from './svg.ts';

const isPath = (path: unknown): path is string =>
  typeof path === 'string' && /^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(path);

/** @returns each drawing by its path in the pack. */
export async function checkDrawings(
  { folder, named, faultsOf }: PackReading,
  paths: readonly unknown[],
): Promise<Map<string, string>> {
  const drawings = new Map<string, string>();
  for (const path of new Set(paths.filter(isPath))) {
    named.add(path);
    const faults = faultsOf(path);
    if (!/\.svg$/i.test(path)) {
      faults.error('image-type', '$', 'this is not an SVG drawing', 'Draw it as SVG, and name it .svg.');
      continue;
    }
    const read = await readText(folder, path, faults);
    if (!read) continue;
    checkSvg(read.text, faults);
    drawings.set(path, read.text);
  }
  return drawings;
}
