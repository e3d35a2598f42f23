import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import { Heading, NativeButton, Row, Stack, Text, TextLink } from '../../../design/basic/index.ts';
import { SideArt } from '../../../design/basic/text/side-art.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useRegionalMessages } from '../../../i18n/regional-messages.ts';
import { VendorPage } from '../../../shell/frame/vendor-page.tsx';
import { PendingScreen } from '../../../shell/pending-screen.tsx';
import { type OpenCheckout, useCheckout, useQuote } from '../flow/use-checkout.ts';
import { useCheckoutState } from '../flow/use-checkout-state.ts';
import { paymentPath, successPath } from '../order/paths.ts';
import { DetailsPage } from './details-page.tsx';
import { ReviewPage } from './review-page.tsx';

/** By mail; or a consultation, which nothing is sent of. */
export function CheckoutScreen() {
  const { consultation } = useSearch({ strict: false });
  return consultation === undefined ? (
    <CheckoutBy way="mail" />
  ) : (
    <CheckoutBy key={consultation} way="none" consultation={consultation} />
  );
}
/** Handed over at a pharmacy. */
export const PharmacyCheckoutScreen = () => <CheckoutBy way="pickup" />;

function CheckoutBy({ way, consultation }: { readonly way: Way; readonly consultation?: string }) {
  const checkout = useCheckout(way, consultation);
  if (checkout.status === 'loading') return <PendingScreen />;
  if (checkout.status === 'open') return <Open {...checkout} />;
  if (checkout.status === 'placed') return <Placed {...checkout} />;
  return <Closed why={checkout.status} again={checkout.again} way={way} />;
}

/** Ordered already: the same address leads to what has become of it. */
function Placed({ order, way }: { readonly order: string; readonly way: Way }) {
  const { slug } = usePack();
  const router = useRouter();
  useEffect(() => {
    router.history.replace(successPath(slug, order, way));
  }, [router, slug, order, way]);
  return <PendingScreen />;
}

function Closed({
  why,
  again,
  way,
}: {
  readonly why: 'empty' | 'unreachable';
  readonly again?: (() => void) | undefined;
  readonly way: Way;
}) {
  const t = useRegionalMessages('checkout');
  const { slug, name: vendor, brand } = usePack();
  const isFee = way === 'none';
  const isEmpty = why === 'empty';
  return (
    <VendorPage art={<SideArt of={brand.art} />}>
      <Stack gap={6}>
        <Stack gap={3}>
          <Heading level={1}>{t(isEmpty ? (isFee ? 'fee.absent' : 'empty') : 'unreachable')}</Heading>
          <div role="status">
            <Text size="m">{t(isEmpty ? (isFee ? 'fee.absentText' : 'emptyText') : 'unreachableText')}</Text>
          </div>
        </Stack>
        <Row gap={5}>
          {!isEmpty && (
            <NativeButton size="l" onClick={again}>
              {t('again')}
            </NativeButton>
          )}
          {isEmpty || isFee ? (
            <TextLink to="/connect/$vendor" params={{ vendor: slug }} standalone>
              {isFee ? t('toHome', { vendor }) : t('toShop')}
            </TextLink>
          ) : (
            <TextLink to="/connect/$vendor/cart" params={{ vendor: slug }} standalone>
              {t('toCart')}
            </TextLink>
          )}
        </Row>
      </Stack>
    </VendorPage>
  );
}

/** Where an order is being placed, and isn't judged by then, its own page says so. */
const PATIENCE_MS = 8_000;

function Open(checkout: OpenCheckout) {
  const { actor, order, way } = checkout;
  const { slug } = usePack();
  const offline = useOffline();
  const { at, context } = useCheckoutState(actor);
  const quote = useQuote(checkout, context.details);
  const success = successPath(slug, order, way);
  useEffect(() => {
    if (at === 'done' || at === 'priced') location.assign(success);
    if (at.startsWith('payment')) location.assign(paymentPath(slug, order));
    if (at !== 'queued') return;
    const timer = setTimeout(() => location.assign(success), offline ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [at, offline, order, slug, success]);
  if (at === 'opening') return <PendingScreen />;
  const page = { ...checkout, at, context, quote };
  if (at === 'contact' || at === 'address' || at === 'delivery') return <DetailsPage {...page} />;
  return <ReviewPage {...page} />;
}
