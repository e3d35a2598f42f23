import { useState } from 'react';
import { copyText } from '../../../../base/copy-text.ts';
import { type Fact, Facts, Icon, Mark } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import styles from '../../../../shell/receipt/receipt.module.css';
import { ReceiptPaper } from '../../../../shell/receipt/receipt-paper.tsx';

interface ReceiptSlipProps {
  readonly code: string;
  /** The vendor has it: its mark is filled. */
  readonly stamped: boolean;
  readonly facts: readonly Fact[];
}

/** The reference, large and to be copied, what it is for, and the vendor's stamp. */
export function ReceiptSlip({ code, stamped, facts }: ReceiptSlipProps) {
  const t = useMessages('sent');
  const { brand } = usePack();
  const [copied, setCopied] = useState<boolean>();
  return (
    <ReceiptPaper>
      <div className={styles.head}>
        <dl className={styles.reference} aria-label={t('success.facts')}>
          <dt className={styles.term}>{t('success.code')}</dt>
          <dd className={styles.code}>
            <bdi dir="ltr">{code}</bdi>
          </dd>
        </dl>
        <span className={styles.stamp}>
          <Mark
            key={stamped ? 'filled' : 'outline'}
            mark={brand.mark}
            size={96}
            look={stamped ? 'filled' : 'outline'}
            animate={stamped}
          />
        </span>
      </div>
      <div className={styles.copy}>
        <Button variant="quiet" onPress={() => void copyText(code).then(setCopied)}>
          <Icon name="copy" size={20} /> {t('success.copy')}
        </Button>
        <span role="status">
          {copied !== undefined && t(copied ? 'success.copied' : 'success.notCopied')}
        </span>
      </div>
      <div className={styles.facts}>
        <Facts layout="ends" items={facts} />
      </div>
    </ReceiptPaper>
  );
}
