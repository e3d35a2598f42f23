import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { billingOf } from '../../../../sync/domain/orders/billing.ts';
import {
  isConsultation,
  type OrderView,
  orderViewSchema,
} from '../../../../sync/domain/orders/order-view.ts';
import type { PaymentStarted } from '../../../../sync/protocol/api/orders.ts';
import { ORDER_RECORD } from '../../../../sync/protocol/records/order.ts';
import { OptionalPart } from '../../../base/optional-part.tsx';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import {
  Disclosure,
  Heading,
  Notice,
  Skeleton,
  Stack,
  StatusLine,
  Text,
  TextLink,
} from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useKeptCard } from '../../../device/kept-card.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useRecords } from '../../../device/use-account.ts';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useMessages } from '../../../i18n/index.ts';
import { VendorPage } from '../../../shell/frame/vendor-page.tsx';
import { PendingScreen } from '../../../shell/pending-screen.tsx';
import { useCheckoutState } from '../flow/use-checkout-state.ts';
import { OrderLines } from '../order/order-lines.tsx';
import { successPath } from '../order/paths.ts';
import { useOpenedOrder } from '../order/use-opened-order.ts';
import { BesideBill } from '../screens/beside-bill.tsx';
import { BillingLine } from '../screens/billing-line.tsx';
import { BillingForm } from './billing-form.tsx';
import { DemoCard } from './demo-card.tsx';
import { PayByKept, useKeeping } from './keep-card.tsx';
import { CardBlocked } from './pay-button.tsx';
import styles from './payment.module.css';
import { KEPT } from './payment-actors.ts';
import { type Billing, useBilling } from './use-billing.ts';
import { type OpenPayment, type Payable, usePayment } from './use-payment.ts';

// Nothing of Stripe's is on any other page.
const StripeCard = lazy(async () => ({ default: (await import('./stripe-card.tsx')).StripeCard }));

/** Where an order is paid: a document of its own, which the provider alone may talk to. */
export function PaymentScreen() {
  const { order = '' } = useParams({ strict: false });
  const opened = useOpenedOrder(order);
  if (!opened) return <PendingScreen />;
  const { requests, aside } = opened;
  return requests ? (
    <Paying key={order} opened={{ ...opened, requests }} order={order} />
  ) : (
    <NoKey page={aside && successPath(opened.platform.vendor, order, 'mail')} />
  );
}

/** Opened elsewhere: a copied address opens nothing. @param page of the order, which asks whose it is. */
function NoKey({ page }: { readonly page: string | undefined }) {
  const t = useMessages('checkout');
  const { name: vendor, contact } = usePack();
  return (
    <VendorPage>
      <Stack gap={5}>
        <Heading level={1}>{t('order.noKey')}</Heading>
        <Text>{t(page === undefined ? 'order.noKeyText' : 'aside.payment', { vendor })}</Text>
        {page !== undefined && (
          <TextLink href={page} standalone>
            {t('aside.page')}
          </TextLink>
        )}
        <a href={`tel:${contact.phone}`}>{t('call', { vendor })}</a>
      </Stack>
    </VendorPage>
  );
}

