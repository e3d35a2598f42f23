/** A vendor's public pages, as search engines and links elsewhere show them: which there are, when they changed, and what stands in their heads. */
import { type Language, type Localized, readLocalized } from '../../domain/languages.ts';
import { decimalOf } from '../../domain/money/minor-unit.ts';
import type { PublishedPack } from '../../domain/vendor/published-pack.ts';

/** Addresses of pages that are nobody's own, within the vendor's space; `home` is the empty one. */
export interface PublicPage {
  readonly path: string;
  readonly title: Localized;
  readonly description: Localized;
  /** ISO 8601 day, where somebody has said one. */
  readonly changedOn?: string | undefined;
  /** Of schema.org; null: nothing that it has a word for. */
  readonly about: (language: Language, url: string) => object | null;
}

const read = (text: Localized, language: Language) => readLocalized(text, language).text;

const DAYS = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
} as const;

function organizationOf(pack: PublishedPack, language: Language, url: string) {
  const { contact } = pack;
  return {
    '@type': pack.organization === 'pharmacy' ? 'Pharmacy' : 'MedicalClinic',
    name: pack.name,
    legalName: pack.legalName,
    description: read(pack.description, language),
    url,
    telephone: contact.phone,
    email: contact.email,
    address: contact.address,
    ...(contact.hoursOfOperation && {
      openingHoursSpecification: contact.hoursOfOperation.map(({ daysOfWeek, openingTime, closingTime }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: daysOfWeek?.map((day) => DAYS[day]),
        opens: openingTime,
        closes: closingTime,
      })),
    }),
  };
}

/** Nothing is promoted in Britain: neither a prescription medicine nor what would be read as one. A prescription medicine has no offer and no rating anywhere. */
function productOf(
  pack: PublishedPack,
  product: NonNullable<PublishedPack['products']>[number],
  language: Language,
  url: string,
): object | null {
  if (pack.region === 'GB') return null;
  const name = read(product.name, language);
  const description = read(product.summary, language);
  if (product.kind === 'rx')
    return {
      '@type': 'Drug',
      name,
      nonProprietaryName: name,
      description,
      url,
      prescriptionStatus: 'https://schema.org/PrescriptionOnly',
    };
  return {
    '@type': 'Product',
    name,
    description,
    url,
    offers: {
      '@type': 'Offer',
      url,
      price: decimalOf(product.from.amount, pack.currency),
      priceCurrency: pack.currency,
      availability: `https://schema.org/${product.discontinued ? 'Discontinued' : 'InStock'}`,
    },
  };
}

const latest = (days: readonly (string | undefined)[]) =>
  days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);

export function publicPagesOf(pack: PublishedPack): readonly PublicPage[] {
  const forms = pack.questionnaires.map(
    (form): PublicPage => ({
      path: `questionnaire/${form.slug}`,
      title: form.title,
      description: form.purpose,
      changedOn: form.manifest.reviewedOn,
      about: (language, url) => ({
        '@type': 'MedicalWebPage',
        name: read(form.title, language),
        description: read(form.purpose, language),
        url,
        lastReviewed: form.manifest.reviewedOn,
      }),
    }),
  );
  const products = (pack.products ?? []).map(
    (product): PublicPage => ({
      path: `product/${product.slug}`,
      title: product.name,
      description: product.summary,
      about: (language, url) => productOf(pack, product, language, url),
    }),
  );
  const documents = pack.legal.map(
    (document): PublicPage => ({
      path: document.slug,
      title: document.title,
      description: pack.description,
      changedOn: document.effectiveFrom,
      about: () => null,
    }),
  );
  const home: PublicPage = {
    path: '',
    title: { en: pack.name },
    description: pack.description,
    changedOn: latest([...forms, ...documents].map(({ changedOn }) => changedOn)),
    about: (language, url) => organizationOf(pack, language, url),
  };
  return [home, ...forms, ...products, ...documents];
}

export interface PublicHead {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
  readonly openGraph: Readonly<Record<string, string>>;
  /** JSON-LD, one block. */
  readonly data: object;
}

/** @param origin that patients open the server by */
export function publicHead(
  pack: PublishedPack,
  page: PublicPage,
  language: Language,
  origin: string,
): PublicHead {
  const home = `${origin}/connect/${pack.slug}/`;
  const plain = `${home}${page.path}`;
  const inLanguage = (each: Language) => (each === pack.locales[0] ? plain : `${plain}?lang=${each}`);
  const canonical = inLanguage(language);
  const name = read(page.title, language);
  const title = page.path === '' ? pack.name : `${name} – ${pack.name}`;
  const description = read(page.description, language);
  const crumbs = [
    { '@type': 'ListItem', position: 1, name: pack.name, item: home },
    ...(page.path === '' ? [] : [{ '@type': 'ListItem', position: 2, name, item: plain }]),
  ];
  const about = page.about(language, canonical);
  return {
    title,
    description,
    canonical,
    alternates:
      pack.locales.length > 1
        ? [
            ...pack.locales.map((each) => ({ language: each as string, url: inLanguage(each) })),
            { language: 'x-default', url: plain },
          ]
        : [],
    openGraph: {
      'og:type': 'website',
      'og:site_name': pack.name,
      'og:title': title,
      'og:description': description,
      'og:url': canonical,
      'og:locale': `${language}_${pack.region}`,
      ...(pack.shareUrl && {
        'og:image': `${origin}${pack.shareUrl}`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': pack.name,
      }),
    },
    data: {
      '@context': 'https://schema.org',
      '@graph': [...(about ? [about] : []), { '@type': 'BreadcrumbList', itemListElement: crumbs }],
    },
  };
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** @returns undefined for a vendor that nobody should find: an invented one. */
export function sitemapOf(pack: PublishedPack, origin: string): string | undefined {
  if (pack.demo) return undefined;
  const urls = publicPagesOf(pack).map(({ path, changedOn }) => {
    const url = escapeXml(`${origin}/connect/${pack.slug}/${path}`);
    return `<url><loc>${url}</loc>${changedOn === undefined ? '' : `<lastmod>${changedOn}</lastmod>`}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
