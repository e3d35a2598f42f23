import { useCallback, useRef, useState } from 'react';
import { waitingOn } from '../../../../sync/domain/orders/order-status.ts';
import { attentionWaitsOn } from '../../../../sync/domain/payment/payment-attention.ts';
import { may } from '../../../../sync/domain/staff/permissions.ts';
import {
  type OrderRow,
  type OrdersQuery,
  type OrdersResponse,
  orderExportSchema,
  ordersResponseSchema,
} from '../../../../sync/protocol/api/console-orders.ts';
import { classes } from '../../../base/classes.ts';
import { NativeButton, Notice, Skeleton, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { EmptyState } from '../base/list/empty-state.tsx';
import { moveBetweenLines } from '../base/list/line-keys.ts';
import lineStyles from '../base/list/lines.module.css';
import { ListHead, ListSearch, Tabs } from '../base/list/list-head.tsx';
import { ReadFailure } from '../base/read-failure.tsx';
import { useLive } from '../base/use-live.ts';
import { useFirstLine } from '../inbox/use-first-line.ts';
import { useReturn } from '../inbox/use-return.ts';
import styles from './orders-screen.module.css';
import { TrackingSheet } from './tracking-sheet.tsx';

const queryOf = (query: OrdersQuery) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
type Waiting = OrderRow['waitingOn'] | 'attention' | undefined;
const narrowed = (waiting: Waiting): OrdersQuery =>
  waiting === 'attention' ? { attention: '1' } : { waiting };

/** Every order, by whose turn it is. */
export function OrdersScreen() {
  const t = useMessages('order-desk');
  const { api, session, opened } = useConsole();
  const [waiting, setWaiting] = useState<Waiting>('pharmacy');
  const [q, setQ] = useState<string>();
  const [isImporting, setImporting] = useState(false);
  const ask = useCallback(
    (cursor?: string) =>
      api.ask(
        'GET',
        `orders?${queryOf({ ...(q === undefined ? narrowed(waiting) : { q }), cursor })}`,
        ordersResponseSchema,
      ),
    [api, waiting, q],
  );
  const [{ value, failure }, { refresh }] = useLive(useCallback(() => ask(), [ask]));
  const [more, setMore] = useState<{ readonly of: typeof ask; readonly page: OrdersResponse }>();
  const [missed, setMissed] = useState<Failure>();
  const list = useRef<HTMLDivElement>(null);
  useFirstLine(list);
  useReturn(list, opened, value !== undefined);
  const further = more?.of === ask ? more.page : undefined;
  const orders = value && [...value.orders, ...(further?.orders ?? [])];
  const cursor = further ? further.cursor : (value?.cursor ?? null);
  const loadMore = async () => {
    if (cursor === null) return;
    const answer = await ask(cursor);
    setMissed(answer.ok ? undefined : answer.failure);
    if (answer.ok)
      setMore({
        of: ask,
        page: { ...answer.value, orders: [...(further?.orders ?? []), ...answer.value.orders] },
      });
  };
  const download = async () => {
    const answer = await api.ask(
      'GET',
      `order-export?${queryOf(q === undefined ? narrowed(waiting) : { q })}`,
      orderExportSchema,
    );
    setMissed(answer.ok ? undefined : answer.failure);
    if (!answer.ok) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([answer.value.csv], { type: 'text/csv' }));
    link.download = 'orders.csv';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const attention = value?.attention ?? { orders: 0, strays: 0 };
  const choose = (name: Waiting) => {
    setQ(undefined);
    setWaiting(name);
  };
  const filters = [
    ...(attention.orders > 0 || waiting === 'attention' ? (['attention'] as const) : []),
    ...waitingOn,
    'all' as const,
  ];
  const failed = failure ?? missed;
  return (
    <div className={styles.screen}>
      <ListHead title={t('title')}>
        <OrderSearch onSearch={setQ} />
        <div className={styles.buttons}>
          {may(session.staff.role, 'orders.fulfill') && (
            <NativeButton variant="secondary" onClick={() => setImporting(true)}>
              {t('import')}
            </NativeButton>
          )}
          <NativeButton variant="quiet" onClick={() => void download()}>
            {t('export')}
          </NativeButton>
        </div>
      </ListHead>
      {attention.orders > 0 && waiting !== 'attention' && (
        <Notice tone="warning" title={t('attention.orders', { count: attention.orders })}>
          <p className={styles.show}>
            <NativeButton variant="secondary" onClick={() => choose('attention')}>
              {t('attention.show')}
            </NativeButton>
          </p>
        </Notice>
      )}
      {attention.strays > 0 && waiting !== 'attention' && (
        <Notice tone="warning">{t('attention.strays', { count: attention.strays })}</Notice>
      )}
      <Tabs
        label={t('filters')}
        tabs={filters.map((id) => ({
          id,
          text: t(`waiting.${id}`),
          count:
            !value || id === 'all' || id === 'nobody'
              ? undefined
              : id === 'attention'
                ? attention.orders
                : (value.counts[id] ?? 0),
          isHot: id === 'attention',
        }))}
        current={q === undefined ? (waiting ?? 'all') : undefined}
        onChoose={(id) => choose(id === 'all' ? undefined : id)}
      />
      <div ref={list} data-lines>
        {failed && <ReadFailure failure={failed} isStale={value !== undefined} onAgain={refresh} />}
        {!value && !failure && <Skeleton lines={8} />}
        {orders?.length === 0 && (
          <EmptyState
            title={t(q === undefined ? 'empty' : 'empty.search')}
            text={t(q === undefined ? 'empty.text' : 'empty.search.text')}
          />
        )}
        {orders && orders.length > 0 && (
          <ul className={classes(lineStyles.lines, lineStyles.measured)} aria-label={t('title')}>
            {orders.map((order) => (
              <OrderLine key={order.id} order={order} />
            ))}
          </ul>
        )}
        {cursor !== null && (
          <p className={styles.more}>
            <NativeButton variant="secondary" onClick={() => void loadMore()}>
              {t('more')}
            </NativeButton>
          </p>
        )}
      </div>
      {isImporting && (
        <TrackingSheet
          onClose={() => {
            setImporting(false);
            refresh();
          }}
        />
      )}
    </div>
  );
}

/** By number or name. */
function OrderSearch({ onSearch }: { readonly onSearch: (typed: string | undefined) => void }) {
  const t = useMessages('order-desk');
  const [typed, setTyped] = useState('');
  const search = (wanted: string) => onSearch(wanted.trim() === '' ? undefined : wanted.trim());
  return (
    <ListSearch
      label={t('search')}
      value={typed}
      onChange={(value) => {
        setTyped(value);
        if (value === '') search('');
      }}
      onSearch={() => search(typed)}
    />
  );
}

function OrderLine({ order }: { readonly order: OrderRow }) {
  const t = useMessages('order-desk');
  const format = useFormat();
  const { vendor, opened } = useConsole();
  const { id, code, name, label, items, way, total, currency, placedAt, hasPrescription, attention } = order;
  return (
    <li className={styles.line} data-line={id}>
      <TextLink
        to="/console/$vendor/orders/$orderId"
        params={{ vendor, orderId: id }}
        tone="ink"
        className={styles.link}
        onClick={() => {
          opened.set('line', id);
        }}
        onKeyDown={moveBetweenLines}
      >
        <bdi className={styles.name}>{name}</bdi>
      </TextLink>
      <bdi className={styles.code}>{code}</bdi>
      <span className={styles.label} data-label={attention ? 'payment-problem' : label}>
        {attention ? t(`attention.${attention}`) : t(`label.${label}`)}
      </span>
      <span className={styles.what}>
        {way !== 'none' && `${t('items', { count: items })} · `}
        {t(`way.${way}`)}
        {hasPrescription && ` · ${t('rx')}`}
        {attention && ` · ${t(`attention.next.${attentionWaitsOn(attention)}`)}`}
      </span>
      <span className={styles.money}>{format.money(total, currency)}</span>
      <time className={styles.when} dateTime={placedAt}>
        {format.dateTime(placedAt, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })}
      </time>
    </li>
  );
}
