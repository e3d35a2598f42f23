/**
 * The list of medicines that a name is searched in: a line each, `name <tab> RXCUI <tab> ingredients of a brand`, sorted by name. Text and not JSON, because it
 * is the smaller of both and a changed line is a changed line. `npm run medicines` writes it from NLM's release.
 */
export interface MedicineEntry {
  readonly name: string;
  /** RxNorm's; absent where it isn't known. */
  readonly rxcui?: string | undefined;
  /** Of a brand: what is in it. */
  readonly ingredients?: string | undefined;
}

export interface MedicineList {
  /** Where it comes from, for people. */
  readonly source: string;
  /** A short list, written for demonstrations. */
  readonly isDemo: boolean;
  readonly entries: readonly MedicineEntry[];
}

const SOURCE = '# source: ';
const DEMO = '# demo';

/** @throws Error where a name couldn't be read back. */
export function writeMedicineList({ source, isDemo, entries }: MedicineList): string {
  const lines = entries.map(({ name, rxcui = '', ingredients = '' }) => {
    const fields = [name, rxcui, ingredients];
    if (name === '' || name.startsWith('#') || fields.some((field) => /[\t\r\n]/.test(field)))
      throw new Error(`“${name}” can’t be a line of the list of medicines`);
    return fields.join('\t').trimEnd();
  });
  const sorted = lines.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  return [`${SOURCE}${source}`, ...(isDemo ? [DEMO] : []), ...sorted, ''].join('\n');
}

export function readMedicineList(text: string): MedicineList {
  const lines = text.split('\n').filter((line) => line !== '');
  const comments = lines.filter((line) => line.startsWith('#'));
  return {
    source: comments.find((line) => line.startsWith(SOURCE))?.slice(SOURCE.length) ?? '',
    isDemo: comments.includes(DEMO),
    entries: lines
      .filter((line) => !line.startsWith('#'))
      .map((line): MedicineEntry => {
        const [name = '', rxcui, ingredients] = line.split('\t');
        return { name, ...(rxcui && { rxcui }), ...(ingredients && { ingredients }) };
      }),
  };
}
