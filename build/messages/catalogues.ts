/** Where the message catalogues are: a folder `messages` beside the code that shows its texts. The area is the name of the folder around it. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Matches the path of a catalogue, and gives its area and language. */
const CATALOGUE = /\/renderer\/(?:[a-z-]+\/)*([a-z-]+)\/messages\/([a-z]{2})\.json$/;

export interface CatalogueFile {
  readonly area: string;
  readonly language: string;
}

export function catalogueOf(path: string): CatalogueFile | undefined {
  const [, area, language] = CATALOGUE.exec(path) ?? [];
  return area === undefined || language === undefined ? undefined : { area, language };
}

/** @returns the folders of catalogues below a folder, in order, as paths from it: `features/home/messages`. */
export function catalogueFolders(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === 'messages')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

export const areaOf = (catalogueFolder: string): string => basename(dirname(catalogueFolder));

const known = new Map<string, readonly string[]>();

/** @throws Error where no folder has that area. */
export function catalogueFile(renderer: string, area: string, language: string): string {
  const folders = known.get(renderer) ?? catalogueFolders(renderer);
  known.set(renderer, folders);
  const folder = folders.find((each) => areaOf(each) === area);
  if (folder === undefined) throw new Error(`There are no messages of ${area}`);
  return join(renderer, folder, `${language}.json`);
}
