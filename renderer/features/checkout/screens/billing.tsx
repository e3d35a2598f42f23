import { useEffect, useRef, useState } from 'react';
import { Row, Stack } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import type { FormError } from '../../../design/controls/fields/error-summary.tsx';
import { focusField } from '../../../design/controls/fields/focus-field.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { CheckoutDetails } from '../flow/checkout-events.ts';
import { isAddressRight, readBilling } from '../flow/read-details.ts';
import { emptyAddress } from '../order/typed-address.ts';
import { AddressFields, useAddressErrors } from './address-fields.tsx';
import { BILLING_CHANGE, BillingLine } from './billing-line.tsx';
import type { CheckoutPageProps } from './page-props.ts';

/** What is wrong in the card's own address, where it is used. */
export function useBillingErrors({ billing, country }: CheckoutDetails): readonly FormError[] {
  const typed = billing ?? emptyAddress(country);
  const errors = useAddressErrors(readBilling(typed), typed);
  return billing?.isUsed ? errors : [];
}

interface BillingProps extends Pick<CheckoutPageProps, 'way'> {
  readonly details: CheckoutDetails;
  readonly errors: readonly FormError[];
  readonly onType: (part: Partial<CheckoutDetails>) => void;
}

/** A line, until somebody has another address for the card than the delivery's. */
export function Billing({ way, details: { billing }, errors, onType }: BillingProps) {
  const t = useMessages('checkout');
  const { region } = usePack();
  const isUsed = billing?.isUsed === true;
  const read = readBilling(billing ?? emptyAddress(region));
  const [isOpen, setOpen] = useState(isUsed && !isAddressRight(read));
  const isPressed = useRef(false);
  useEffect(() => {
    if (isPressed.current) focusField(isOpen ? 'address-country' : BILLING_CHANGE);
  }, [isOpen]);
  const use = (isOwn: boolean) => {
    isPressed.current = true;
    setOpen(isOwn);
    onType({ billing: { ...(billing ?? emptyAddress(region)), isUsed: isOwn } });
  };
  if (!isUsed || !isOpen)
    return (
      <BillingLine
        own={isUsed ? read.address : undefined}
        isMailed={way === 'mail'}
        onChange={() => use(true)}
      />
    );
  return (
    <Stack gap={3}>
      <AddressFields
        isBilling
        details={billing}
        address={read}
        errors={errors}
        onType={(part) => onType({ billing: { ...billing, ...part } })}
      />
      <Row gap={3}>
        <Button variant="quiet" onPress={() => use(false)}>
          {t(way === 'mail' ? 'billing.useDelivery' : 'billing.remove')}
        </Button>
      </Row>
    </Stack>
  );
}
