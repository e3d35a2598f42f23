import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { moneySentence } from '../../../../sync/domain/orders/money-sentence.ts';
import { orderLabel } from '../../../../sync/domain/orders/order-status.ts';
import { isConsultation, type OrderView } from '../../../../sync/domain/orders/order-view.ts';
import { formOf } from '../../../../sync/protocol/operations/about.ts';
import { classes } from '../../../base/classes.ts';
import { optional } from '../../../base/optional.ts';
import {
  Art,
  ButtonLink,
  Heading,
  Icon,
  Row,
  Stack,
  StatusLine,
  Text,
  TextLink,
} from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Delivery } from '../../../platform/contract/contract.ts';
import { feeLabel } from '../../../shell/consultation/fee-words.ts';
import { VendorPage } from '../../../shell/frame/vendor-page.tsx';
import { usePageName } from '../../../shell/page/page-name.ts';
import { PendingScreen } from '../../../shell/pending-screen.tsx';
import { addressLines } from '../flow/address-order.ts';
import { OrderLines } from '../order/order-lines.tsx';
import { mayPay } from '../order/order-next.ts';
import { paymentPath } from '../order/paths.ts';
import { AgreedList } from './agreed-list.tsx';
import { CancelFee } from './cancel-fee.tsx';
import { HistoryList } from './history-list.tsx';
import { NextLines } from './next-lines.tsx';
import { OrderSlip } from './order-slip.tsx';
import { Pickup } from './pickup.tsx';
import { Settle } from './settle.tsx';
import styles from './success.module.css';
import { type KnownOrder, useOrder } from './use-order.ts';

const KeepOffer = optional(async () => (await import('../../../shell/account/keep-offer.tsx')).KeepOffer);
const ToPhone = optional(async () => (await import('./to-phone.tsx')).ToPhone);
const AskContact = lazy(async () => ({ default: (await import('./ask-contact.tsx')).AskContact }));
const NoOrder = lazy(async () => ({ default: (await import('./no-order.tsx')).NoOrder }));

/** What has become of an order, whenever somebody looks: its state first. */
export function SuccessScreen() {
  const { order = '' } = useParams({ strict: false });
  const known = useOrder(order);
  const { brand } = usePack();
  const [artless, setArtless] = useState(false);
  if (known === 'loading') return <PendingScreen />;
  if ('isUnreachable' in known)
    return (
      <Suspense fallback={<PendingScreen />}>
        {known.aside ? <AskContact order={order} aside={known.aside} /> : <NoOrder {...known} />}
      </Suspense>
    );
  return (
    <VendorPage
      banner={false}
      art={
        artless || brand.layout?.receipt === 'panel' ? undefined : (
          <div
            className={classes(styles.art, styles[brand.layout?.receipt ?? 'plain'])}
            onErrorCapture={() => setArtless(true)}
          >
            <Art src={brand.art.success} width={640} height={520} priority />
          </div>
        )
      }
    >
      {known.view ? <Known {...known} view={known.view} /> : <OnItsWay delivery={known.delivery} />}
    </VendorPage>
  );
}

/** The vendor doesn't have it, or hasn't looked at it yet: nothing is paid. */
function OnItsWay({ delivery }: { readonly delivery: Delivery | undefined }) {
  const t = useMessages('checkout');
  const format = useFormat();
  const offline = useOffline();
  const { name: vendor } = usePack();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isSent = delivery?.receipt !== undefined;
  const isFee = delivery?.about.way === 'none';
  usePageName(isFee ? FEE_PAGE : undefined);
  return (
    <Stack gap={6}>
      <Stack gap={3}>
        <div aria-live="polite">
          <Heading level={1} ref={heading}>
            {t(isSent ? 'queued.sent' : 'queued.title')}
          </Heading>
        </div>
        <StatusLine status={offline ? 'offline' : 'waiting'} live>
          {t(isSent ? 'queued.judging' : offline ? 'queued.offline' : 'queued.sending', { vendor })}
        </StatusLine>
        <Text strong>{t('queued.unpaid')}</Text>
      </Stack>
      {delivery && (
        <OrderSlip
          code={delivery.code}
          isFee={isFee}
          stamped={isSent}
          facts={[
            {
              term: t(isFee ? 'fee.startedAt' : 'order.placedAt'),
              value: format.dateTime(delivery.queuedAt),
            },
          ]}
        />
      )}
      {!isSent && <Text>{t('queued.next', { vendor })}</Text>}
    </Stack>
  );
}

/** In the place of the route's, which is of an order. */
const FEE_PAGE = ['checkout', 'fee.page'] as const;

function useMoneySentence(view: OrderView): string {
  const t = useMessages('checkout');
  const exact = useExactMoney();
  const { name: vendor } = usePack();
  const { charged } = view.money;
  const money = (amount: number) => exact(amount, view.currency);
  const { key, amount } = moneySentence(view.statuses.payment, view.money);
  if (key === 'held' && isConsultation(view)) return t('fee.held', { amount: money(amount) });
  if (key === 'held' && view.waitsForId) return t('money.held-id', { amount: money(amount) });
  if (key === 'not-charged' && view.totals.total === 0) return t('money.nothing-due');
  return t(`money.${key}`, {
    amount: money(amount),
    vendor,
    ...{ charged: money(charged), total: money(view.totals.total) },
  });
}

