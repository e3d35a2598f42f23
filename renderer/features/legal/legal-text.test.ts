import { describe, expect, it } from 'vitest';
import type { LegalText } from '../../../sync/domain/legal/legal-document.ts';
import { fetchLegalText, plainText, sectionsOf } from './legal-text.ts';

const text: LegalText = {
  blocks: [
    {
      type: 'heading',
      level: 2,
      inlines: [
        { type: 'text', text: 'What we ' },
        { type: 'strong', text: 'keep' },
      ],
    },
    { type: 'paragraph', inlines: [{ type: 'text', text: 'Your answers.' }] },
    { type: 'heading', level: 3, inlines: [{ type: 'text', text: 'For how long' }] },
    {
      type: 'list',
      ordered: true,
      items: [[{ type: 'text', text: 'Ten years' }], [{ type: 'text', text: 'Then no more' }]],
    },
  ],
};

describe('a legal document', () => {
  it('lists its sections - those of the second level, once each', () => {
    expect(sectionsOf(text.blocks)).toEqual([{ id: 'section-1', title: 'What we keep' }]);
  });

  it('can be kept as plain text - with its version', () => {
    expect(plainText('Privacy', ['Version 2'], text)).toBe(
      'Privacy\nVersion 2\n\n\nWhat we keep\n\nYour answers.\n\n\nFor how long\n\n1. Ten years\n2. Then no more\n',
    );
  });

  it('is not taken for one - a captive portal answers', async () => {
    const portal = async () => new Response('{"login":"required"}');
    await expect(fetchLegalText('/files/privacy.json', portal)).rejects.toThrow('not in the expected form');
    await expect(
      fetchLegalText('/files/privacy.json', async () => new Response('', { status: 404 })),
    ).rejects.toThrow('404');
  });
});
