/** What vendor.json says about itself: names that must be unique, numbers that must fit, references that must lead somewhere. */

import type { ConsentRequest, OfferedQuestionnaire } from '../../sync/domain/intake/offered-questionnaire.ts';
import { type LegalSource, reservedSlugs } from '../../sync/domain/legal/legal-document.ts';
import { isKnownPlace } from '../../sync/domain/places/places.ts';
import type { VendorSource } from '../../sync/domain/vendor/vendor-pack.ts';
import { type Faults, jsonPath } from './read/faults.ts';

/** Entries that could be read, with their index in the list. */
export type Entries<T> = readonly (readonly [index: number, entry: T])[];

export interface ReadableVendor {
  readonly slug?: string;
  readonly timezone?: string;
  readonly currency?: string;
  readonly serviceAreas: VendorSource['serviceAreas'];
  readonly clinicians: number;
  readonly questionnaires: Entries<OfferedQuestionnaire>;
  readonly legal: Entries<LegalSource>;
}

function reportTwice<T>(
  entries: Entries<T>,
  nameOf: (entry: T) => string,
  report: (index: number, first: number, name: string) => void,
): void {
  const seen = new Map<string, number>();
  for (const [index, entry] of entries) {
    const name = nameOf(entry);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, index);
    else report(index, first, name);
  }
}

function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

function checkIdentity(vendor: ReadableVendor, folderName: string, faults: Faults): void {
  if (vendor.slug !== undefined && vendor.slug !== folderName) {
    faults.error(
      'vendor-slug',
      '$.slug',
      `the slug is not the name of the folder, ${JSON.stringify(folderName)}`,
      'Rename one of them: the slug is the address of the vendor.',
    );
  }
  const { timezone, currency } = vendor;
  if (timezone !== undefined && !works(() => new Intl.DateTimeFormat('en', { timeZone: timezone }))) {
    faults.error(
      'timezone',
      '$.timezone',
      `${JSON.stringify(timezone)} is no IANA time zone`,
      'Write a name as "America/New_York".',
    );
  }
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency)) {
    faults.error(
      'currency',
      '$.currency',
      `${JSON.stringify(currency)} is no ISO 4217 currency`,
      'Write a code as "USD".',
    );
  }
}

function checkAreas(areas: VendorSource['serviceAreas'], faults: Faults): void {
  const entries = areas.map((area, index) => [index, area] as const);
  for (const [index, area] of entries) {
    if (!isKnownPlace(area.place))
      faults.error(
        'unknown-place',
        jsonPath(['serviceAreas', index, 'place']),
        `${JSON.stringify(area.place)} is not a place that a patient can pick`,
        'Use a code of sync/domain/places/places.ts, as "US-CA" or "GB".',
      );
  }
  reportTwice(
    entries,
    (area) => area.place,
    (index, first, place) =>
      faults.error(
        'area-twice',
        jsonPath(['serviceAreas', index, 'place']),
        `${place} is listed twice, first at $.serviceAreas[${first}]`,
        'Keep one of them.',
      ),
  );
}

function checkConsents(
  consents: readonly ConsentRequest[],
  legal: Entries<LegalSource>,
  path: readonly PropertyKey[],
  faults: Faults,
): void {
  for (const [index, consent] of consents.entries()) {
    if (!legal.some(([, document]) => document.slug === consent.document)) {
      faults.error(
        'unknown-document',
        jsonPath([...path, 'consents', index, 'document']),
        `there is no legal document ${JSON.stringify(consent.document)}`,
        `Use one of: ${legal.map(([, document]) => document.slug).join(', ')}.`,
      );
    }
  }
  reportTwice(
    consents.map((consent, index) => [index, consent] as const),
    (consent) => consent.document,
    (index, first, document) =>
      faults.error(
        'consent-twice',
        jsonPath([...path, 'consents', index, 'document']),
        `${document} is already asked for at consents[${first}]`,
        'Ask once per document: a decision is recorded by document.',
      ),
  );
  if (!consents.some((consent) => consent.required)) {
    faults.warning(
      'consent-none',
      jsonPath([...path, 'consents']),
      'nothing has to be agreed to before the form is sent',
      'Require at least the telehealth consent.',
    );
  }
}

function checkQuestionnaires(vendor: ReadableVendor, faults: Faults): void {
  for (const [index, offered] of vendor.questionnaires) {
    const path = ['questionnaires', index];
    if (offered.clinician >= vendor.clinicians) {
      faults.error(
        'unknown-clinician',
        jsonPath([...path, 'clinician']),
        `there is no clinician ${offered.clinician}`,
        `Use an index from 0 to ${Math.max(0, vendor.clinicians - 1)} into $.clinicians.`,
      );
    }
    if (offered.maxAge !== undefined && offered.maxAge < offered.minAge) {
      faults.error(
        'age-order',
        jsonPath([...path, 'maxAge']),
        'maxAge is below minAge',
        'Swap them: nobody is of such an age.',
      );
    }
    if (vendor.currency !== undefined && offered.price.currency !== vendor.currency) {
      faults.error(
        'price-currency',
        jsonPath([...path, 'price', 'currency']),
        `the vendor charges in ${vendor.currency}`,
        `Write ${JSON.stringify(vendor.currency)}.`,
      );
    }
    checkConsents(offered.consents, vendor.legal, path, faults);
  }
  reportTwice(
    vendor.questionnaires,
    (offered) => offered.slug,
    (index, first, slug) =>
      faults.error(
        'slug-twice',
        jsonPath(['questionnaires', index, 'slug']),
        `${slug} is already the slug of $.questionnaires[${first}]`,
        'Give each questionnaire its own.',
      ),
  );
}

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

/** @param folderName name of the pack's folder. */
export function checkVendor(vendor: ReadableVendor, folderName: string, faults: Faults): void {
  checkIdentity(vendor, folderName, faults);
  checkAreas(vendor.serviceAreas, faults);
  checkQuestionnaires(vendor, faults);
  checkLegal(vendor.legal, faults);
}
