import type { DeclineCode, PaymentStarted } from '../../../../sync/protocol/api/orders.ts';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import { Notice, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Keeping } from './keep-card.tsx';
import styles from './payment.module.css';

export interface CardProps {
  readonly started: PaymentStarted;
  /** What the amount above it says of when it is charged isn’t said again. */
  readonly isFee: boolean;
  readonly declined: DeclineCode | null;
  readonly isConfirming: boolean;
  readonly code: string;
  /** The bank asks. */
  readonly asks: boolean;
  readonly onSubmit: (method?: string) => void;
  readonly keeping: Keeping;
  /** Below the card's fields; null where the provider asks for what it needs. */
  readonly billing: React.ReactNode;
  /** Opens it; undefined where it isn't the patient's to change. */
  readonly onBilling: (() => void) | undefined;
  /** A card is tried: what was said of the one before is no longer said. */
  readonly onTry: () => void;
}

/** Says what it does, and to whom. */
export function PayButton({
  started: { amount, currency, purpose },
  isFee,
  isPending,
}: Pick<CardProps, 'started' | 'isFee'> & { readonly isPending: boolean }) {
  const t = useMessages('checkout');
  const money = useExactMoney();
  return (
    <div className={styles.pay}>
      <Button type="submit" size="l" fullWidth isPending={isPending} pendingLabel={t('pay.confirming')}>
        {t(`pay.button.${purpose}`, { amount: money(amount, currency) })}
      </Button>
      {purpose !== 'charge' && !isFee && <Text>{t(`pay.only.${purpose}`)}</Text>}
    </div>
  );
}

/** What the bank has said, and what helps. The order is the same. */
export function Declined({
  why,
  isFee,
  onBilling,
}: Pick<CardProps, 'isFee'> & {
  readonly why: DeclineCode;
  readonly onBilling?: (() => void) | undefined;
}) {
  const t = useMessages('checkout');
  const { name: vendor } = usePack();
  const isAddress = why === 'wrong-address' && onBilling !== undefined;
  return (
    <Notice tone="warning" live="alert" title={t(`pay.declined.${why}`)}>
      <p>{t(isAddress ? 'pay.wrongAddressText' : 'pay.declinedText', { vendor, isFee: String(isFee) })}</p>
      {isAddress && (
        <Button variant="secondary" onPress={onBilling}>
          {t('billing.change')}
        </Button>
      )}
    </Notice>
  );
}

/** Something blocks the card's form, or it broke: the order stays, and there are other ways to pay it. */
export function CardBlocked({ onAgain }: { readonly onAgain: () => void }) {
  const t = useMessages('checkout');
  const { name: vendor, contact } = usePack();
  return (
    <Notice tone="warning" live="alert" title={t('card.blocked')}>
      <p>{t('card.blockedText', { vendor })}</p>
      <p>
        <a href={`tel:${contact.phone}`}>
          {t('call', { vendor })} <PhoneNumber number={contact.phone} />
        </a>
      </p>
      <Button variant="secondary" onPress={onAgain}>
        {t('again')}
      </Button>
    </Notice>
  );
}