function Paying({ opened, order }: { readonly opened: Payable; readonly order: string }) {
  const { actor, view: seen } = usePayment(order, opened);
  const billing = useBilling(order, opened, seen);
  const view = useSyncExternalStore(seen.subscribe, seen.get);
  const t = useMessages('checkout');
  const { slug } = usePack();
  const { at, context } = useCheckoutState(actor);
  const heading = useRef<HTMLHeadingElement>(null);
  const success = successPath(slug, order, view?.delivery.way ?? 'mail');
  const isOver = at === 'done' || at === 'priced';
  useEffect(() => {
    // The page of the order says what it has come to; this document and its powers are left.
    if (isOver) location.replace(success);
  }, [isOver, success]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  if (isOver) return <PendingScreen />;
  return (
    <VendorPage width="wide" banner={false}>
      <Stack gap={5}>
        <Stack gap={2}>
          <Text size="xs" tone="soft">
            {t('step', { at: 3, of: 3 })}
          </Text>
          <Heading level={1} ref={heading}>
            {t('pay.title')}
          </Heading>
          {view && (
            <Text tone="soft">
              {t(isConsultation(view) ? 'fee.number' : 'order.number')} <bdi dir="ltr">{view.code}</bdi>
            </Text>
          )}
        </Stack>
        <BesideBill
          bill={view && <Due view={view} started={at === 'payment.failed' ? null : context.started} />}
        >
          <State {...{ actor, view, order, at, context, billing }} />
          <TextLink href={success} standalone>
            {t('pay.later')}
          </TextLink>
        </BesideBill>
      </Stack>
    </VendorPage>
  );
}

/** What the button is about, and when it is charged. */
function Due({ view, started }: { readonly view: OrderView; readonly started: PaymentStarted | null }) {
  const t = useMessages('checkout');
  const money = useExactMoney();
  const { name: vendor } = usePack();
  return (
    <section className={styles.due} aria-labelledby="due">
      <Heading level={2} size="s" id="due">
        {t('pay.due')}
      </Heading>
      <p className={styles.amount}>
        <bdi>{money(started?.amount ?? view.totals.total, view.currency)}</bdi>
      </p>
      {started && (
        <Text>
          {t(
            isConsultation(view) && started.purpose === 'hold' ? 'fee.when' : `pay.when.${started.purpose}`,
            {
              vendor,
            },
          )}
        </Text>
      )}
      <Disclosure summary={t('pay.lines')}>
        <OrderLines view={view} />
      </Disclosure>
    </section>
  );
}

type StateProps = Pick<OpenPayment, 'actor'> & {
  readonly view: OrderView | undefined;
  readonly order: string;
  readonly at: string;
  readonly billing: Billing;
  readonly context: ReturnType<typeof useCheckoutState>['context'];
};

function State({ actor, order, view, at, billing, context: { started, declined, trouble } }: StateProps) {
  const t = useMessages('checkout');
  const { name: vendor, contact } = usePack();
  const kept = useKeptCard();
  const isOwn = useRecords(ORDER_RECORD, orderViewSchema).records.some(({ id }) => id === order);
  const isFee = view !== undefined && isConsultation(view);
  const keeping = useKeeping(order, { mayKeep: kept.mayKeep && isOwn, isFee });
  const [wantsOther, setWantsOther] = useState(false);
  if (at === 'payment.failed')
    return (
      <Notice tone="warning" live="status" title={t(`pay.trouble.${trouble ?? 'unavailable'}`, { vendor })}>
        <p>{t(`pay.troubleText.${trouble ?? 'unavailable'}`, { vendor, isFee: String(isFee) })}</p>
        {(trouble === 'tries' || trouble === 'locked') && (
          <p>
            <a href={`tel:${contact.phone}`}>
              {t('call', { vendor })} <PhoneNumber number={contact.phone} />
            </a>
          </p>
        )}
        {trouble !== 'not-found' && trouble !== 'locked' && (
          <Button variant="secondary" onPress={() => actor.send({ type: 'RETRY' })}>
            {t('again')}
          </Button>
        )}
      </Notice>
    );
  if (at === 'payment.unknown' || at === 'payment.checking')
    return (
      <Notice tone="info" live="status" title={t('pay.unknown')}>
        <p>{t('pay.unknownText', { vendor })}</p>
        <Button
          variant="secondary"
          isPending={at === 'payment.checking'}
          pendingLabel={t('pay.checking')}
          onPress={() => actor.send({ type: 'RETRY' })}
        >
          {t('pay.check')}
        </Button>
      </Notice>
    );
  if (!started || kept.status === 'loading') return <Skeleton lines={4} />;
  const isConfirming = at === 'payment.confirming';
  if (kept.card && isOwn && !wantsOther && at !== 'payment.action')
    return (
      <PayByKept
        {...{ started, isFee, declined, isConfirming }}
        card={kept.card}
        onSubmit={() => actor.send({ type: 'SUBMITTED', method: KEPT })}
        onOther={() => setWantsOther(true)}
      />
    );
  const address = view && billingOf(view);
  // Stripe’s form asks for what it needs where nothing is known.
  const mayBill = started.provider.name === 'demo' || address !== undefined;
  const isMailed = view?.delivery.way === 'mail';
  const onBilling = mayBill ? () => billing.open() : undefined;
  const shared = {
    ...{ started, isFee, isConfirming, keeping, onBilling },
    // Said until it is set right.
    declined: declined === 'wrong-address' && billing.isCorrected ? null : declined,
    billing: onBilling && (
      <Stack gap={2}>
        <BillingLine own={view?.billing} {...{ isMailed }} isDisabled={isConfirming} onChange={onBilling} />
        <div role="status">
          {billing.isCorrected && <StatusLine status="sent">{t('billing.saved')}</StatusLine>}
        </div>
      </Stack>
    ),
    code: view?.code ?? '',
    onTry: () => billing.tried(),
    onSubmit(method?: string) {
      billing.tried();
      actor.send({ type: 'SUBMITTED', ...(method !== undefined && { method }) });
    },
  };
  const card =
    started.provider.name === 'stripe' ? (
      <OptionalPart instead={<CardBlocked onAgain={() => location.reload()} />}>
        <Suspense fallback={<Skeleton lines={4} />}>
          <StripeCard
            key={started.provider.clientSecret}
            {...shared}
            provider={started.provider}
            order={order}
            address={address}
            isCorrected={billing.isCorrected}
            asks={at === 'payment.action'}
            onAnswered={() => actor.send({ type: 'CHALLENGED', result: 'passed' })}
          />
        </Suspense>
      </OptionalPart>
    ) : (
      <DemoCard
        {...shared}
        asks={at === 'payment.action'}
        onAnswer={(result) => actor.send({ type: 'CHALLENGED', result })}
      />
    );
  const { typed } = billing;
  return (
    <>
      {typed && <BillingForm {...{ billing, typed, isMailed }} isOwn={view?.billing !== undefined} />}
      <div hidden={typed !== undefined}>{card}</div>
    </>
  );
}
