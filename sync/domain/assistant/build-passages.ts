/** Cuts what a vendor has published into passages. */
import type { Product } from '../catalog/product.ts';
import { conceptOf, conditionsOf, substanceOf } from '../discovery/concepts.ts';
import { type Language, type Localized, readLocalized } from '../languages.ts';
import type { LegalText } from '../legal/legal-document.ts';
import { countryOf, placeName } from '../places/places.ts';
import type { Shop } from '../shop/shop.ts';
import type { PublishedPack } from '../vendor/published-pack.ts';
import { hasPhrase, wordsOf } from '../words/fold-text.ts';
import { detectConcepts, detectIntents } from './ask.ts';
import { speaksToMachines } from './instructions.ts';
import type { Intent } from './intents.ts';
import type { Passage, VendorPassages } from './passage.ts';
import { wordingOf } from './passage-words.ts';

export interface PublishedTexts {
  readonly pack: Pick<
    PublishedPack,
    | 'slug'
    | 'name'
    | 'tagline'
    | 'description'
    | 'contact'
    | 'region'
    | 'currency'
    | 'locales'
    | 'faq'
    | 'steps'
    | 'serviceAreas'
    | 'questionnaires'
    | 'legal'
    | 'clinicians'
  >;
  readonly products: readonly Product[];
  readonly shop?: Pick<Shop, 'shipping'> | undefined;
  /** By document, in one language. */
  readonly legalText: (document: PublishedPack['legal'][number], language: Language) => LegalText | undefined;
}

type Draft = Omit<Passage, 'id' | 'vendor' | 'language' | 'concepts' | 'intents'> & {
  readonly key: string;
  readonly concepts?: readonly string[];
  readonly intents?: readonly Intent[];
};

const MAX_TEXT = 700;
/** As many whole sentences as fit. */
const shorten = (text: string) =>
  text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).replace(/(?<=[.!?؟])\s[^.!?؟]*$/, '');

function legalDrafts(
  { pack, legalText }: PublishedTexts,
  language: Language,
  base: string,
): readonly Draft[] {
  const kinds: Readonly<Record<string, readonly Intent[]>> = {
    privacy: ['privacy'],
    complaints: ['complaint'],
    cookies: ['cookies'],
    accessibility: ['accessibility'],
    terms: [],
    'telehealth-consent': ['consent'],
    'notice-of-privacy-practices': ['privacy'],
    licences: ['licences'],
    'shipping-returns': ['delivery'],
  };
  return pack.legal.flatMap((document): readonly Draft[] => {
    const intents = kinds[document.kind];
    const blocks = legalText(document, language)?.blocks;
    if (!intents || !blocks) return [];
    const title = readLocalized(document.title, language).text;
    const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
    for (const block of blocks) {
      const own = block.type === 'list' ? block.items : [block.inlines];
      const lines = own.map((inlines) => inlines.map((inline) => inline.text).join(''));
      if (block.type === 'heading') sections.push({ heading: lines.join(' '), lines: [] });
      else sections.at(-1)?.lines.push(...lines);
    }
    return sections
      .filter(({ lines }) => lines.length > 0)
      .map(({ heading, lines }, at) => ({
        key: `legal/${document.slug}/${at}`,
        title: heading === '' ? title : `${title}: ${heading}`,
        text: lines.join(' '),
        href: `${base}${document.slug}`,
        // What is said before the first heading is of the document as a whole.
        intents: [
          ...new Set([...(heading === '' ? [] : intents), ...detectIntents(heading, lines.join(' '))]),
        ],
      }));
  });
}

