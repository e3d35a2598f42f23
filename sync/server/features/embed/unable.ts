/**
 * What a form's document says in another site's page until its scripts take over: they never do in a sandbox without `allow-same-origin` or `allow-scripts`,
 * where nothing of the app may load. Its look is a file that such a document may read; the app's own styles hide it while scripts can still come.
 */
import { type Language, type Localized, readLocalized } from '../../../domain/languages.ts';
import { escapeHtml } from '../../web/page.ts';

export const UNABLE_STYLE_PATH = '/embed/v1/unable.css';

export const UNABLE_STYLE = `.unable{max-width:38rem;margin:0 auto;padding:1.5rem 1.25rem;font:1.0625rem/1.5 system-ui,sans-serif;color:#1b2526;background:#fff}
.unable h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.3}
.unable p{margin:0 0 1rem}
.unable a{display:inline-block;padding:.75rem 1.25rem;border-radius:.5rem;background:#1d4a4f;color:#fff;font-weight:600;text-decoration:none}
.unable a:focus-visible{outline:3px solid #1d4a4f;outline-offset:3px}
.unable code{overflow-wrap:anywhere;font-size:.9375rem}
`;

const TEXTS = {
  title: {
    en: 'This form can’t run inside this page',
    es: 'Este formulario no funciona dentro de esta página',
    ar: 'لا تعمل هذه الاستمارة داخل هذه الصفحة',
  },
  text: {
    en: 'The page around it blocks what the form needs. Nothing was saved or sent.',
    es: 'La página que lo rodea bloquea lo que el formulario necesita. No se guardó ni se envió nada.',
    ar: 'تمنع الصفحة المحيطة ما تحتاج إليه الاستمارة. لم يُحفظ شيء ولم يُرسل.',
  },
  link: {
    en: 'Open in a full page',
    es: 'Abrir en una página completa',
    ar: 'افتح في صفحة كاملة',
  },
  copy: {
    en: 'If nothing opens, copy this address into a new tab:',
    es: 'Si no se abre nada, copie esta dirección en una pestaña nueva:',
    ar: 'إذا لم يُفتح شيء، فانسخ هذا العنوان إلى علامة تبويب جديدة:',
  },
} satisfies Readonly<Record<string, Localized>>;

/** @param url of the form's own page */
export function unableToOpen(url: string, language: Language): string {
  const address = escapeHtml(url);
  const say = (text: Localized) => readLocalized(text, language).text;
  return `<main class="unable"><h1>${say(TEXTS.title)}</h1><p>${say(TEXTS.text)}</p><p><a href="${address}" target="_blank" rel="noopener">${say(TEXTS.link)}</a></p><p>${say(TEXTS.copy)} <code dir="ltr">${address}</code></p></main>`;
}
