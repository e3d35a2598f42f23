import { describe, expect, test } from 'vitest';
import { createFaults, type PackFault } from './faults.ts';
import { checkSvg } from './svg.ts';

const faultsOf = (text: string) => {
  const list: PackFault[] = [];
  checkSvg(text, createFaults('a.svg', list));
  return list.map((fault) => fault.code);
};
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inside}</svg>`;

describe('a drawing that runs or reaches out - refused (promise 4)', () => {
  test.each([
    ['a script', svg('<script>alert(1)</script>'), 'svg-element'],
    [
      'a script of another name',
      svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">x</svg:script>'),
      'svg-element',
    ],
    [
      'HTML inside',
      svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
      'svg-element',
    ],
    ['an event handler', svg('<path d="M0 0" onclick="x()"/>'), 'svg-event'],
    ['an event handler in capitals', svg('<path ONLOAD="x()"/>'), 'svg-event'],
    ['a handler on the root', svg('', ' onload="x()"'), 'svg-event'],
    ['an image from elsewhere', svg('<image href="https://example.org/a.png"/>'), 'svg-element'],
    ['a use of another file', svg('<use href="other.svg#a"/>'), 'svg-external'],
    ['a use by xlink', svg('<use xlink:href="//example.org/a.svg#a"/>'), 'svg-external'],
    ['a hidden javascript address', svg('<use href="&#106;avascript:alert(1)"/>'), 'svg-external'],
    ['a link', svg('<a href="https://example.org"><path/></a>'), 'svg-element'],
    ['a style that loads', svg('<style>@import url(https://example.org/a.css);</style>'), 'svg-external'],
    [
      'a style that loads, escaped',
      svg('<style>rect{fill:u\\72l(https://example.org/a)}</style>'),
      'svg-external',
    ],
    [
      'a style in CDATA that loads',
      svg('<style><![CDATA[rect{fill:url(https://example.org/a)}]]></style>'),
      'svg-external',
    ],
    ['a fill from elsewhere', svg('<rect fill="url(https://example.org/a#b)"/>'), 'svg-external'],
    ['a base', svg('', ' xml:base="https://example.org/"'), 'svg-external'],
    [
      'an animation that sets a link',
      svg('<set attributeName="href" to="javascript:alert(1)"/>'),
      'svg-element',
    ],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`, 'svg-declaration'],
    [
      'a stylesheet instruction',
      `<?xml-stylesheet href="https://example.org/a.css"?>${svg('')}`,
      'svg-declaration',
    ],
    ['a page', '<html><body>hello</body></html>', 'svg-element'],
    ['nothing', '', 'svg-syntax'],
    ['half a drawing', '<svg viewBox="0 0 1 1"><g>', 'svg-syntax'],
    ['two drawings', svg('') + svg(''), 'svg-syntax'],
    ['no viewBox', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>', 'svg-viewbox'],
    ['too much', svg(`<path d="${'M0 0'.repeat(100_000)}"/>`), 'svg-size'],
  ])('%s', (_what, text, code) => {
    expect(faultsOf(text)).toContain(code);
  });
});

test.each([
  ['shapes and groups', svg('<g fill="none"><path d="M0 0L9 9"/><circle r="2"/></g>')],
  [
    'gradients of its own',
    svg(
      '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/><use href="#b"/>',
    ),
  ],
  [
    'a style of its own',
    svg('<style>.a{fill:#fff}@media (prefers-color-scheme:dark){.a{fill:#000}}</style>'),
  ],
  [
    'a declaration and a comment',
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${svg('<title>Willow</title>')}\n`,
  ],
])('%s - accepted', (_what, text) => {
  expect(faultsOf(text)).toEqual([]);
});
