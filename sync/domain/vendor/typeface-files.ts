/** In which all pages are written that no vendor has given another one. */
export const PLATFORM_TYPEFACE = 'instrument';

/** Where the files of a vendor's type are told by other names than its own. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  // Running text in another family than the headings.
  bodoni: ['newsreader', 'bodoni-moda'],
};

/** What the names of a typeface's files begin with, in the build: that of running text first. */
export const typefaceFiles = (typeface: string): readonly string[] => OTHERS[typeface] ?? [typeface];
