/** What search engines and links elsewhere show of the pages outside of the vendors' spaces. */
import { type Language, type Localized, languages, readLocalized } from '../../domain/languages.ts';
import type { PublicHead } from './public-page.ts';

const NAME = 'Carefront';
/** Drawn by the build. */
export const SHARE_PICTURE = '/share.png';

interface PlatformPage {
  readonly title: Localized;
  readonly description: Localized;
}

/** By path, as in `platform-screens.ts`; what isn't here is nothing to be found. */
export const platformPages: Readonly<Record<string, PlatformPage>> = {
  '': {
    title: { en: NAME },
    description: {
      en: 'Find care by clinic, condition, medicine, place, or price, and start your form. Works offline, too.',
      es: 'Busque atención médica por clínica, problema de salud, medicamento, lugar o precio, y empiece su formulario. También funciona sin conexión.',
      ar: 'ابحث عن رعاية صحية حسب العيادة أو المشكلة الصحية أو الدواء أو المكان أو السعر، وابدأ استمارتك. يعمل أيضًا دون اتصال.',
    },
  },
  discovery: {
    title: { en: 'Find care', es: 'Buscar atención médica', ar: 'ابحث عن رعاية صحية' },
    description: {
      en: 'Search clinics, conditions, and medicines. Filter by place, price, delivery, and language.',
      es: 'Busque clínicas, problemas de salud y medicamentos. Filtre por lugar, precio, entrega e idioma.',
      ar: 'ابحث في العيادات والمشكلات الصحية والأدوية، مع تصفية حسب المكان والسعر والتوصيل واللغة.',
    },
  },
  'discovery/chat': {
    title: {
      en: 'Find care step by step',
      es: 'Encuentre atención médica paso a paso',
      ar: 'اعثر على الرعاية الصحية خطوة بخطوة',
    },
    description: {
      en: 'A few short questions lead you to a form, or to urgent care. Nothing you choose is kept or sent.',
      es: 'Unas preguntas breves le llevan a un formulario o a la atención urgente. Nada de lo que elija se guarda ni se envía.',
      ar: 'أسئلة قليلة قصيرة تقودك إلى استمارة أو إلى رعاية عاجلة. لا يُحفظ ولا يُرسل شيء مما تختاره.',
    },
  },
  'discovery/geofence': {
    title: {
      en: 'Care where you are',
      es: 'Atención médica donde usted está',
      ar: 'الرعاية الصحية في مكانك',
    },
    description: {
      en: 'See which clinics can treat you where you are, and how. Your exact location never leaves your device.',
      es: 'Vea qué clínicas pueden atenderle donde está y cómo. Su ubicación exacta nunca sale de su dispositivo.',
      ar: 'اعرف أي العيادات يمكنها علاجك في مكانك وكيف. لا يغادر موقعك الدقيق جهازك أبدًا.',
    },
  },
  'discovery/gpt': {
    title: { en: 'Ask a question', es: 'Hacer una pregunta', ar: 'طرح سؤال' },
    description: {
      en: 'Ask about clinics in your own words. Answers come only from what they have published, with links.',
      es: 'Pregunte por las clínicas con sus propias palabras. Las respuestas vienen solo de lo que han publicado, con enlaces.',
      ar: 'اسأل عن العيادات بكلماتك. لا تأتي الإجابات إلا مما نشرته، مع روابط.',
    },
  },
  'discovery/rates': {
    title: { en: 'Compare prices', es: 'Comparar precios', ar: 'مقارنة الأسعار' },
    description: {
      en: 'Compare what a treatment costs in total: the visit, the medicine, delivery, and tax.',
      es: 'Compare lo que cuesta un tratamiento en total: la consulta, el medicamento, la entrega y los impuestos.',
      ar: 'قارن التكلفة الإجمالية للعلاج: الاستشارة والدواء والتوصيل والضريبة.',
    },
  },
};

const read = (text: Localized, language: Language) => readLocalized(text, language).text;

/** @returns undefined for what is nothing to be found. @param origin that patients open the server by */
export function platformHeadOf(path: string, language: Language, origin: string): PublicHead | undefined {
  const page = platformPages[path];
  if (!page) return undefined;
  const plain = `${origin}/${path}`;
  const inLanguage = (each: Language) => (each === 'en' ? plain : `${plain}?lang=${each}`);
  const canonical = inLanguage(language);
  const name = read(page.title, language);
  const title = path === '' ? NAME : `${name} – ${NAME}`;
  const description = read(page.description, language);
  const site = { '@type': 'WebSite', name: NAME, url: `${origin}/` };
  const crumbs = [
    { '@type': 'ListItem', position: 1, name: NAME, item: `${origin}/` },
    ...(path === '' ? [] : [{ '@type': 'ListItem', position: 2, name, item: plain }]),
  ];
  return {
    ...{ title, description, canonical },
    alternates: [
      ...languages.map((each) => ({ language: each as string, url: inLanguage(each) })),
      { language: 'x-default', url: plain },
    ],
    openGraph: {
      ...{ 'og:type': 'website', 'og:site_name': NAME, 'og:title': title, 'og:description': description },
      ...{ 'og:url': canonical, 'og:locale': language, 'og:image': `${origin}${SHARE_PICTURE}` },
      ...{ 'og:image:width': '1200', 'og:image:height': '630', 'og:image:alt': NAME },
    },
    data: {
      '@context': 'https://schema.org',
      '@graph': [
        path === '' ? site : { '@type': 'WebPage', name, description, url: canonical, isPartOf: site },
        { '@type': 'BreadcrumbList', itemListElement: crumbs },
      ],
    },
  };
}

export function platformSitemap(origin: string): string {
  const urls = Object.keys(platformPages).map((path) => `<url><loc>${origin}/${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
