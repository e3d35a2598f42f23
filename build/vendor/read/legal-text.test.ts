import { describe, expect, test } from 'vitest';
import { createFaults, type PackFault } from './faults.ts';
import { readLegalText } from './legal-text.ts';

const read = (markdown: string) => {
  const faults: PackFault[] = [];
  return { text: readLegalText(markdown, createFaults('a.md', faults)), faults };
};

test('headings, paragraphs, lists, strong, emphasis and links - blocks without markup', () => {
  const { text, faults } = read(
    '## Your rights\n\nWrite **soon**, or *call*\n[us](mailto:a@b.example).\n\n- one & two\n- `three`\n\n1. first\n',
  );
  expect(faults).toEqual([]);
  expect(text.blocks).toEqual([
    { type: 'heading', level: 2, inlines: [{ type: 'text', text: 'Your rights' }] },
    {
      type: 'paragraph',
      inlines: [
        { type: 'text', text: 'Write ' },
        { type: 'strong', text: 'soon' },
        { type: 'text', text: ', or ' },
        { type: 'emphasis', text: 'call' },
        { type: 'text', text: ' ' },
        { type: 'link', text: 'us', href: 'mailto:a@b.example' },
        { type: 'text', text: '.' },
      ],
    },
    {
      type: 'list',
      ordered: false,
      items: [[{ type: 'text', text: 'one & two' }], [{ type: 'text', text: 'three' }]],
    },
    { type: 'list', ordered: true, items: [[{ type: 'text', text: 'first' }]] },
  ]);
});

describe('what has no place - a fault with its line (promise 4)', () => {
  test.each([
    ['HTML as a block', 'Hello.\n\n<div>x</div>\n', 'legal-html', 'line 3'],
    ['HTML in a line', 'Hello <b onclick="x()">you</b>.', 'legal-html', 'line 1'],
    ['a comment', '<!-- hidden -->\n', 'legal-html', 'line 1'],
    ['a link that runs', 'See [this](javascript:alert(1)).', 'legal-link', 'line 1'],
    ['a link without TLS', 'See [this](http://example.org).', 'legal-link', 'line 1'],
    ['an image', '![x](https://example.org/a.png)', 'legal-markdown', 'line 1'],
    ['a table', '| a |\n|---|\n| b |\n', 'legal-markdown', 'line 1'],
    ['code', '```\nx\n```\n', 'legal-markdown', 'line 1'],
    ['a quotation', '> x\n', 'legal-markdown', 'line 1'],
    ['a list in a list', '- a\n  - b\n', 'legal-markdown', 'line 1'],
    ['a title', '# Terms\n', 'legal-heading', 'line 1'],
    ['nothing', ' \n', 'legal-empty', '$'],
    ['a book', 'word '.repeat(30_000), 'legal-size', '$'],
  ])('%s', (_what, markdown, code, path) => {
    expect(read(markdown).faults.map((fault) => `${fault.code} ${fault.path}`)).toContain(`${code} ${path}`);
  });
});
