/**
 * Which drawings a pack may hold: plain SVG, by a list of what is allowed. Anything that runs, or reaches out of the file, is a
 * fault, whatever it is called.
 */
import type { Faults } from './faults.ts';

export const MAX_SVG_BYTES = 300 * 1024;

const elements = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'title',
  'desc',
  'metadata',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'lineargradient',
  'radialgradient',
  'stop',
  'clippath',
  'mask',
  'pattern',
  'marker',
  'style',
  'filter',
  'fegaussianblur',
  'fecolormatrix',
  'feoffset',
  'feblend',
  'feflood',
  'fecomposite',
  'femerge',
  'femergenode',
  'feturbulence',
  'fedropshadow',
  'fecomponenttransfer',
  'fefunca',
  'fefuncr',
  'fefuncg',
  'fefuncb',
  'femorphology',
  'fedisplacementmap',
]);

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[!?][^>]*>|<\/?([^\s/>]+)((?:[^"'>]|"[^"]*"|'[^']*')*)>/g;
const attribute = /([^\s=/"']+)\s*=\s*("([^"]*)"|'([^']*)')/g;

/** Character references decoded, so that nothing hides behind `&#106;avascript`. */
function decode(text: string): string {
  const point = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ');
  return text
    .replace(/&#x([0-9a-f]{1,8});?/gi, (_, hex: string) => point(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,9});?/g, (_, digits: string) => point(Number(digits)))
    .replace(/&(?:Tab|NewLine);/g, ' ')
    .replace(/&colon;/g, ':');
}

/** `url(…)` to anything but a part of the drawing itself, an import, or an expression. */
function reachesOut(css: string): boolean {
  const plain = decode(css)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\\[0-9a-f]{1,6}\s?|\\/gi, '\u0000');
  if (plain.includes('\u0000') || /@import|expression\s*\(|javascript\s*:/i.test(plain)) return true;
  return [...plain.matchAll(/url\s*\(\s*["']?\s*([^)"'\s]*)/gi)].some(
    (match) => !(match[1] ?? '').startsWith('#'),
  );
}

function attributeFault(name: string, value: string): readonly [string, string] | undefined {
  const local = name.toLowerCase().split(':').at(-1) ?? '';
  if (local.startsWith('on')) return ['svg-event', `the event handler ${name} is not allowed`];
  if (local === 'href' && !decode(value).trim().startsWith('#'))
    return ['svg-external', 'a reference leads out of the drawing'];
  if (local === 'src' || local === 'base') return ['svg-external', `the attribute ${name} is not allowed`];
  if (!local.startsWith('xmlns') && !name.toLowerCase().startsWith('xmlns') && reachesOut(value))
    return ['svg-external', `${name} leads out of the drawing`];
  return undefined;
}

const remedies: Readonly<Record<string, string>> = {
  'svg-element': 'Draw it with paths, shapes, gradients and text, and remove the element.',
  'svg-event': 'Remove the attribute.',
  'svg-external': 'Draw what it refers to into this file, and refer to it by "#id".',
  'svg-declaration': 'Remove it: no DOCTYPE, no ENTITY, no stylesheet instruction.',
  'svg-syntax': 'Save the drawing again as plain SVG.',
  'svg-size': 'Simplify the drawing below 300 kB.',
  'svg-viewbox': 'Give the svg element a viewBox, as viewBox="0 0 640 480".',
};

/** Every fault of one drawing, each with its line. */
export function checkSvg(text: string, faults: Faults): void {
  const report = (code: string, index: number, message: string) =>
    faults.error(
      code,
      `line ${text.slice(0, index).split('\n').length}`,
      message,
      remedies[code] ?? 'Remove it.',
    );
  if (text.length > MAX_SVG_BYTES) {
    report('svg-size', 0, 'the drawing is larger than 300 kB');
    return;
  }
  const open: string[] = [];
  let end = 0;
  let roots = 0;
  for (const match of text.matchAll(token)) {
    const between = text.slice(end, match.index);
    if (between.includes('<') || (open.length === 0 && between.replace(/^\uFEFF/, '').trim() !== ''))
      report('svg-syntax', end, 'this is not well-formed');
    if (open.at(-1) === 'style' && reachesOut(between))
      report('svg-external', end, 'a style leads out of the drawing');
    end = match.index + match[0].length;
    const [whole, rawName = '', rest = ''] = match;
    const name = rawName.toLowerCase();
    if (whole.startsWith('<![CDATA[') && reachesOut(whole))
      report('svg-external', match.index, 'a style leads out of the drawing');
    if (/^<[!?]/.test(whole)) {
      if (!/^<!--|^<!\[CDATA\[|^<\?xml\s/.test(whole))
        report('svg-declaration', match.index, 'a declaration that is not allowed');
      continue;
    }
    if (whole.startsWith('</')) {
      if (open.pop() !== name) report('svg-syntax', match.index, `${whole} closes nothing that is open`);
      continue;
    }
    if (!elements.has(name)) report('svg-element', match.index, `the element ${rawName} is not allowed`);
    for (const [, key = '', , double, single] of rest.matchAll(attribute)) {
      const fault = attributeFault(key, double ?? single ?? '');
      if (fault) report(fault[0], match.index, fault[1]);
    }
    if (open.length === 0) {
      roots += 1;
      if (name !== 'svg' || roots > 1)
        report('svg-syntax', match.index, 'the drawing is not one svg element');
      if (!/\sviewBox\s*=/.test(rest)) report('svg-viewbox', match.index, 'the drawing has no viewBox');
    }
    if (!rest.endsWith('/')) open.push(name);
  }
  if (roots === 0 || open.length > 0 || text.slice(end).trim() !== '')
    report('svg-syntax', text.length, 'the drawing is not one complete svg element');
}