/** Where it is sent. */
function Address({ view: { contact, delivery } }: { readonly view: OrderView }) {
  const t = useMessages('checkout');
  if (delivery.way !== 'mail') return null;
  return (
    <Stack gap={3} as="section" aria-labelledby="address">
      <Heading level={2} size="m" id="address">
        {t('address.title')}
      </Heading>
      <div>
        {[contact.name, ...addressLines(delivery.address)].map((line) => (
          <Text key={line}>
            <bdi>{line}</bdi>
          </Text>
        ))}
      </div>
    </Stack>
  );
}

function Known({ view, sent, isOwn, seenAt, requests, take }: KnownOrder & { readonly view: OrderView }) {
  const t = useMessages('checkout');
  const format = useFormat();
  const exact = useExactMoney();
  const { slug, name: vendor } = usePack();
  const heading = useRef<HTMLHeadingElement>(null);
  const sentence = useMoneySentence(view);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const label = orderLabel(view.statuses);
  const isFee = isConsultation(view);
  usePageName(isFee ? FEE_PAGE : undefined);
  const { card, charged } = view.money;
  const isCanceled = view.statuses.order === 'cancelled';
  // Nothing is a receipt before money has moved.
  const isPaid = charged > 0;
  const amount = exact(view.totals.total, view.currency);
  return (
    <Stack gap={6}>
      <Stack gap={3}>
        <div aria-live="polite">
          <Heading level={1} ref={heading}>
            {t(isFee ? feeLabel(label) : `label.${label}`, { vendor })}
          </Heading>
        </div>
        <Text size="m">{sentence}</Text>
        {seenAt !== undefined && (
          <StatusLine status="offline">{t('order.seenAt', { at: format.dateTime(seenAt) })}</StatusLine>
        )}
      </Stack>
      {view.statuses.order === 'problem' && <Settle {...{ view, requests, take }} />}
      {mayPay(view) && requests && (
        <Stack gap={3} align="start" className={styles.screenOnly}>
          <ButtonLink href={paymentPath(slug, view.id)} size="l">
            {t('order.pay', { amount })}
          </ButtonLink>
          {view.payment === 'desk' && <Text>{t('order.orDesk', { vendor })}</Text>}
        </Stack>
      )}
      <OrderSlip
        code={view.code}
        isFee={isFee}
        stamped={view.statuses.order !== 'problem' && !isCanceled}
        facts={[
          { term: t(isFee ? 'fee.startedAt' : 'order.placedAt'), value: format.dateTime(view.placedAt) },
          { term: t('bill.total'), value: <bdi>{amount}</bdi> },
          ...(card === undefined ? [] : [{ term: t('order.card'), value: <bdi dir="ltr">•••• {card}</bdi> }]),
        ]}
      />
      <NextLines {...{ view, label, isOwn }} form={sent && formOf(sent)} />
      {isCanceled ? null : view.delivery.way === 'pickup' ? (
        <Pickup {...{ view, requests, take }} />
      ) : (
        <Address view={view} />
      )}
      <Stack gap={3} as="section" aria-labelledby="receipt">
        <Heading level={2} size="m" id="receipt">
          {t(isPaid ? 'receipt.title' : isFee ? 'fee.ordered' : 'order.ordered')}
        </Heading>
        <OrderLines view={view} kinds refunded={view.money.refunded} />
        {isPaid && (
          <Text size="xs" tone="soft">
            {t(view.currency === 'USD' ? 'receipt.health' : 'receipt.soldBy', { vendor })}
          </Text>
        )}
      </Stack>
      {isFee && requests && view.statuses.order === 'placed' && view.statuses.clinical !== 'approved' && (
        <div className={styles.screenOnly}>
          <CancelFee {...{ requests, take }} />
        </div>
      )}
      <HistoryList view={view} />
      <AgreedList view={view} />
      {sent && (
        <div className={styles.screenOnly}>
          <Suspense fallback={null}>
            <KeepOffer delivery={sent} email={view.contact.email} />
          </Suspense>
        </div>
      )}
      <Row gap={4} className={styles.screenOnly}>
        {requests && (
          <span className={styles.toPhone} data-shared={sent?.owner === 'shared' || undefined}>
            <Suspense fallback={null}>
              <ToPhone order={view.id} way={view.delivery.way} requests={requests} />
            </Suspense>
          </span>
        )}
        <Button variant="secondary" onPress={() => print()}>
          <Icon name="print" size={20} /> {t('receipt.print')}
        </Button>
        <TextLink to="/connect/$vendor/" params={{ vendor: slug }} standalone>
          {t('toHome', { vendor })}
        </TextLink>
      </Row>
    </Stack>
  );
}
