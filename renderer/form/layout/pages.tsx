import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { classes } from '../../base/classes.ts';
import { Heading } from '../../design/basic/text/heading.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { useMessages } from '../../i18n/index.ts';
import { useFormSettings, useReading } from '../context/form-context.tsx';
import { titleId } from '../context/ids.ts';
import { itemText, plainText } from '../text/item-text.tsx';
import type { FormPage } from './form-pages.ts';
import styles from './layout.module.css';
import { isThere } from './tabs.tsx';

interface PagesProps {
  readonly pages: readonly FormPage[];
  /** Whether the page may be left: shows what is wrong with it otherwise. */
  readonly check: (nodes: readonly NodeId[]) => boolean;
  readonly renderItems: (nodes: readonly NodeId[], labelledBy: string | undefined) => ReactNode;
  /** Below the last page: what sends the form. */
  readonly end: ReactNode;
}

/** `page`: one after the other, each checked before the next. */
export function Pages({ pages, check, renderItems, end }: PagesProps) {
  const { form, reveal, lang } = useFormSettings();
  const t = useMessages('form');
  const [wanted, setWanted] = useState(pages[0]?.node);
  const [moved, setMoved] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const heads = pages.map(({ node }) => node);
  const shownList = useReading(form, heads, () =>
    heads.filter((node) => isThere(form.read(node))).join('\n'),
  );
  const shown = pages.filter(({ node }) => shownList.split('\n').includes(node));
  const at = Math.max(
    0,
    shown.findIndex(({ node }) => node === wanted),
  );
  const page = shown[at];
  useEffect(() => {
    const stops = pages.flatMap(({ node, nodes }) =>
      nodes.map((inner) => reveal.register(inner, 'go', () => setWanted(node))),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [pages, reveal]);
  useEffect(() => {
    if (moved === 0) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [moved]);
  const state = page && form.read(page.node);
  if (!page || !state) return end;
  const go = (to: number) => {
    setWanted(shown[to]?.node);
    setMoved(moved + 1);
  };
  const last = at === shown.length - 1;
  const back = at > 0 && (
    <Button variant="quiet" onPress={() => go(at - 1)}>
      {t('pages.back')}
    </Button>
  );
  return (
    <div className={styles.pages}>
      <div className={styles.progress}>
        <Text size="xs" tone="soft">
          {t('pages.position', { current: at + 1, total: shown.length })}
        </Text>
        <div className={styles.segments} aria-hidden="true">
          {shown.map(({ node }, index) => (
            <span
              key={node}
              className={classes(styles.segment, index < at && styles.done, index === at && styles.current)}
            />
          ))}
        </div>
      </div>
      <Heading ref={heading} level={2} size="l" id={`${titleId(page.node)}-page`} lang={lang}>
        {plainText(state) === '' ? t('pages.untitled', { number: at + 1 }) : itemText(state)}
      </Heading>
      <div key={page.node} className={styles.page}>
        {page.nodes.map((node) => (
          <div key={node} className={styles.part}>
            {renderItems([node], node === page.node ? `${titleId(page.node)}-page` : undefined)}
          </div>
        ))}
      </div>
      {last ? (
        <>
          {end}
          <div>{back}</div>
        </>
      ) : (
        <div className={styles.turn}>
          <Button size="l" fullWidth onPress={() => check(page.nodes) && go(at + 1)}>
            {t('pages.next')}
          </Button>
          {back}
        </div>
      )}
    </div>
  );
}
