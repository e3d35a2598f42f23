import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import { useEffect, useRef, useState } from 'react';
import type { Address } from '../../../../sync/domain/profile/address.ts';
import type { PaymentStarted } from '../../../../sync/protocol/api/orders.ts';
import { Heading, Notice } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import { successPath } from '../order/paths.ts';
import { CardBlocked, type CardProps, Declined, PayButton } from './pay-button.tsx';
import styles from './payment.module.css';

/** Longer than that, a script is blocked: people are told, and shown the other ways. */
export const LOAD_MS = 10_000;

/** Of Stripe's: the bank has the card's holder elsewhere. */
const ADDRESS_CODES: readonly string[] = ['incorrect_zip', 'incorrect_address'];
const WRONG_ADDRESS = 'wrong-address';

/** Each part, also an empty one: what its form is told not to ask for has to be told when it confirms. */
function billedTo({ lines: [line1 = '', ...more], city, region, postcode = '', country }: Address) {
  const state = region?.slice(region.indexOf('-') + 1) ?? '';
  return { line1, line2: more.join(', '), city, state, postal_code: postcode, country };
}

export interface StripeCardProps extends CardProps {
  readonly provider: Extract<PaymentStarted['provider'], { name: 'stripe' }>;
  readonly order: string;
  /** Where the card is billed, as far as that is known: its form doesn't ask for it then. */
  readonly address: Address | undefined;
  /** Set right since the last try. */
  readonly isCorrected: boolean;
  readonly onAnswered: () => void;
  readonly load?: typeof loadStripe;
}

type Loaded =
  | { readonly status: 'loading' | 'blocked' }
  | { readonly status: 'ready'; readonly stripe: Stripe; readonly elements: StripeElements };

/** Mounts Stripe's own form into the frame, once for each intent. */
function useElements(
  { provider: { publishableKey, account, clientSecret }, address, load = loadStripe }: StripeCardProps,
  frame: React.RefObject<HTMLDivElement | null>,
): Loaded {
  const { language } = useLanguage();
  const isBilled = address !== undefined;
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });
  useEffect(() => {
    let gone = false;
    const blocked = () => !gone && setLoaded({ status: 'blocked' });
    const timer = setTimeout(blocked, LOAD_MS);
    void (async () => {
      if ('setLoadParameters' in load) load.setLoadParameters({ advancedFraudSignals: false });
      const stripe = await load(publishableKey, account === undefined ? {} : { stripeAccount: account });
      if (gone || !stripe || !frame.current) return blocked();
      const elements = stripe.elements({ clientSecret, locale: language });
      const card = elements.create(
        'payment',
        isBilled ? { fields: { billingDetails: { address: 'never' } } } : {},
      );
      card.on('ready', () => {
        clearTimeout(timer);
        if (!gone) setLoaded({ status: 'ready', stripe, elements });
      });
      card.on('loaderror', blocked);
      card.mount(frame.current);
    })().catch(blocked);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [publishableKey, account, clientSecret, isBilled, language, load, frame]);
  return loaded;
}

/** Stripe's form. Heading, errors and status are ours, outside of its frame; whether it was paid, the server asks. */
export function StripeCard(props: StripeCardProps) {
  const { started, declined, isConfirming, asks, onSubmit, onAnswered, provider, order, address, keeping } =
    props;
  const t = useMessages('checkout');
  const { slug } = usePack();
  const frame = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  const loaded = useElements(props, frame);
  const isReady = loaded.status === 'ready';

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each question of the bank's.
  useEffect(() => {
    if (!asks || !isReady) return;
    void loaded.stripe.handleNextAction({ clientSecret: provider.clientSecret }).then(onAnswered, onAnswered);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked once for each question of the bank's.
  }, [asks, isReady]);

  async function confirm(): Promise<void> {
    if (loaded.status !== 'ready' || isAsking) return;
    const { stripe, elements } = loaded;
    setAsking(true);
    setFault(undefined);
    props.onTry();
    // What the intent keeps, its form has to know before it confirms.
    if (await keeping.tell()) await elements.fetchUpdates().catch(() => undefined);
    const asked = {
      elements,
      redirect: 'if_required',
      confirmParams: {
        return_url: new URL(successPath(slug, order, 'mail'), location.origin).href,
        ...(address && { payment_method_data: { billing_details: { address: billedTo(address) } } }),
      },
    } as const;
    const confirmed =
      started.purpose === 'save'
        ? await stripe.confirmSetup(asked).catch(() => ({ error: undefined }))
        : await stripe.confirmPayment(asked).catch(() => ({ error: undefined }));
    setAsking(false);
    if (confirmed.error?.type === 'validation_error' || confirmed.error?.type === 'card_error') {
      // The same intent takes another card; what the form holds of it is read again.
      await elements.fetchUpdates().catch(() => undefined);
      const { code = '', decline_code: why = '', message } = confirmed.error;
      const isAddress = [code, why].some((one) => ADDRESS_CODES.includes(one));
      setFault(isAddress ? WRONG_ADDRESS : (message ?? t('pay.declined.declined')));
      return;
    }
    onSubmit();
  }

  return (
    <form
      className={styles.card}
      noValidate
      aria-labelledby="card"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Heading level={2} size="m" id="card">
        {t('card.title')}
      </Heading>
      {declined && !isConfirming && (
        <Declined why={declined} isFee={props.isFee} onBilling={props.onBilling} />
      )}
      <div role="alert">
        {fault !== undefined && fault !== WRONG_ADDRESS && <Notice tone="warning">{fault}</Notice>}
      </div>
      {fault === WRONG_ADDRESS && !props.isCorrected && (
        <Declined why={WRONG_ADDRESS} isFee={props.isFee} onBilling={props.onBilling} />
      )}
      {/* A script that never comes is waited for by every later try in the same document. */}
      {loaded.status === 'blocked' && <CardBlocked onAgain={() => location.reload()} />}
      <div ref={frame} data-card-frame />
      {isReady && props.billing}
      {isReady && keeping.box}
      {isReady && <PayButton started={started} isFee={props.isFee} isPending={isConfirming || isAsking} />}
    </form>
  );
}
