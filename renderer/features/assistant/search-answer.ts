/** The answer of this device: passages of the vendors' own texts, read once and searched here. Loaded with the first question. */
import type { ListedPassages, PassageIndex, VendorPassages } from '../../../sync/domain/assistant/passage.ts';
import {
  createRetrieval,
  type Found,
  type Question,
  type Retrieval,
  vendorsFor,
} from '../../../sync/domain/assistant/retrieve.ts';
import { createFileReader } from '../../device/catalog/read-files.ts';

export {
  findDanger,
  findUrgentWords,
  SOUNDS_URGENT,
} from '../../../sync/domain/urgent-words/urgent-words.ts';

const SHOWN = 3;

const readFile = createFileReader((...asked) => window.fetch(...asked));

/** Of the vendors that were asked last: the next question is mostly for the same. */
let last: { readonly key: string; readonly retrieval: Retrieval } | undefined;

/** With whose it is. */
export interface Answered extends Found {
  readonly vendorName: string;
}

/** @throws where what vendors say can't be read */
export async function searchAnswer(index: string, question: Question): Promise<readonly Answered[]> {
  const { vendors } = (await readFile(index)) as PassageIndex;
  const chosen: readonly ListedPassages[] = vendorsFor(question, vendors);
  const said = await Promise.all(chosen.map(({ url }) => readFile(url) as Promise<VendorPassages>));
  const key = chosen.map(({ url }) => url).join(' ');
  if (last?.key !== key) last = { key, retrieval: createRetrieval(said) };
  const names = new Map(chosen.map(({ slug, name }) => [slug, name]));
  return last.retrieval
    .find(question)
    .slice(0, SHOWN)
    .map((found) => ({ ...found, vendorName: names.get(found.passage.vendor) ?? '' }));
}
