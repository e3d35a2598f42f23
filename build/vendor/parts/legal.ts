/** Legal documents: their list in vendor.json, and their texts. */
import { type Language, languages } from '../../../sync/domain/languages.ts';
import {
  consentDocumentSchema,
  type LegalSource,
  type LegalText,
  type PublishedLegalDocument,
  reservedSlugs,
} from '../../../sync/domain/legal/legal-document.ts';
import { type Faults, jsonPath } from '../read/faults.ts';
import { readLegalText } from '../read/legal-text.ts';
import { canonicalJson, type PackFiles, sha256 } from '../read/pack-files.ts';
import { oncePerPack, type PackReading, type Publishing } from '../read/part.ts';
import { readText } from '../read/read-json.ts';
import { type Entries, readableEntries, reportTwice, standInText } from '../read/readable.ts';

export interface CheckedLegal {
  readonly document: LegalSource;
  readonly texts: Readonly<Partial<Record<Language, { readonly text: LegalText; readonly sha256: string }>>>;
}

/** Documents whose file can be read; one without a readable slug is told apart by its index. */
export const documentsOf = oncePerPack(
  ({ raw }): Entries<LegalSource> =>
    readableEntries(raw.legal, consentDocumentSchema, (index) => ({
      slug: `unreadable-${index}`,
      kind: 'other',
      title: standInText,
      version: '0',
      effectiveFrom: '2000-01-01',
      unreviewed: [],
    })),
);

function checkLegal(legal: Entries<LegalSource>, faults: Faults): void {
  for (const [index, document] of legal) {
    if (reservedSlugs.includes(document.slug))
      faults.error(
        'slug-reserved',
        jsonPath(['legal', index, 'slug']),
        `${document.slug} is the address of another page`,
        'Choose another slug.',
      );
    for (const [at, language] of document.unreviewed.entries()) {
      if (document.files[language] === undefined)
        faults.error(
          'unreviewed-language',
          jsonPath(['legal', index, 'unreviewed', at]),
          `the document is not there in ${language}`,
          `Add its file, or remove ${language}.`,
        );
    }
  }
  reportTwice(
    legal,
    (document) => document.slug,
    (index, first, slug) =>
      faults.error(
        'slug-twice',
        jsonPath(['legal', index, 'slug']),
        `${slug} is already the slug of $.legal[${first}]`,
        'Give each document its own.',
      ),
  );
  for (const kind of ['terms', 'privacy', 'telehealth-consent'] as const) {
    if (!legal.some(([, document]) => document.kind === kind))
      faults.warning(
        'legal-kind',
        '$.legal',
        `there is no document of the kind ${kind}`,
        'Add one: patients look for it.',
      );
  }
}

async function checkFiles(
  { folder, named, faultsOf, vendor, locales }: PackReading,
  entries: Entries<LegalSource>,
): Promise<CheckedLegal[]> {
  const legal: CheckedLegal[] = [];
  for (const [at, document] of entries) {
    const texts: Partial<Record<Language, { text: LegalText; sha256: string }>> = {};
    for (const language of languages) {
      const path = document.files[language];
      if (path === undefined) {
        if (locales.includes(language))
          vendor.error(
            'translation',
            jsonPath(['legal', at, 'files', language]),
            `the document is missing in ${language}`,
            `Add its file, or take ${language} out of the vendor's locales.`,
          );
        continue;
      }
      named.add(path);
      const faults = faultsOf(path);
      const read = await readText(folder, path, faults);
      if (!read) continue;
      texts[language] = {
        text: readLegalText(read.text, faults),
        sha256: sha256(read.bytes),
      };
    }
    legal.push({ document, texts });
  }
  return legal;
}

function publishLegal({ document, texts }: CheckedLegal, files: PackFiles): PublishedLegalDocument {
  const { slug, kind, title, version, effectiveFrom, changes, unreviewed } = document;
  const published = Object.entries(texts).map(([language, { text, sha256: hash }]) => [
    language,
    { url: files.add(`legal/${slug}.${language}`, 'json', canonicalJson(text)), sha256: hash },
  ]);
  return {
    slug,
    kind,
    title,
    version,
    effectiveFrom,
    unreviewed,
    ...(changes === undefined ? {} : { changes }),
    texts: Object.fromEntries(published),
  };
}

export const legalBuild = {
  async check(reading: PackReading) {
    const documents = documentsOf(reading);
    checkLegal(documents, reading.vendor);
    return { legal: await checkFiles(reading, documents) };
  },
  publish: async ({ legal }: { readonly legal: readonly CheckedLegal[] }, { files }: Publishing) => ({
    legal: legal.map((document) => publishLegal(document, files)),
  }),
};
