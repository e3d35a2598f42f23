/**
 * A letter as HTML for mail programs: one table of 600 px, styles at each element, nothing that is loaded, and nothing that tells
 * whether it was opened. A link leads to the vendor's own pages, and does nothing by being opened. Each text has its ground at the same element, so that a program which inverts colors inverts both.
 */
import { directionOfTag } from '../../../../domain/languages.ts';
import type { LetterColors } from '../../../../domain/vendor/published-pack.ts';
import type { Block, LetterContext, LetterWords } from './letter.ts';
import { type Look, lookOf } from './look.ts';
import { writtenPhone } from './phone.ts';

type Colors = LetterColors['light'];
type ColorName = keyof Colors;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Classes are for the other scheme alone: `t-` colors text, `b-` a ground, `e-` an edge. */
interface Sheet {
  readonly colors: Colors;
  readonly look: Look;
  readonly start: 'left' | 'right';
}

const text = (name: ColorName, { colors }: Sheet) => ({ class: `t-${name}`, style: `color:${colors[name]}` });
const ground = (name: ColorName, { colors }: Sheet) => ({
  class: `b-${name}`,
  style: `background-color:${colors[name]}`,
});
const edge = (name: ColorName, { colors }: Sheet) => ({
  class: `e-${name}`,
  style: `border-color:${colors[name]}`,
});

function painted(
  paints: readonly { readonly class: string; readonly style: string }[],
  style: readonly string[] = [],
): string {
  const classes = paints.map((paint) => paint.class).join(' ');
  return `class="${classes}" style="${escapeHtml([...paints.map((paint) => paint.style), ...style].join(';'))}"`;
}

const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"';

function paragraph(content: string, sheet: Sheet, { isSoft = false, size = 17, gap = 20 } = {}): string {
  const color = text(isSoft ? 'softInk' : 'ink', sheet);
  const line = Math.round(size * 1.6);
  return `<p ${painted([color], [`margin:0 0 ${gap}px`, `font-size:${size}px`, `line-height:${line}px`])}>${content}</p>`;
}

function panel(content: string, sheet: Sheet): string {
  const { look } = sheet;
  const style = [
    `border-radius:${look.radius.panel}px`,
    'padding:18px 20px',
    ...(look.border > 1 ? [`border-style:solid`, `border-width:${look.border}px`] : []),
  ];
  const paints = [ground(look.panel, sheet), ...(look.border > 1 ? [edge('ink', sheet)] : [])];
  return `<table ${TABLE} style="margin:4px 0 24px;border-collapse:separate"><tr><td align="${sheet.start}" ${painted(paints, style)}>${content}</td></tr></table>`;
}

/** Under a line. */
function below(content: string, sheet: Sheet): string {
  const style = ['border-top-style:solid', 'border-top-width:1px', 'padding-top:20px'];
  return `<table ${TABLE}><tr><td align="${sheet.start}" ${painted([edge('rule', sheet)], style)}>${content}</td></tr></table>`;
}

function blockOf(block: Block, sheet: Sheet): string {
  const content = escapeHtml(block.text);
  if (block.kind === 'text') return paragraph(content, sheet);
  if (block.kind === 'note')
    return below(paragraph(content, sheet, { isSoft: true, size: 15, gap: 0 }), sheet);
  if (block.kind === 'advice') {
    const name = `<strong style="font-weight:700">${escapeHtml(block.name)}</strong>`;
    return below(paragraph(`${name}<br>${content}`, sheet, { gap: 0 }), sheet);
  }
  if (block.kind === 'link') {
    const style = [
      'display:inline-block',
      'padding:14px 22px',
      'font-size:17px',
      'line-height:24px',
      'font-weight:600',
    ];
    const paints = [ground('accent', sheet), text('onAccent', sheet)];
    const look = [...style, 'text-decoration:none', `border-radius:${sheet.look.radius.panel}px`];
    return `<p style="margin:4px 0 28px"><a href="${escapeHtml(block.url)}" ${painted(paints, look)}>${content}</a></p>`;
  }
  if (block.kind === 'fact') {
    const name = paragraph(escapeHtml(block.name), sheet, { isSoft: true, size: 14, gap: 0 });
    const value = [text('ink', sheet)];
    const style = ['margin:0', 'font-size:18px', 'line-height:28px', 'font-weight:600'];
    return panel(`${name}<p ${painted(value, style)}>${content}</p>`, sheet);
  }
  // Digits are read from the left in every language; as one word, so that a double-click copies all of them.
  const style = [
    'margin:0',
    'font-size:40px',
    'line-height:52px',
    'font-weight:600',
    'letter-spacing:10px',
    'padding-left:10px',
    'text-align:center',
    'font-variant-numeric:tabular-nums lining-nums',
    'white-space:nowrap',
  ];
  return panel(
    `<p dir="ltr" ${painted([text(sheet.look.digits, sheet)], [...style, 'font-family:inherit'])}>${content}</p>`,
    sheet,
  );
}

/** Twelve strips of cloth. Where corners aren't drawn round, they are still stripes. */
function awning(sheet: Sheet): string {
  const strip = (_: unknown, index: number) =>
    `<td width="8.33%" height="16" ${painted([ground(index % 2 === 0 ? 'accent' : 'second', sheet)], ['height:16px', 'font-size:0', 'line-height:0', 'border-radius:0 0 50% 50%'])}>&nbsp;</td>`;
  return `<table ${TABLE}><tr>${Array.from({ length: 12 }, strip).join('')}</tr></table>`;
}

