import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import type { NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { classes } from '../../base/classes.ts';
import { Icon } from '../../design/basic/text/icon.tsx';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import { useAllShown, useFormSettings, useFrame, useReading } from '../context/form-context.tsx';
import { groupId, titleId } from '../context/ids.ts';
import { lineage } from '../context/reveal.ts';
import { plainText } from '../text/item-text.tsx';
import { shortText } from '../values/item-layout.ts';
import styles from './layout.module.css';
import { useWide } from './use-wide.ts';

/** More tabs than this are below each other where there is room beside the questions. */
const MAX_IN_A_ROW = 5;

interface TabsProps {
  readonly nodes: readonly NodeId[];
  /** Id of what names the tabs as a whole. */
  readonly labelledBy: string | undefined;
  readonly renderPanel: (node: NodeId) => ReactNode;
}

/** `tab-container`: one group at a time (WAI-ARIA APG, tabs with automatic activation). Everything else keeps its answers. */
export function Tabs({ nodes, labelledBy, renderPanel }: TabsProps) {
  const { form, reveal } = useFormSettings();
  const t = useMessages('form');
  const { direction } = useLanguage();
  const wide = useWide();
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<NodeId>();
  const shownList = useReading(form, nodes, () =>
    nodes.filter((node) => isThere(form.read(node))).join('\n'),
  );
  const shown = shownList === '' ? [] : shownList.split('\n');
  const selected = shown.find((node) => node === wanted) ?? shown[0];
  // A tab answers at once; its questions follow without holding up keys.
  const deferred = useDeferredValue(selected);
  const panel = deferred !== undefined && shown.includes(deferred) ? deferred : selected;
  useEffect(() => {
    const stops = nodes.map((node) => reveal.register(node, 'go', () => setWanted(node)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [nodes, reveal]);
  const vertical = wide && shown.length > MAX_IN_A_ROW;
  const keys: Readonly<Record<string, number | 'first' | 'last'>> = {
    [vertical ? 'ArrowDown' : direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight']: 1,
    [vertical ? 'ArrowUp' : direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft']: -1,
    Home: 'first',
    End: 'last',
  };
  const move = (event: KeyboardEvent) => {
    const step = keys[event.key];
    if (step === undefined || selected === undefined) return;
    event.preventDefault();
    const at =
      step === 'first'
        ? 0
        : step === 'last'
          ? shown.length - 1
          : (shown.indexOf(selected) + step + shown.length) % shown.length;
    const next = shown[at];
    if (next === undefined) return;
    setWanted(next);
    const tab = list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at];
    tab?.focus();
  };
  useEffect(() => {
    // Only the strip moves: `scrollIntoView` would take the page along.
    const [strip, tab] = [list.current, document.getElementById(`${titleId(selected ?? '')}-tab`)];
    if (!strip || !tab) return;
    const [outer, inner] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (inner.left < outer.left || inner.right > outer.right)
      strip.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }, [selected]);
  if (selected === undefined || panel === undefined) return null;
  return (
    <div className={classes(styles.tabs, vertical && styles.vertical)}>
      <div
        ref={list}
        role="tablist"
        aria-orientation={vertical ? 'vertical' : 'horizontal'}
        aria-labelledby={labelledBy}
        aria-label={labelledBy === undefined ? t('tabs.label') : undefined}
        className={styles.tabList}
      >
        {shown.map((node) => (
          <Tab key={node} node={node} selected={node === selected} onSelect={setWanted} onKey={move} />
        ))}
      </div>
      <div
        key={panel}
        role="tabpanel"
        id={groupId(panel)}
        aria-labelledby={`${titleId(panel)}-tab`}
        className={styles.panel}
        aria-busy={panel === selected ? undefined : true}
      >
        {renderPanel(panel)}
      </div>
    </div>
  );
}

export function isThere(state: { readonly enabled: boolean; readonly hidden: boolean } | undefined): boolean {
  return state?.enabled === true && !state.hidden;
}

interface TabProps {
  readonly node: NodeId;
  readonly selected: boolean;
  readonly onSelect: (node: NodeId) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

function Tab({ node, selected, onSelect, onKey }: TabProps) {
  const { form, board, lang } = useFormSettings();
  const t = useMessages('form');
  const frame = useFrame(form, node);
  const issues = useAllShown(board);
  if (!frame) return null;
  const wrong = new Set(
    issues.flatMap((issue) =>
      issue.node !== undefined && lineage(form, issue.node).includes(node) ? issue.node : [],
    ),
  ).size;
  const short = frame.text === frame.item.text ? shortText(frame.item) : undefined;
  return (
    <button
      type="button"
      role="tab"
      id={`${titleId(node)}-tab`}
      aria-selected={selected}
      aria-controls={selected ? groupId(node) : undefined}
      tabIndex={selected ? 0 : -1}
      className={classes(styles.tab, selected && styles.selected)}
      onClick={() => onSelect(node)}
      onKeyDown={onKey}
    >
      <span lang={lang}>{short ?? (plainText(frame) || t('tabs.untitled'))}</span>
      {wrong > 0 && (
        <span className={styles.wrong}>
          <Icon name="error" size={16} /> {t('tabs.wrong', { count: wrong })}
        </span>
      )}
    </button>
  );
}
