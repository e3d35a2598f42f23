import { useEffect, useRef, useState } from 'react';
import { type SalePurpose, salePurposesOf } from '../../../../sync/domain/legal/consents.ts';
import { placeName } from '../../../../sync/domain/places/places.ts';
import { prescribedIn } from '../../../../sync/domain/shop/order-question.ts';
import { rateAt } from '../../../../sync/domain/shop/places.ts';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import { ContentRow, Heading, Notice, Rows, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { ErrorSummary } from '../../../design/controls/fields/error-summary.tsx';
import { cardName } from '../../../device/kept-card.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useLanguage, useLocalized } from '../../../i18n/index.ts';
import { useRegionalMessages } from '../../../i18n/regional-messages.ts';
import { VendorPage } from '../../../shell/frame/vendor-page.tsx';
import { addressLines } from '../flow/address-order.ts';
import { agreedBefore, decideNow } from '../flow/consent-boxes.ts';
import { addressOf, placeOf } from '../flow/read-details.ts';
import { PhotoId } from '../order/photo-id.tsx';
import { PharmacyFacts } from '../pharmacy/pharmacy-facts.tsx';
import { Agreement } from './agreement.tsx';
import { BesideBill } from './beside-bill.tsx';
import { useBillingErrors } from './billing.tsx';
import styles from './checkout.module.css';
import { Cost } from './cost.tsx';
import { HowToPay } from './how-to-pay.tsx';
import type { CheckoutPageProps } from './page-props.ts';
import { daysOf } from './rates.tsx';

/** Everything once more, what it costs and when, and what is agreed to: then the order is placed. Nothing is paid by it. */
export function ReviewPage(props: CheckoutPageProps) {
  const { actor, at, context, quote, cart, shop, products, way, asked, card, isChanged } = props;
  const { details, consents, problem } = context;
  const t = useRegionalMessages('checkout');
  const { language } = useLanguage();
  const { legal, name: vendor, currency } = usePack();
  const money = useExactMoney();
  const offline = useOffline();
  const heading = useRef<HTMLHeadingElement>(null);
  const [agreed, setAgreed] = useState<readonly SalePurpose[]>([]);
  const [tries, setTries] = useState(0);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const total = quote.totals.total;
  // Paid with the press that places it, where that can be.
  const isKept = card !== undefined && details.payment === 'kept' && total > 0 && !offline;
  const purposes = salePurposesOf(
    {
      waitsForApproval: quote.onApproval > 0,
      renews: quote.renewals.length > 0,
      byCard: details.payment !== 'desk',
    },
    legal,
  );
  const before = agreedBefore(purposes, legal, props.agreed);
  const said = purposes.filter(
    (one) => (one === 'approval' && isKept) || ((one === 'terms' || one === 'card') && before.includes(one)),
  );
  const isBilled = total > 0 && !isKept && details.payment !== 'desk';
  const ofBilling = useBillingErrors(details);
  const billingErrors = isBilled ? ofBilling : [];
  const open = purposes.filter((purpose) => !agreed.includes(purpose) && !said.includes(purpose));
  const isAtWork = at !== 'review';
  const amount = money(total, currency);
  const purpose = quote.onApproval > 0 ? 'hold' : 'charge';
  const prescribed = prescribedIn({ products, lines: cart.lines });
  const waitsForClinic = prescribed.length > 0 && (quote.onApproval > 0 || way === 'pickup');
  const goesTo = placeOf(way, details, shop);

  function place(): void {
    setTries((count) => count + 1);
    if (open.length + billingErrors.length > 0 || purposes.length === 0) return;
    const decisions = decideNow(purposes, legal, language);
    actor.send({ type: 'CONSENTED', decisions });
    actor.send({ type: 'PLACE', consented: decisions.length === purposes.length });
  }

  const agree = (purpose: SalePurpose, isAgreed: boolean) =>
    setAgreed(isAgreed ? [...agreed, purpose] : agreed.filter((one) => one !== purpose));
  return (
    <VendorPage width="wide" banner={false}>
      <Stack gap={6}>
        <Stack gap={3}>
          <Text size="xs" tone="soft">
            {t('step', { at: 2, of: 3 })}
          </Text>
          <Heading level={1} ref={heading}>
            {t(way === 'none' ? 'fee.review' : 'review.title')}
          </Heading>
        </Stack>
        {isChanged && problem === null && !isAtWork && (
          <Notice tone="warning" live="alert" title={t('review.changed')}>
            <p>{t('review.changedText')}</p>
          </Notice>
        )}
        {problem !== null && problem !== 'cart-changed' && !isAtWork && (
          <Notice tone="warning" live="alert" title={t('review.notKept')}>
            <p>{t('review.notKeptText')}</p>
          </Notice>
        )}
        <BesideBill
          bill={<Cost {...{ quote, products, way, asked }} place={goesTo} />}
          before={
            <>
              <Summary {...props} />
              {waitsForClinic && (
                <PhotoId
                  when="before"
                  products={prescribed.map(({ slug }) => slug)}
                  places={[goesTo, props.consultedIn].filter((one) => one !== undefined)}
                />
              )}
            </>
          }
        >
          <HowToPay
            {...{ actor, context, shop, card, way, quote, isKept }}
            errors={tries > 0 ? billingErrors : []}
          />
          <ErrorSummary
            key={tries}
            errors={
              tries === 0
                ? []
                : [
                    ...billingErrors,
                    ...open.map((purpose) => ({
                      fieldId: `consent-${purpose}`,
                      text: t(
                        way === 'none' && purpose === 'approval'
                          ? 'fee.consent.missing'
                          : `consent.${purpose}.missing`,
                      ),
                    })),
                  ]
            }
          />
          {purposes.length > 0 && (
            <Agreement {...{ quote, way, purposes, said, agreed }} isTried={tries > 0} onAgree={agree} />
          )}
          <div className={styles.place}>
            <Button
              size="l"
              fullWidth
              isPending={isAtWork}
              pendingLabel={t(at === 'paying' ? 'pay.confirming' : 'review.placing')}
              onPress={place}
            >
              {isKept
                ? t(`pay.button.${purpose}`, { amount })
                : t(`${way === 'none' ? 'fee' : 'review'}.${offline ? 'placeOffline' : 'place'}`)}
            </Button>
            <Text>
              {offline
                ? t('review.offlineText')
                : total === 0
                  ? t('review.freeText')
                  : isKept
                    ? t(way === 'none' && purpose === 'hold' ? 'fee.kept' : `review.kept.${purpose}`, {
                        card: cardName(card),
                      })
                    : details.payment === 'desk'
                      ? t('review.deskText', { vendor, amount })
                      : t('review.cardText', { amount })}
            </Text>
          </div>
          {consents.length > 0 && isAtWork && <span role="status">{t('review.placing')}</span>}
        </BesideBill>
      </Stack>
    </VendorPage>
  );
}

/** What was given, with a way back to each part of it. */
function Summary({ actor, context: { details }, shop, way }: CheckoutPageProps) {
  const t = useRegionalMessages('checkout');
  const { language } = useLanguage();
  const localized = useLocalized();
  const rate = shop.shipping.find(({ id }) => id === rateAt(shop, placeOf(way, details, shop), details.rate));
  const pharmacy = shop.pharmacies.find(({ id }) => id === details.pharmacy);
  const change = (page: 'contact' | 'address' | 'delivery') => (
    <Button
      variant="quiet"
      aria-label={t(
        page === 'contact' ? 'contact.change' : way === 'pickup' ? 'pharmacy.change' : 'address.change',
      )}
      onPress={() => actor.send({ type: 'CHANGE', page })}
    >
      {t('change')}
    </Button>
  );
  return (
    <Rows label={t('review.given')}>
      <ContentRow action={change('contact')}>
        <Text strong>
          <bdi>{details.name}</bdi>
        </Text>
        <Text size="xs">
          <PhoneNumber number={details.reach} />
        </Text>
      </ContentRow>
      {way === 'none' ? null : way === 'pickup' && pharmacy ? (
        <ContentRow action={change('delivery')}>
          <PharmacyFacts pharmacy={pharmacy} />
        </ContentRow>
      ) : (
        <ContentRow action={change('address')}>
          {addressLines(addressOf(details)).map((line) => (
            <Text key={line}>
              <bdi>{line}</bdi>
            </Text>
          ))}
          <Text size="xs">{placeName(details.country, language)}</Text>
          {rate && (
            <Text size="xs" tone="soft">
              {localized(rate.name)} · {daysOf(t, rate.days)}
            </Text>
          )}
        </ContentRow>
      )}
    </Rows>
  );
}
