import { useEffect, useState } from 'react';
import { Notice, Row } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { ErrorSummary } from '../../../design/controls/fields/error-summary.tsx';
import { focusField } from '../../../design/controls/fields/focus-field.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { isAddressRight, readBilling } from '../flow/read-details.ts';
import type { TypedAddress } from '../order/typed-address.ts';
import { AddressFields, useAddressErrors } from '../screens/address-fields.tsx';
import { BILLING_CHANGE } from '../screens/billing-line.tsx';
import styles from './payment.module.css';
import type { Billing } from './use-billing.ts';

interface BillingFormProps {
  readonly billing: Billing;
  readonly typed: TypedAddress;
  /** The delivery's address may be used instead, or none. */
  readonly isMailed: boolean;
  readonly isOwn: boolean;
}

/** In the card's place, which stays as it was typed: one thing at a time. */
export function BillingForm({ billing, typed, isMailed, isOwn }: BillingFormProps) {
  const t = useMessages('checkout');
  const { name: vendor } = usePack();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const read = readBilling(typed);
  const errors = useAddressErrors(read, typed);
  useEffect(() => {
    focusField('address-country');
    return () => void requestAnimationFrame(() => focusField(BILLING_CHANGE));
  }, []);
  async function save(address?: typeof read.address): Promise<void> {
    setState('saving');
    if (!(await billing.save(address))) setState('failed');
  }
  return (
    <form
      className={styles.card}
      noValidate
      aria-label={t('billing.title')}
      onSubmit={(event) => {
        event.preventDefault();
        setTries((count) => count + 1);
        if (isAddressRight(read) && state !== 'saving') void save(read.address);
      }}
    >
      {tries > 0 && errors.length > 0 && <ErrorSummary key={tries} errors={errors} />}
      <AddressFields
        isBilling
        details={typed}
        address={read}
        errors={tries > 0 ? errors : []}
        onType={(part) => billing.type(part)}
      />
      {state === 'failed' && (
        <Notice tone="warning" live="alert" title={t('billing.failed')}>
          <p>{t('billing.failedText', { vendor })}</p>
        </Notice>
      )}
      <div className={styles.pay}>
        <Button type="submit" size="l" fullWidth isPending={state === 'saving'}>
          {t('billing.save')}
        </Button>
        <Row gap={3}>
          <Button variant="quiet" onPress={() => billing.close()}>
            {t('billing.cancel')}
          </Button>
          {isOwn && (
            <Button variant="quiet" onPress={() => void save()}>
              {t(isMailed ? 'billing.useDelivery' : 'billing.remove')}
            </Button>
          )}
        </Row>
      </div>
    </form>
  );
}
