import type { ReactNode } from 'react';
import type { NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { type Renderings, renderings } from '../values/item-layout.ts';
import { readStyle } from './rich-style.ts';
import { RichText } from './rich-text.tsx';

type Texted = Pick<NodeState, 'item' | 'text'>;

/** `item.prefix` and text, without any formatting: where only a string will do. */
export function plainText({ item, text }: Texted): string {
  return item.prefix ? `${item.prefix} ${text}` : text;
}

/** A control has to be called something, whatever its author left out. */
export function nameWithoutText({ item }: Pick<NodeState, 'item'>): string {
  return item.prefix || item.code?.find(({ display }) => display)?.display || item.linkId;
}

/** The author's formatting belongs to the text that was written with it: not to a translation or a computed one. */
export function textRenderings({ item, text }: Texted): Renderings | undefined {
  return item._text && text === item.text ? renderings(item._text) : undefined;
}

/** The author hides the text from those who see, and leaves it to screen readers (`display: none`). */
export function isTextHidden(state: Texted): boolean {
  const style = textRenderings(state)?.style;
  return style !== undefined && readStyle(style).hidden;
}

/** Prefix and text as they are shown: a string wherever nothing is formatted. */
export function itemText(state: Texted, as: 'phrase' | 'block' = 'phrase'): ReactNode {
  const formatted = textRenderings(state);
  if (!formatted) return plainText(state);
  return (
    <>
      {state.item.prefix ? `${state.item.prefix} ` : ''}
      <RichText text={state.text} renderings={formatted} as={as} />
    </>
  );
}