function productDrafts(
  product: Product,
  { pack }: PublishedTexts,
  language: Language,
  base: string,
): readonly Draft[] {
  const words = wordingOf(language);
  const read = (text: Localized) => readLocalized(text, language).text;
  const name = read(product.name);
  const substance = substanceOf(product);
  const form = pack.questionnaires.find(({ slug }) => slug === product.questionnaire);
  const conditions = form ? conditionsOf(form.title) : [];
  const itself = substance === undefined ? [] : [substance];
  const own = {
    href: `${base}product/${product.slug}`,
    concepts: [...itself, ...conditions],
    ...(product.kind === 'rx' ? { isPrescription: true as const } : {}),
  };
  const part = (key: string, title: string, text: string, intents: readonly Intent[]): Draft => ({
    ...own,
    ...{ key: `product/${product.slug}/${key}`, title: `${name}: ${title}`, text, intents },
  });
  const prices = product.plans.map(
    ({ pack: size, amount }) => `${read(size)}: ${words.money(amount, pack.currency)}`,
  );
  return [
    {
      ...own,
      ...{ key: `product/${product.slug}/about`, title: name },
      text: `${read(product.summary)} ${read(product.works)}`,
      intents: ['works'],
    },
    part('use', words.use, read(product.use), ['use']),
    part('benefits', words.benefits, read(product.benefits), ['works']),
    part('not-for', words.notFor, product.notFor.map((each) => `${read(each)}.`).join(' '), [
      'not-for',
      'age',
    ]),
    part(
      'side-effects',
      words.sideEffects,
      `${read(product.sideEffects.common)}. ${read(product.sideEffects.serious)}`,
      ['side-effects'],
    ),
    { ...part('price', words.price, `${prices.join('. ')}.`, ['price']), concepts: itself },
    part(
      'get',
      words.get,
      [
        `${read(product.form)}.`,
        words.kind(product.kind, form && read(form.title)),
        ...(product.kind === 'rx' ? [words.onlyIfPrescribed] : []),
        ...product.fulfillment.map((way) => words.way[way]),
        ...[...new Set(product.plans.flatMap(({ everyDays }) => everyDays ?? []))].map(words.renewal),
      ].join(' '),
      [
        'delivery',
        'needs-prescription',
        ...(product.fulfillment.includes('pickup') ? ['pickup' as const] : []),
      ],
    ),
  ];
}

/** Who works there, which languages are spoken, and how things are delivered. */
function peopleDrafts({ pack, shop }: PublishedTexts, language: Language, base: string): readonly Draft[] {
  const words = wordingOf(language);
  const read = (text: Localized) => readLocalized(text, language).text;
  const { name, clinicians, locales, currency } = pack;
  const languageNames = new Intl.DisplayNames(language, { type: 'language' });
  const list = (items: readonly string[]) => new Intl.ListFormat(language).format(items);
  const spoken = locales.map((each) => languageNames.of(each) ?? each);
  const rates = (shop?.shipping ?? []).map((rate) =>
    words.rate({
      name: read(rate.name),
      price: rate.amount === 0 ? undefined : words.money(rate.amount, currency),
      ...rate.days,
      freeFrom: rate.freeFrom === undefined ? undefined : words.money(rate.freeFrom, currency),
    }),
  );
  return [
    ...clinicians.map(
      ({ name: own, credentials, role, about }, at): Draft => ({
        ...{ key: `clinician/${at}`, title: `${own}, ${credentials}`, href: base },
        ...{ text: `${read(role)}. ${read(about)}`, intents: ['who', 'language'] },
      }),
    ),
    {
      ...{ key: 'languages', title: words.languages(name), text: `${list(spoken)}.`, href: base },
      intents: ['language'],
    },
    ...(rates.length === 0
      ? []
      : [
          {
            ...{ key: 'shipping', title: words.shipping(name), text: rates.join(' '), href: `${base}cart` },
            intents: ['delivery', 'price'] as const,
          },
        ]),
  ];
}

