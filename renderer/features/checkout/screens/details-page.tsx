import { useEffect, useRef, useState } from 'react';
import { Heading, Stack, StatusLine, Text, TextLink } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { ErrorSummary, type FormError } from '../../../design/controls/fields/error-summary.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useOffline } from '../../../device/use-offline.ts';
import { useRegionalMessages } from '../../../i18n/regional-messages.ts';
import { VendorPage } from '../../../shell/frame/vendor-page.tsx';
import type { CheckoutDetails } from '../flow/checkout-events.ts';
import { type ContactFault, deliveryOf, placeOf, readAddress, readContact } from '../flow/read-details.ts';
import { factsOf } from '../flow/use-checkout.ts';
import { ChosenPharmacy } from '../pharmacy/chosen-pharmacy.tsx';
import { AddressFields, useAddressErrors } from './address-fields.tsx';
import { BesideBill } from './beside-bill.tsx';
import styles from './checkout.module.css';
import { ContactFields } from './contact-fields.tsx';
import { Cost } from './cost.tsx';
import type { CheckoutPageProps } from './page-props.ts';
import { PromotionField } from './promotion-field.tsx';
import { Rates } from './rates.tsx';
import { WhoseDevice } from './whose-device.tsx';

/** Who, where and how: one screen. What is known is shown, and not asked again. */
export function DetailsPage(props: CheckoutPageProps) {
  const { actor, at, context, quote, products, shop, way, asked, known } = props;
  const { isGuest, hasEarlier, isMissing } = props;
  const { details } = context;
  const t = useRegionalMessages('checkout');
  const pack = usePack();
  const { slug, serviceAreas, region, name: vendor } = pack;
  const offline = useOffline();
  const heading = useRef<HTMLHeadingElement>(null);
  const [tries, setTries] = useState(0);
  const [contactFaults, setContactFaults] = useState<readonly ContactFault[]>([]);
  const address = readAddress(details, serviceAreas);
  const addressErrors = useAddressErrors(address, details);
  const isTried = tries > 0;
  // What is known stays a line, until somebody wants to change it: pressed before, on the review.
  const [asksContact] = useState(at === 'contact' || known.name === undefined || known.reach === undefined);
  useEffect(() => {
    if (!isTried) heading.current?.focus({ preventScroll: true });
  }, [isTried]);

  // Once somebody has tried, what is right is right at once.
  const { name, reach } = details;
  useEffect(() => {
    if (!isTried) return;
    let gone = false;
    void readContact({ name, reach }, region).then(({ faults }) => !gone && setContactFaults(faults));
    return () => {
      gone = true;
    };
  }, [isTried, name, reach, region]);

  const type = (part: Partial<CheckoutDetails>) => actor.send({ type: 'TYPED', part });
  const faultOf = (field: 'name' | 'reach') => {
    const fault = contactFaults.find((one) => (field === 'name') === one.startsWith('name'));
    return fault && t(`contact.${fault}`);
  };
  const errors: readonly FormError[] = [
    ...(['name', 'reach'] as const).flatMap((field) => {
      const text = faultOf(field);
      return text === undefined ? [] : [{ fieldId: `checkout-${field}`, text }];
    }),
    ...(way === 'mail' ? addressErrors : []),
    // Served, but nothing is mailed there.
    ...(way === 'mail' && addressErrors.length === 0 && !deliveryOf(way, details, shop)
      ? [{ fieldId: 'address-postcode', text: t('address.notServed', { vendor }) }]
      : []),
    ...(way === 'pickup' && !deliveryOf(way, details, shop)
      ? [{ fieldId: 'pharmacy-words', text: t('pharmacy.missing') }]
      : []),
  ];

  const title = t(way === 'none' ? 'fee.title' : way === 'pickup' ? 'details.pickup' : 'details.title');
  const from = asked ? `questionnaire/${asked.form}/product` : 'cart';

  async function next(): Promise<void> {
    const { faults } = await readContact(details, region);
    setContactFaults(faults);
    setTries((count) => count + 1);
    actor.send({ type: 'CONTINUED', facts: await factsOf(props, details, pack) });
  }

  return (
    <VendorPage width="wide">
      <Stack gap={6}>
        <Stack gap={3}>
          <TextLink href={`/connect/${slug}/${from}`} standalone>
            {t(asked ? 'back' : 'toCart')}
          </TextLink>
          <Text size="xs" tone="soft">
            {t('step', { at: 1, of: 3 })}
          </Text>
          <Heading level={1} ref={heading}>
            {title}
          </Heading>
        </Stack>
        <BesideBill bill={<Cost {...{ quote, products, way, asked }} place={placeOf(way, details, shop)} />}>
          {isMissing && (
            <StatusLine status={offline ? 'offline' : 'attention'} live>
              {t(offline ? 'details.offline' : 'details.missing', { vendor })}
            </StatusLine>
          )}
          {isTried && <ErrorSummary key={tries} errors={errors} />}
          <form
            className={styles.form}
            noValidate
            aria-label={title}
            onSubmit={(event) => {
              event.preventDefault();
              void next();
            }}
          >
            <ContactFields
              details={details}
              isAsked={asksContact}
              errorOf={(field) => (isTried ? faultOf(field) : undefined)}
              onType={type}
            >
              {isGuest && <WhoseDevice hasEarlier={hasEarlier} />}
            </ContactFields>
            {way === 'mail' && (
              <>
                <AddressFields
                  {...{ details, address }}
                  errors={isTried ? addressErrors : []}
                  onType={type}
                />
                <Rates {...{ shop, details }} place={placeOf(way, details, shop)} onType={type} />
              </>
            )}
            {way === 'pickup' && <ChosenPharmacy {...{ shop, details }} onType={type} />}
            {way !== 'none' && shop.promotions.length > 0 && (
              <PromotionField details={details} said={quote.promotion} onType={type} />
            )}
            <Button type="submit" size="l" fullWidth>
              {t('continue')}
            </Button>
          </form>
        </BesideBill>
      </Stack>
    </VendorPage>
  );
}
