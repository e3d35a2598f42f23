import { useState } from 'react';
import { copyText } from '../../../base/copy-text.ts';
import { type Fact, Facts, Icon, Mark } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import styles from '../../../shell/receipt/receipt.module.css';
import { ReceiptPaper } from '../../../shell/receipt/receipt-paper.tsx';

interface OrderSlipProps {
  readonly code: string;
  /** Its number is a payment's. */
  readonly isFee: boolean;
  /** The vendor has it, and it isn't canceled: its mark is filled. */
  readonly stamped: boolean;
  readonly facts: readonly Fact[];
}

/** The order number, on the vendor's paper. */
export function OrderSlip({ code, isFee, stamped, facts }: OrderSlipProps) {
  const t = useMessages('checkout');
  const { brand } = usePack();
  const [copied, setCopied] = useState<boolean>();
  const number = t(isFee ? 'fee.number' : 'order.number');
  const look = stamped ? 'filled' : 'outline';
  return (
    <ReceiptPaper>
      <div className={styles.head}>
        <dl className={styles.reference} aria-label={number}>
          <dt className={styles.term}>{number}</dt>
          <dd className={styles.code}>
            <bdi dir="ltr">{code}</bdi>
          </dd>
        </dl>
        <span className={styles.stamp}>
          <Mark key={look} mark={brand.mark} size={96} look={look} animate={stamped} />
        </span>
      </div>
      <div className={styles.copy}>
        <Button variant="quiet" onPress={() => void copyText(code).then(setCopied)}>
          <Icon name="copy" size={20} /> {t('order.copy')}
        </Button>
        <span role="status">{copied !== undefined && t(copied ? 'order.copied' : 'order.notCopied')}</span>
      </div>
      <div className={styles.facts}>
        <Facts layout="ends" items={facts} />
      </div>
    </ReceiptPaper>
  );
}