function homeDrafts({ pack }: PublishedTexts, language: Language, base: string): readonly Draft[] {
  const words = wordingOf(language);
  const read = (text: Localized) => readLocalized(text, language).text;
  const { name, contact, serviceAreas } = pack;
  const served = serviceAreas
    .filter(({ modality }) => modality !== 'unavailable')
    .map(({ place }) => placeName(place, language));
  return [
    { key: 'about', title: name, text: `${read(pack.tagline)} ${read(pack.description)}`, href: base },
    {
      ...{ key: 'contact', title: words.contact(name), href: base, intents: ['hours', 'contact'] },
      text: `${read(contact.hours)}. ${[contact.phone, contact.email, contact.address].filter(Boolean).join(', ')}.`,
    },
    {
      ...{ key: 'places', title: words.places(name), href: base, intents: ['where'] },
      text: `${new Intl.ListFormat(language).format(served)}.`,
    },
    ...(pack.faq ?? []).map(
      ({ question, answer }, at): Draft => ({
        ...{ key: `faq/${at}`, title: read(question), text: read(answer), href: base },
        intents: detectIntents(read(question), read(answer)),
        concepts: detectConcepts(read(question)),
      }),
    ),
    ...pack.steps.map(
      ({ title, text }, at): Draft => ({
        key: `steps/${at}`,
        title: read(title),
        text: read(text),
        href: base,
        intents: detectIntents(`${read(title)} ${read(text)}`),
      }),
    ),
  ];
}

function formDrafts({ pack }: PublishedTexts, language: Language, base: string): readonly Draft[] {
  const words = wordingOf(language);
  return pack.questionnaires.map((form): Draft => {
    const { slug, title, purpose, price, durationMinutes, reviewHours, minAge, maxAge } = form;
    const reader = pack.clinicians[form.clinician];
    return {
      key: `form/${slug}`,
      title: readLocalized(title, language).text,
      text: `${readLocalized(purpose, language).text} ${words.facts({
        ...{ minutes: durationMinutes, hours: reviewHours },
        price: price.amount === 0 ? undefined : words.money(price.amount, price.currency),
      })} ${words.ages({ min: minAge, max: maxAge })}${reader ? ` ${words.reader(reader.name)}` : ''}`,
      href: `${base}questionnaire/${slug}`,
      concepts: conditionsOf(title),
      intents: ['price', 'time', 'age'],
    };
  });
}

/** Names of the prescription medicines, in any text. */
function namesPrescriptions(products: readonly Product[]): (text: string) => boolean {
  const names = products
    .filter(({ kind }) => kind === 'rx')
    .flatMap((product) => {
      const concept = conceptOf(substanceOf(product) ?? '');
      const known = concept ? [concept.name, ...Object.values(concept.synonyms)] : [product.name];
      return known.flatMap((each) => Object.values(each) as readonly string[]);
    })
    .map(wordsOf);
  return (text) => {
    const words = wordsOf(text);
    return names.some((name) => hasPhrase(words, name));
  };
}

/** @param onRefused a text that speaks to machines: it is left out, and its vendor should hear of it */
export function buildPassages(
  texts: PublishedTexts,
  onRefused: (key: string) => void = () => undefined,
): VendorPassages {
  const { slug, name, region, locales } = texts.pack;
  const isBritish = countryOf(region) === 'GB';
  // In Britain nobody may be told of a prescription medicine before a consultation: not its name, not its price.
  const products = texts.products.filter(
    ({ kind, discontinued }) => discontinued === undefined && !(isBritish && kind === 'rx'),
  );
  const namesPrescription = namesPrescriptions(texts.products);
  const base = `/connect/${slug}/`;
  const passages = locales.flatMap((language) =>
    [
      ...homeDrafts(texts, language, base),
      ...peopleDrafts(texts, language, base),
      ...formDrafts(texts, language, base),
      ...products.flatMap((product) => productDrafts(product, texts, language, base)),
      ...legalDrafts(texts, language, base),
    ].flatMap(({ key, text, concepts = [], intents = [], ...draft }): readonly Passage[] => {
      const id = `${slug}/${key}/${language}`;
      const isPrescription = draft.isPrescription === true || namesPrescription(`${draft.title} ${text}`);
      if (isPrescription && isBritish) return [];
      if (speaksToMachines(`${draft.title}\n${text}`)) {
        onRefused(id);
        return [];
      }
      return [
        {
          ...{ ...draft, id, language, concepts, intents, vendor: slug },
          text: shorten(text),
          ...(isPrescription ? { isPrescription: true as const } : {}),
        },
      ];
    }),
  );
  return { slug, name, passages };
}
