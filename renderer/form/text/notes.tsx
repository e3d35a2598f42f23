/** What belongs to a question or a heading beside its text: prompt, help, flyover, consent text, pictures, links. */
import { type ReactNode, useId } from 'react';
import type { Form, NodeId, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { Disclosure } from '../../design/basic/status/disclosure.tsx';
import { Icon } from '../../design/basic/text/icon.tsx';
import { useMessages } from '../../i18n/index.ts';
import { useFormSettings, useFrame } from '../context/form-context.tsx';
import { entryFormat } from '../values/item-extensions.ts';
import { type Decoration, decorationOf, itemMedia, supportLinks } from '../values/item-layout.ts';
import { itemText, plainText } from './item-text.tsx';
import { Media } from './media.tsx';
import styles from './notes.module.css';

/** Shown by these notes; the others are the control's own. */
const SHOWN: readonly (Decoration | undefined)[] = ['prompt', 'legal', 'help', 'flyover'];

/** Children that the notes of a group or question show, in document order. */
export function notedChildren(state: Pick<NodeState, 'children' | 'kind'>, form: Form): readonly NodeId[] {
  return state.children.filter((child) => {
    const item = form.read(child)?.item;
    const decoration = item && decorationOf(item);
    // In a group a consent text keeps its place among the questions.
    return SHOWN.includes(decoration) && !(decoration === 'legal' && state.kind === 'group');
  });
}

export function SupportLinks({ item }: Pick<NodeState, 'item'>) {
  const t = useMessages('form');
  return supportLinks(item).map((href) => (
    <a key={href} href={href} target="_blank" rel="noopener noreferrer" className={styles.link}>
      {t('link.support', { host: hostOf(href) })} {t('link.newTab')}
    </a>
  ));
}

function hostOf(href: string): string {
  try {
    return new URL(href).hostname || href;
  } catch {
    return href;
  }
}

/** A text behind a button, over the page: by touch and by key as well as by mouse. */
export function Flyover({ children }: { readonly children: ReactNode }) {
  const t = useMessages('form');
  const id = useId();
  const anchor = `--flyover-${id.replace(/\W/g, '')}`;
  return (
    <>
      <button type="button" popoverTarget={id} className={styles.opener} style={{ anchorName: anchor }}>
        <Icon name="info" size={20} />
        <span>{t('flyover.show')}</span>
      </button>
      <div id={id} popover="auto" className={styles.flyover} style={{ positionAnchor: anchor }}>
        {children}
        <button type="button" popoverTarget={id} popoverTargetAction="hide" className={styles.close}>
          {t('flyover.close')}
        </button>
      </div>
    </>
  );
}

/** A text to agree to: all of it is on the page, nothing has to be scrolled in a box. */
export function Legal({
  children,
  lang,
}: {
  readonly children: ReactNode;
  readonly lang: string | undefined;
}) {
  return (
    <div role="note" className={styles.legal} lang={lang}>
      {children}
    </div>
  );
}

/** One display that belongs to something else, or takes its place. */
export function Note({ node }: { readonly node: NodeId }) {
  const { form, lang, whole } = useFormSettings();
  const t = useMessages('form');
  const frame = useFrame(form, node);
  if (!frame?.enabled || frame.hidden || frame.text === '') return null;
  const words = itemText(frame, 'block');
  switch (decorationOf(frame.item)) {
    case 'help':
      return whole ? (
        <Disclosure look="inline" summary={t('help.show')}>
          <div lang={lang}>{words}</div>
        </Disclosure>
      ) : (
        <div lang={lang}>{words}</div>
      );
    case 'flyover':
      return whole ? (
        <Flyover>
          <div lang={lang}>{words}</div>
        </Flyover>
      ) : (
        <div lang={lang}>{words}</div>
      );
    case 'legal':
      return <Legal lang={lang}>{words}</Legal>;
    default:
      return <div lang={lang}>{words}</div>;
  }
}

export interface NotesProps {
  readonly state: Pick<NodeState, 'item' | 'text'>;
  readonly nodes: readonly NodeId[];
  readonly format?: string | undefined;
}

export function Notes({ state, nodes, format }: NotesProps) {
  const media = itemMedia(state.item);
  return (
    <div className={styles.notes}>
      {media && <Media media={media} about={plainText(state)} />}
      {format !== undefined && <span>{format}</span>}
      {nodes.map((node) => (
        <Note key={node} node={node} />
      ))}
      <SupportLinks item={state.item} />
    </div>
  );
}

export function hasNotes(item: NodeState['item'], nodes: readonly NodeId[]): boolean {
  return nodes.length > 0 || itemMedia(item) !== undefined || supportLinks(item).length > 0;
}

/** What goes between a question's label and its control; a plain string wherever that is all. */
export function hintOf(state: NodeState, form: Form): ReactNode {
  const nodes = state.children.length === 0 ? [] : notedChildren(state, form);
  const format = entryFormat(state.item);
  return hasNotes(state.item, nodes) ? <Notes state={state} nodes={nodes} format={format} /> : format;
}
