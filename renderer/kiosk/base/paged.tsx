import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../design/basic/text/icon.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { PagedProps } from './contract.ts';
import styles from './paged.module.css';
import { type Page, pageAt, paginate } from './paging.ts';
import { readBlocks } from './read-blocks.ts';

const same = (one: readonly Page[], other: readonly Page[]) =>
  one.length === other.length &&
  one.every((page, index) => page.top === other[index]?.top && page.bottom === other[index]?.bottom);

/** Of the line below the rows, were it for what else is in it alone. */
function heightWithout(line: HTMLElement | null, aside: HTMLElement | null): number {
  if (!line || !aside || aside.offsetHeight === 0) return 0;
  const { minHeight, paddingTop } = getComputedStyle(line);
  return Math.max(Number.parseFloat(minHeight) || 0, aside.offsetHeight + Number.parseFloat(paddingTop));
}

/**
 * Shows as many whole rows as there is room for, and the rest by "More". Nothing scrolls: a page is a place that hands can learn. What isn't
 * on the page stays within reach of Tab and of screen readers, and turns the page when it takes the focus.
 */
export function Paged({ children, aside }: PagedProps) {
  const t = useMessages('frame');
  const whole = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const beside = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState<readonly Page[]>([{ top: 0, bottom: 0 }]);
  /** A place in the content and no number of a page: pages change with the size of the text, and with the keyboard. */
  const [at, setAt] = useState(0);
  const [said, setSaid] = useState('');
  const hasAside = aside !== undefined;

  useLayoutEffect(() => {
    const outer = room.current;
    const inner = content.current;
    if (!outer || !inner) return;
    const measure = () => {
      const blocks = readBlocks(inner);
      const all = whole.current?.clientHeight ?? 0;
      const used = line.current?.offsetHeight ?? 0;
      // What fits without the pages' buttons needs none, also while they are shown.
      const single = paginate(blocks, Math.floor(all - heightWithout(line.current, beside.current)));
      const found = single.length === 1 ? single : paginate(blocks, Math.floor(all - used));
      setPages((current) => (same(current, found) ? current : found));
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(outer);
    resized.observe(inner);
    // Rows can change places with nothing else changing its size.
    const changed = new MutationObserver(measure);
    changed.observe(inner, { childList: true, subtree: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, []);

  const number = pageAt(pages, at);
  const page = pages[number] ?? { top: 0, bottom: 0 };
  const several = pages.length > 1;

  const show = (wanted: number) => {
    const next = pages[wanted];
    if (!next) return;
    setAt(next.top);
    setSaid(t('pages.status', { page: wanted + 1, pages: pages.length }));
  };
  const placeOf = (element: Element) => {
    const origin = content.current?.getBoundingClientRect().top ?? 0;
    const { top, bottom } = element.getBoundingClientRect();
    return { top: top - origin, bottom: bottom - origin };
  };
  const follow = ({ target }: FocusEvent) => {
    const { top } = placeOf(target);
    const wanted = pageAt(pages, top);
    if (wanted !== number) show(wanted);
  };
  // The keyboard takes room away: what is typed into has to stay on the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the pages have changed.
  useEffect(() => {
    const focused = document.activeElement;
    if (!focused || !content.current?.contains(focused)) return;
    const { top } = placeOf(focused);
    setAt((current) => (pageAt(pages, current) === pageAt(pages, top) ? current : top));
  }, [pages]);

  return (
    <div ref={whole} className={styles.paged}>
      <div ref={room} className={styles.room}>
        <div
          className={styles.window}
          style={several ? { blockSize: page.bottom - page.top } : undefined}
          data-several={several || undefined}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it isn't pressed, it follows the focus of what is in it */}
          <div
            ref={content}
            className={styles.content}
            style={{ translate: `0 ${-page.top}px` }}
            onFocus={follow}
          >
            {children}
          </div>
        </div>
      </div>
      {(several || hasAside) && (
        <div ref={line} className={styles.pages}>
          {several && (
            <div className={styles.turning}>
              <Button variant="secondary" isDisabled={number === 0} onPress={() => show(number - 1)}>
                {t('pages.before')}
              </Button>
              <span className={styles.number}>
                {t('pages.short', { page: number + 1, pages: pages.length })}
              </span>
              <Button
                variant="secondary"
                isDisabled={number === pages.length - 1}
                onPress={() => show(number + 1)}
              >
                {t('pages.more')}
                <Icon name="chevron-down" size={24} />
              </Button>
            </div>
          )}
          <div ref={beside} className={styles.aside}>
            {aside}
          </div>
        </div>
      )}
      <span role="status" className={styles.said}>
        {said}
      </span>
    </div>
  );
}
