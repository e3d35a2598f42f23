import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { classes } from '../../../../base/classes.ts';
import { Heading } from '../../../../design/basic/index.ts';
import { TextField } from '../../../../design/controls/index.ts';
import { useShortcuts } from '../use-shortcuts.ts';
import styles from './list-head.module.css';

/** The top of a page that is a list: what it is, and beside it a search and what can be done with all of it. */
export function ListHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <Heading level={1} size="l">
        {title}
      </Heading>
      {children}
    </div>
  );
}

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly text: string;
  readonly count?: number | undefined;
  /** Counted in red. */
  readonly isHot?: boolean;
}

export interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  /** None while a search shows something else. */
  readonly current: Id | undefined;
  readonly onChoose: (id: Id) => void;
  /** What narrows the list further, at the end of the row. */
  readonly children?: ReactNode;
}

/** Which part of the list is shown, each with how many there are. */
export function Tabs<Id extends string>({ label, tabs, current, onChoose, children }: TabsProps<Id>) {
  const list = useRef<HTMLUListElement>(null);
  const shown = tabs.findIndex(({ id }) => id === current);
  // On a phone the row is wider than the screen. It alone is moved: the page stays where its reader left it.
  useEffect(() => {
    const row = list.current?.getBoundingClientRect();
    const tab = list.current?.children[shown]?.getBoundingClientRect();
    if (row && tab) list.current?.scrollBy(tab.left + tab.width / 2 - row.left - row.width / 2, 0);
  }, [shown]);
  return (
    <div className={styles.row}>
      <nav aria-label={label}>
        <ul className={styles.tabs} ref={list}>
          {tabs.map(({ id, text, count, isHot = false }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.tab}
                aria-current={id === current ? 'true' : undefined}
                onClick={() => onChoose(id)}
              >
                <span>{text}</span>
                {count !== undefined && (
                  <span className={classes(styles.count, isHot && count > 0 && styles.hot)}>{count}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}

export interface ListSearchProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly onSearch: () => void;
  /** Its button, and what came of it. */
  readonly children?: ReactNode;
}

/** A slash leads here from anywhere on the page where nobody types. */
export function ListSearch({ label, value, onChange, onSearch, children }: ListSearchProps) {
  const form = useRef<HTMLFormElement>(null);
  useShortcuts({
    '/': () => {
      const input = form.current?.querySelector('input');
      input?.focus();
      input?.select();
    },
  });
  const search = (event: SubmitEvent) => {
    event.preventDefault();
    onSearch();
  };
  return (
    <search className={styles.searching}>
      <form ref={form} className={styles.search} onSubmit={search}>
        <TextField
          label={label}
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={onChange}
        />
        {children}
      </form>
    </search>
  );
}
