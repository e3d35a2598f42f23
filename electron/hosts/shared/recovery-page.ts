/**
 * What stands on the screen when the app can't (K4's last rung). Every language at once: the person in front of it hasn't chosen one. The texts are here
 * and not with the screens', which are in files that may be the ones that fail.
 */

const LINES = [
  { language: 'en', direction: 'ltr', text: 'Please see the front desk.' },
  { language: 'es', direction: 'ltr', text: 'Por favor, acuda a la recepción.' },
  { language: 'ar', direction: 'rtl', text: 'يُرجى التوجّه إلى مكتب الاستقبال.' },
] as const;

const STYLE =
  'html,body{height:100%;margin:0}body{display:flex;flex-direction:column;align-items:center;justify-content:center;gap:2.5rem;background:#fff;color:#111;font:600 3.5rem/1.3 sans-serif;text-align:center;cursor:default}p{margin:0;padding:0 2rem}';

export const recoveryPage = {
  title: LINES[0].text,
  style: STYLE,
  body: `<main>${LINES.map(({ language, direction, text }) => `<p lang="${language}" dir="${direction}">${text}</p>`).join('')}</main>`,
} as const;
