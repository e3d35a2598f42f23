/** Loaded when a form has formatted texts: the reader of XHTML, and marked. */
import { type ComponentProps, createElement, type ReactNode } from 'react';
import { classes } from '../../base/classes.ts';
import { useMessages } from '../../i18n/index.ts';
import { safeHref } from '../values/item-layout.ts';
import { readMarkdown } from './read-markdown.ts';
import { type RichElement, type RichNode, type RichTag, readXhtml } from './read-xhtml.ts';
import { readStyle } from './rich-style.ts';
import styles from './rich-text.module.css';

interface RichViewProps {
  readonly text: string;
  readonly xhtml: string | undefined;
  readonly markdown: string | undefined;
  readonly as: 'phrase' | 'block';
}

/** Elements that may be in a label; blocks become lines there, and lists and tables their text. */
const PHRASES: readonly RichTag[] = [
  'a',
  'abbr',
  'b',
  'br',
  'code',
  'em',
  'i',
  'img',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
];
/** In a form the headings are its groups'; an author's own become strong lines. */
const HEADING = /^h[1-6]$/;

const textOf = (node: RichNode): string =>
  typeof node === 'string' ? node : node.tag === 'br' ? ' ' : node.children.map(textOf).join('');

/** Spaces and line breaks that authors put around a text to set it apart: the design does that. */
function trimmed(nodes: readonly RichNode[]): readonly RichNode[] {
  const isBlank = (node: RichNode | undefined) =>
    typeof node === 'string' ? node.trim() === '' : node?.tag === 'br';
  let [start, end] = [0, nodes.length];
  while (start < end && isBlank(nodes[start])) start += 1;
  while (end > start && isBlank(nodes[end - 1])) end -= 1;
  return nodes.slice(start, end);
}

function Picture({ element }: { readonly element: RichElement }) {
  const { src = '', alt = '' } = element.attributes;
  // Pictures from elsewhere would tell others that the form is being read; the page's policy blocks them, too.
  return /^data:image\/(png|jpeg|gif|webp);base64,/i.test(src) ? (
    <img src={src} alt={alt} className={styles.picture} loading="lazy" />
  ) : (
    alt
  );
}

function Link({ element, children }: { readonly element: RichElement; readonly children: ReactNode }) {
  const t = useMessages('form');
  const href = safeHref(element.attributes.href);
  if (href === undefined) return children;
  const web = href.startsWith('http');
  return (
    <a href={href} {...(web ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {children}
      {web && ` ${t('link.newTab')}`}
    </a>
  );
}

function shown(node: RichNode, key: number, as: 'phrase' | 'block'): ReactNode {
  if (typeof node === 'string') return node;
  const children = node.children.map((child, index) => shown(child, index, as));
  if (node.tag === 'img') return <Picture key={key} element={node} />;
  if (node.tag === 'a') {
    return (
      <Link key={key} element={node}>
        {children}
      </Link>
    );
  }
  const { style, coloured, hidden } = readStyle(node.attributes.style);
  if (hidden) return null;
  const { lang, dir, title, colspan, rowspan } = node.attributes;
  const properties: ComponentProps<'td'> & { readonly key: number } = {
    key,
    ...(style ? { style } : {}),
    ...(lang ? { lang } : {}),
    ...(dir === 'rtl' || dir === 'ltr' ? { dir } : {}),
    ...(title ? { title } : {}),
    ...(Number(colspan) > 1 ? { colSpan: Number(colspan) } : {}),
    ...(Number(rowspan) > 1 ? { rowSpan: Number(rowspan) } : {}),
  };
  const coloredClass = classes(coloured && styles.coloured);
  if (node.tag === 'br' || node.tag === 'hr')
    return as === 'phrase' && node.tag === 'hr' ? ' ' : createElement(node.tag, { key });
  if (as === 'phrase' && !PHRASES.includes(node.tag))
    return createElement(
      'span',
      { ...properties, className: classes(styles.line, coloredClass) },
      ...children,
    );
  if (HEADING.test(node.tag))
    return createElement(
      'p',
      { ...properties, className: classes(styles.heading, coloredClass) },
      ...children,
    );
  return createElement(node.tag, { ...properties, className: coloredClass }, ...children);
}

export function RichView({ text, xhtml, markdown, as }: RichViewProps): ReactNode {
  const nodes = trimmed(xhtml ? readXhtml(xhtml) : readMarkdown(markdown ?? ''));
  // An author who hides a text by an empty rendering would leave the control without a name.
  if (nodes.every((node) => textOf(node).trim() === '')) return text;
  const children = nodes.map((node, index) => shown(node, index, as));
  return as === 'block' ? <div className={styles.rich}>{children}</div> : children;
}
