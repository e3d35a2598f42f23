import { Fragment, lazy, type ReactNode, Suspense } from 'react';
import { classes } from '../../base/classes.ts';
import type { Renderings } from '../values/item-layout.ts';
import { readStyle } from './rich-style.ts';
import styles from './rich-text.module.css';

const RichView = lazy(async () => ({ default: (await import('./rich-view.tsx')).RichView }));

interface RichTextProps {
  /** What is shown until the author's rendering is loaded, and where it can't be. */
  readonly text: string;
  readonly renderings: Renderings | undefined;
  /** `phrase`: is within a label or a heading, where no block may be. */
  readonly as: 'phrase' | 'block';
}

/** A text as its author laid it out, as far as that may be. Plain texts cost nothing. */
export function RichText({ text, renderings, as }: RichTextProps): ReactNode {
  if (!renderings) return text;
  const { style, coloured } = readStyle(renderings.style);
  const { xhtml, markdown } = renderings;
  const content =
    xhtml || markdown ? (
      <Suspense fallback={text}>
        <RichView text={text} xhtml={xhtml} markdown={markdown} as={as} />
      </Suspense>
    ) : (
      text
    );
  if (!style) return <Fragment>{content}</Fragment>;
  const Tag = as === 'phrase' ? 'span' : 'div';
  return (
    <Tag style={style} className={classes(coloured && styles.coloured)}>
      {content}
    </Tag>
  );
}
