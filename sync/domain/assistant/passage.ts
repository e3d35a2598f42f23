/** What the assistant may answer from: short texts of a vendor, each with the page it is from. */
import type { Language } from '../languages.ts';
import type { PublishedPack } from '../vendor/published-pack.ts';
import type { Intent } from './intents.ts';

export interface Passage {
  /** `willow/faq/2/es`. */
  readonly id: string;
  /** Slug. */
  readonly vendor: string;
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  /** Of the page where it stands. */
  readonly href: string;
  /** Ids of what it is about (`sync/domain/discovery`). */
  readonly concepts: readonly string[];
  /** What it answers about that. */
  readonly intents: readonly Intent[];
  /** Names a prescription medicine: not for readers in Britain. */
  readonly isPrescription?: true;
}

/** All passages of one vendor, in one file. */
export interface VendorPassages {
  readonly slug: string;
  readonly name: string;
  readonly passages: readonly Passage[];
}

/** What a page is told of the model. */
export interface AssistantLink {
  /** Where questions go: `models.example.org`. */
  readonly host: string;
}

/** Which vendors there are, and where their passages are. */
export interface PassageIndex {
  readonly v: 1;
  readonly vendors: readonly ListedPassages[];
}
export interface ListedPassages extends Pick<PublishedPack, 'slug' | 'name' | 'serviceAreas'> {
  readonly concepts: readonly string[];
  readonly url: string;
}

/** @param url of its passages, where they are read by it */
export const listPassages = (
  { slug, name, passages }: VendorPassages,
  serviceAreas: PublishedPack['serviceAreas'] = [],
  url = '',
): ListedPassages => ({
  ...{ slug, name, url, serviceAreas },
  concepts: [...new Set(passages.flatMap(({ concepts }) => concepts))],
});