function headOf(name: string, sheet: Sheet): string {
  const { look, start } = sheet;
  const style = [
    `font-size:${look.name.size}px`,
    `line-height:${look.name.size + 10}px`,
    `font-weight:${look.name.weight}`,
    `font-family:${look.fonts}`,
  ];
  const written = escapeHtml(name);
  if (look.head === 'awning')
    return `<tr><td align="center" ${painted([ground('accent', sheet), text('onAccent', sheet)], [...style, 'padding:20px 24px 16px', `border-radius:${look.radius.sheet}px ${look.radius.sheet}px 0 0`])}><bdi>${written}</bdi></td></tr><tr><td>${awning(sheet)}</td></tr><tr><td style="height:20px;font-size:0;line-height:0">&nbsp;</td></tr>`;
  const gap = look.head === 'horizon' ? 18 : 20;
  return `<tr><td align="${start}" ${painted([text('heading', sheet)], [...style, `padding:8px 4px ${gap}px`])}><bdi>${written}</bdi></td></tr>`;
}

function footOf(
  { automatic, neutralSender }: LetterWords,
  { pack, texts }: LetterContext,
  sheet: Sheet,
): string {
  const { name, demo, contact } = pack;
  const isNeutral = neutralSender !== undefined;
  const lines = [
    escapeHtml(automatic ?? texts.footer.automatic(name)),
    ...(isNeutral
      ? []
      : [
          `<bdi>${escapeHtml(contact.address)}</bdi> &middot; <bdi dir="ltr">${escapeHtml(writtenPhone(contact.phone))}</bdi>`,
        ]),
    ...(demo && !isNeutral ? [escapeHtml(texts.footer.demo(name))] : []),
  ];
  return `<tr><td align="${sheet.start}" ${painted([text('softInk', sheet)], ['padding:20px 4px 8px', 'font-size:13px', 'line-height:22px', `font-family:${sheet.look.fonts}`])}>${lines.join('<br>')}</td></tr>`;
}

function sheetOf({ heading, blocks }: LetterWords, sheet: Sheet): string {
  const { look, start } = sheet;
  const title = [
    'margin:0 0 16px',
    `font-size:${look.heading.size}px`,
    `line-height:${Math.round(look.heading.size * 1.3)}px`,
    `font-weight:${look.heading.weight}`,
    `letter-spacing:${look.heading.tracking}`,
    // No word by itself in the second line, where a mail program knows how.
    'text-wrap:balance',
  ];
  const box = [
    'padding:36px 40px 36px',
    `font-family:${look.fonts}`,
    'border-style:solid',
    `border-width:${look.border}px`,
    `border-radius:${look.radius.sheet}px`,
  ];
  const isLit = look.head === 'horizon';
  const light = isLit ? [...box, 'border-top-width:3px', `border-top-color:${sheet.colors.accent}`] : box;
  const paints = [ground('sheet', sheet), edge(look.border > 1 ? 'ink' : 'rule', sheet)];
  const content = blocks.map((block) => blockOf(block, sheet)).join('\n');
  return `<tr><td align="${start}" ${painted(paints, light).replace('class="', 'class="room ')}><h1 ${painted([text('heading', sheet)], title)}>${escapeHtml(heading)}</h1>\n${content}</td></tr>`;
}

/** For programs that heed it: the vendor's other palette. A dark vendor is dark by day, too. */
function otherScheme({ brand, letterColors }: LetterContext['pack']): string {
  if (brand.scheme === 'dark') return '';
  const rules = Object.entries(letterColors.dark).flatMap(([name, color]) => [
    `.t-${name}{color:${color}!important}`,
    `.b-${name}{background-color:${color}!important}`,
    `.e-${name}{border-color:${color}!important}`,
  ]);
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

/** What mailboxes show beside the subject, on locked screens, too: the first sentence, and then blanks where the code would follow. */
function preview({ blocks }: LetterWords, { paper }: Colors): string {
  const [first] = blocks;
  const blanks = '&#847;&zwnj;&nbsp;'.repeat(120);
  return `<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${paper};mso-hide:all">${escapeHtml(first?.text ?? '')}${blanks}</div>`;
}

export function htmlOf(words: LetterWords, context: LetterContext): string {
  const { pack, language } = context;
  const { scheme } = pack.brand;
  const direction = directionOfTag(language);
  const sheet: Sheet = {
    colors: pack.letterColors[scheme],
    look: lookOf(pack.brand, language),
    start: direction === 'rtl' ? 'right' : 'left',
  };
  const schemes = scheme === 'dark' ? 'dark' : 'light dark';
  const page = `lang="${language}" dir="${direction}"`;
  return `<!doctype html>
<html ${page}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${schemes}">
<meta name="supported-color-schemes" content="${schemes}">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(words.subject)}</title>
<style>
:root{color-scheme:${schemes}}
a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}
@media (max-width:480px){.room{padding:28px 24px!important}.page{padding:16px 12px!important}}
${otherScheme(pack)}
</style>
</head>
<body ${painted([ground('paper', sheet)], ['margin:0', 'padding:0', '-webkit-text-size-adjust:100%'])}>
${preview(words, sheet.colors)}
<div role="article" aria-label="${escapeHtml(words.subject)}" ${page}>
<table ${TABLE}><tr><td align="center" ${painted([ground('paper', sheet)], ['padding:32px 20px']).replace('class="', 'class="page ')}>
<table ${TABLE} dir="${direction}" style="max-width:600px;border-collapse:separate">
${headOf(words.neutralSender ?? pack.name, sheet)}
${sheetOf(words, sheet)}
${footOf(words, context, sheet)}
</table>
</td></tr></table>
</div>
</body>
</html>
`;
}
