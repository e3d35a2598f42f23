/** A letter as plain text: complete by itself, for those whose mail program shows no HTML. */

import type { Block, LetterContext, LetterWords } from './letter.ts';
import { writtenPhone } from './phone.ts';

function lineOf(block: Block): string {
  if (block.kind === 'code') return `    ${block.text}`;
  if (block.kind === 'fact') return `${block.name}: ${block.text}`;
  if (block.kind === 'advice') return `${block.name}\n${block.text}`;
  if (block.kind === 'link') return `${block.text}\n${block.url}`;
  return block.text;
}

export function textOf(
  { heading, blocks, automatic, neutralSender }: LetterWords,
  { pack, texts }: LetterContext,
): string {
  const { name, demo, contact } = pack;
  if (neutralSender !== undefined)
    return `${[heading, ...blocks.map(lineOf), automatic ?? ''].join('\n\n')}\n`;
  const footer = [
    automatic ?? texts.footer.automatic(name),
    contact.address,
    writtenPhone(contact.phone),
    ...(demo ? [texts.footer.demo(name)] : []),
  ];
  return `${[name, heading, ...blocks.map(lineOf), footer.join('\n')].join('\n\n')}\n`;
}
