import type { Address } from '../../../../sync/domain/profile/address.ts';
import { ContentRow, Rows, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { addressLines } from '../flow/address-order.ts';

/** Id of its button. */
export const BILLING_CHANGE = 'billing-change';

interface BillingLineProps {
  /** Where that isn't the delivery's. */
  readonly own: Address | undefined;
  readonly isMailed: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: () => void;
}

/** Where the card is billed, in one row. Where nothing is mailed and nothing was given, a bank seldom asks. */
export function BillingLine({ own, isMailed, isDisabled = false, onChange }: BillingLineProps) {
  const t = useMessages('checkout');
  const button = (label: string, name?: string) => (
    <Button id={BILLING_CHANGE} variant="quiet" isDisabled={isDisabled} aria-label={name} onPress={onChange}>
      {label}
    </Button>
  );
  if (!own && !isMailed) return <div>{button(t('billing.add'))}</div>;
  return (
    <Rows label={t('billing.title')}>
      <ContentRow action={button(t('change'), t('billing.change'))}>
        <Text strong>{t('billing.title')}</Text>
        <Text size="xs">{own ? <bdi>{addressLines(own).join(', ')}</bdi> : t('billing.same')}</Text>
      </ContentRow>
    </Rows>
  );
}
