import { useEffect, useRef, useState } from 'react';
import { type InboxFilter, type InboxView, inboxFilters } from '../../../../sync/protocol/api/inbox.ts';
import { classes } from '../../../base/classes.ts';
import { ButtonLink, NativeButton, Skeleton, VisuallyHidden } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { EmptyState } from '../base/list/empty-state.tsx';
import lineStyles from '../base/list/lines.module.css';
import { ListHead, Tabs } from '../base/list/list-head.tsx';
import { UnshownRows } from '../base/list/unshown-rows.tsx';
import { ReadFailure } from '../base/read-failure.tsx';
import { groupsOf } from './groups.ts';
import { InboxLine } from './inbox-line.tsx';
import styles from './inbox-screen.module.css';
import { type Found, PatientSearch } from './patient-search.tsx';
import { useFirstLine } from './use-first-line.ts';
import { useInbox } from './use-inbox.ts';
import { useKeptPosition } from './use-kept-position.ts';
import { useReturn } from './use-return.ts';
import { ALL_OPEN, ViewBar } from './view-bar.tsx';

/** Alerts and red cases first; a search over all of it. */
export function InboxScreen() {
  const t = useMessages('console');
  const { api, opened, queue } = useConsole();
  const [view, setView] = useState<InboxView>(ALL_OPEN);
  const { filter } = view;
  const setFilter = (next: InboxFilter) => setView((before) => ({ ...before, filter: next }));
  const [found, setFound] = useState<Found>();
  const [cleared, clear] = useState(0);
  const [state, feed] = useInbox(view);
  const list = useRef<HTMLDivElement>(null);
  useKeptPosition(list, state.items);
  useFirstLine(list);
  useReturn(list, opened, state.counts !== undefined);
  // An open case leads to those beside it.
  const listed = found?.items ?? state.items;
  useEffect(() => {
    queue.set(
      'ids',
      listed.filter(({ flood }) => flood === null).map(({ id, caseId }) => caseId ?? id),
    );
  }, [queue, listed]);
  const now = found?.at ?? state.serverTime;
  const groups = found ? groupsOf(found.items, 'search') : groupsOf(state.items, filter);
  const hasUnshown = (found ? found.unshown : state.unshown).length > 0;
  const ready = found !== undefined || state.counts !== undefined;

  /** Floods come last: what is found besides them is counted to its end once one of them is shown. */
  const foundTitle = (name: 'found' | 'foundFlood', count: number) => {
    const hasMore = found?.cursor && groups.at(-1)?.name === name;
    return t(hasMore ? `group.${name}.more` : `group.${name}`, { count });
  };
  const findMore = async (before: Found) => {
    const answer = await api.search(before.typed, before.cursor ?? undefined);
    if (!answer.ok) return;
    const { items, unshown = [], cursor, serverTime } = answer.value;
    setFound((shown) =>
      shown === before
        ? {
            ...{ typed: before.typed, cursor, at: serverTime },
            items: [...before.items, ...items],
            unshown: [...before.unshown, ...unshown],
          }
        : shown,
    );
  };

  return (
    <div className={styles.inbox}>
      <ListHead title={t('inbox.title')}>
        <PatientSearch key={cleared} found={found} onFound={setFound} />
      </ListHead>
      <Tabs
        label={t('inbox.filters')}
        tabs={inboxFilters.map((id) => ({
          id,
          text: t(`filter.${id}`),
          count: id === 'done' ? undefined : state.counts?.[id],
          isHot: id === 'alerts' || id === 'red',
        }))}
        current={found ? undefined : filter}
        onChoose={(id) => {
          setFound(undefined);
          setFilter(id);
        }}
      >
        {!found && filter !== 'done' && <ViewBar view={view} forms={state.forms ?? []} onChange={setView} />}
      </Tabs>
      <div ref={list} className={styles.list} data-lines>
        <VisuallyHidden live="assertive">
          {state.newAlerts > 0 && t('inbox.newAlerts', { count: state.newAlerts })}
        </VisuallyHidden>
        <VisuallyHidden live="polite">
          {found &&
            groups[0] &&
            foundTitle(groups[0].name === 'found' ? 'found' : 'foundFlood', groups[0].items.length)}
        </VisuallyHidden>
        {!found && state.failure && (
          <ReadFailure
            failure={state.failure}
            isStale={state.items.length > 0}
            onAgain={() => void feed.refresh()}
          />
        )}
        {!ready && !state.failure && <Skeleton lines={8} />}
        <UnshownRows rows={found ? found.unshown : state.unshown} />
        {now !== undefined &&
          groups.map(({ name, items }) => (
            <section key={name} aria-labelledby={`group-${name}`} className={styles.group}>
              <h2
                id={`group-${name}`}
                className={classes(
                  styles.groupTitle,
                  (name === 'alerts' || name === 'flood') && styles.urgent,
                )}
              >
                {name === 'found' || name === 'foundFlood'
                  ? foundTitle(name, items.length)
                  : t(`group.${name}`)}
              </h2>
              <ul className={classes(lineStyles.lines, lineStyles.measured)}>
                {items.map((item) => (
                  <InboxLine
                    key={item.id}
                    item={item}
                    now={now}
                    isFound={found !== undefined}
                    onClaimed={() => void feed.refresh()}
                  />
                ))}
              </ul>
            </section>
          ))}
        {ready && groups.length === 0 && !hasUnshown && !(state.failure && !found) && (
          <Empty
            filter={found ? 'search' : filter}
            typed={found?.typed}
            onLeave={() => {
              if (found) clear((count) => count + 1);
              setFound(undefined);
              setView(ALL_OPEN);
            }}
          />
        )}
        {(found ? found.cursor !== null : state.hasMore) && (
          <div className={styles.more}>
            <NativeButton
              variant="secondary"
              onClick={() => void (found ? findMore(found) : feed.loadMore())}
            >
              {t('inbox.more')}
            </NativeButton>
          </div>
        )}
        <p className={styles.keys}>{t('inbox.keys')}</p>
      </div>
    </div>
  );
}

interface EmptyProps {
  readonly filter: InboxFilter | 'search';
  readonly typed: string | undefined;
  /** Back to all that is open. */
  readonly onLeave: () => void;
}

function Empty({ filter, typed, onLeave }: EmptyProps) {
  const t = useMessages('console');
  const { vendor } = useConsole();
  return (
    <EmptyState title={t(`empty.${filter}`, { typed: typed ?? '' })} text={t(`empty.${filter}.text`)}>
      {filter === 'open' ? (
        <ButtonLink to="/console/$vendor/today" params={{ vendor }} variant="secondary">
          {t('empty.open.today')}
        </ButtonLink>
      ) : (
        <NativeButton variant="secondary" onClick={onLeave}>
          {t('empty.showOpen')}
        </NativeButton>
      )}
    </EmptyState>
  );
}
