/** The questionnaires that a vendor offers: their list in vendor.json, and their forms. */
import type { Questionnaire } from 'fhir/r4.js';
import { MIN_AMOUNT } from '../../../sync/domain/catalog/limits.ts';
import {
  type ConsentRequest,
  type OfferedQuestionnaire,
  offeredQuestionnaireSchema,
  type PublishedQuestionnaire,
} from '../../../sync/domain/intake/offered-questionnaire.ts';
import { languages } from '../../../sync/domain/languages.ts';
import type { LegalSource } from '../../../sync/domain/legal/legal-document.ts';
import { formHash } from '../../../sync/questionnaire/index.ts';
import {
  askedQuestions,
  type IndexedItem,
  indexForm,
  isObject,
  type JsonObject,
  objectsOf,
  textOf,
} from '../form/form-index.ts';
import { type Faults, jsonPath } from '../read/faults.ts';
import { canonicalJson } from '../read/pack-files.ts';
import { oncePerPack, type PackReading, type Publishing } from '../read/part.ts';
import { readJson } from '../read/read-json.ts';
import { type Entries, readableEntries, reportTwice, standInText } from '../read/readable.ts';
import { checkFormItself, checkFormTranslations, checkOfferedAgainstForm } from './check-form.ts';
import { documentsOf } from './legal.ts';

export interface CheckedForm {
  readonly offered: OfferedQuestionnaire;
  /** The form's url, or a name of this pack where it has none. */
  readonly canonical: string;
  readonly form: Questionnaire;
  readonly index: ReadonlyMap<string, IndexedItem>;
}

/** A form without url is named by where it is: rules and responses need a name. */
export function canonicalOf(form: unknown, vendor: string, slug: string): string {
  return (
    (isObject(form) ? textOf(form.url)?.split('|')[0] : undefined) ??
    `urn:carefront:questionnaire:${vendor}:${slug}`
  );
}

/** Questionnaires whose file can be read. */
const offeredOf = oncePerPack((reading): Entries<OfferedQuestionnaire> => {
  const [first] = documentsOf(reading);
  const consents = first ? [{ document: first[1].slug, statement: standInText, required: true }] : [];
  return readableEntries(reading.raw.questionnaires, offeredQuestionnaireSchema, (index) => ({
    slug: `unreadable-${index}`,
    title: standInText,
    purpose: standInText,
    durationMinutes: 1,
    price: { amount: 0, currency: textOf(reading.raw.currency) ?? 'USD' },
    clinician: 0,
    reviewHours: 1,
    minAge: 0,
    maxAnswerAgeDays: 1,
    consents,
    status: 'open',
    formLanguages: [...languages],
    unreviewed: [],
    manifest: {
      licence: '-',
      attribution: '-',
      allowedUse: '-',
      source: '-',
      version: '-',
      reviewedOn: '2000-01-01',
    },
  }));
});

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

function checkQuestionnaires(reading: PackReading): void {
  const { raw, vendor: faults } = reading;
  const clinicians = Array.isArray(raw.clinicians) ? raw.clinicians.length : 0;
  const currency = textOf(raw.currency);
  const questionnaires = offeredOf(reading);
  for (const [index, offered] of questionnaires) {
    const path = ['questionnaires', index];
    if (offered.clinician >= clinicians) {
      faults.error(
        'unknown-clinician',
        jsonPath([...path, 'clinician']),
        `there is no clinician ${offered.clinician}`,
        `Use an index from 0 to ${Math.max(0, clinicians - 1)} into $.clinicians.`,
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
    if (currency !== undefined && offered.price.currency !== currency) {
      faults.error(
        'price-currency',
        jsonPath([...path, 'price', 'currency']),
        `the vendor charges in ${currency}`,
        `Write ${JSON.stringify(currency)}.`,
      );
    }
    if (offered.price.amount > 0 && offered.price.amount < MIN_AMOUNT)
      faults.error(
        'price-least',
        jsonPath([...path, 'price', 'amount']),
        `a card can't be charged less than ${MIN_AMOUNT}`,
        'Ask for that much, or for nothing.',
      );
    checkConsents(offered.consents, documentsOf(reading), path, faults);
  }
  reportTwice(
    questionnaires,
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

/** In the order of vendor.json. */
export const formsOf = oncePerPack(async (reading): Promise<readonly CheckedForm[]> => {
  const { folder, named, faultsOf, vendor, slug } = reading;
  const forms: CheckedForm[] = [];
  for (const [at, offered] of offeredOf(reading)) {
    named.add(offered.file);
    const faults = faultsOf(offered.file);
    const json = await readJson(folder, offered.file, faults);
    if (!json.ok) continue;
    checkFormItself(json.value, faults);
    const index = indexForm(json.value);
    checkFormTranslations(json.value, index, offered, faults);
    checkOfferedAgainstForm(json.value, index, offered, ['questionnaires', at], vendor);
    const canonical = canonicalOf(json.value, slug, offered.slug);
    const other = forms.find((form) => form.canonical === canonical);
    if (other)
      faults.error(
        'canonical-twice',
        '$.url',
        `${canonical} is already the form of ${other.offered.slug}`,
        'Offer each form once, or give the copy its own url.',
      );
    if (isQuestionnaire(json.value)) forms.push({ offered, canonical, form: json.value, index });
  }
  return forms;
});

const isQuestionnaire = (value: unknown): value is Questionnaire =>
  isObject(value) && value.resourceType === 'Questionnaire';

async function publishForm(
  { offered, canonical, form, index }: CheckedForm,
  { files, drawing }: Publishing,
): Promise<PublishedQuestionnaire> {
  const hash = await formHash(form);
  const { file: _, picture, ...rest } = offered;
  return {
    ...rest,
    ...(picture === undefined ? {} : { picture: drawing(picture) }),
    canonical,
    version: form.version ?? offered.manifest.version,
    formHash: hash,
    url: files.addNamed(`questionnaires/${hash}.json`, canonicalJson(form)),
    questions: askedQuestions(index).length,
  };
}

export const intakeBuild = {
  async check(reading: PackReading) {
    checkQuestionnaires(reading);
    return { forms: await formsOf(reading) };
  },
  publish: async ({ forms }: { readonly forms: readonly CheckedForm[] }, publishing: Publishing) => ({
    questionnaires: await Promise.all(forms.map((form) => publishForm(form, publishing))),
  }),
  drawings: ({ questionnaires }: JsonObject) => objectsOf(questionnaires).map(({ picture }) => picture),
  /** The title of a published instrument is its own, and is not translated by anyone who imports it. */
  isTranslated(reading: PackReading, [list, at]: readonly PropertyKey[]) {
    const entry =
      list === 'questionnaires' ? offeredOf(reading).find(([index]) => index === at)?.[1] : undefined;
    return !entry || reading.locales.every((locale) => entry.formLanguages.includes(locale));
  },
};
