import { useState } from 'react';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { KioskReceipt } from '../../../platform/contract/kiosk-contract.ts';
import { useKiosk } from '../../frame/index.ts';
import styles from './screens.module.css';

export interface PrintButtonProps {
  readonly receipt: KioskReceipt;
  /** It was asked for: anyone who waits for paper needs time. */
  readonly onUsed: () => void;
}

/** Prints on the kiosk's own printer, and says whether it did. */
export function PrintButton({ receipt, onUsed }: PrintButtonProps) {
  const t = useMessages('kiosk');
  const kiosk = useKiosk();
  const [state, setState] = useState<'idle' | 'printing' | 'printed' | 'notPrinted'>('idle');
  const print = async () => {
    onUsed();
    setState('printing');
    const printed = await kiosk.print(receipt).catch(() => false);
    setState(printed ? 'printed' : 'notPrinted');
  };
  return (
    <div className={styles.print} data-whole>
      {state !== 'printed' && (
        <Button
          variant="secondary"
          fullWidth
          isPending={state === 'printing'}
          pendingLabel={t('done.printing')}
          onPress={print}
        >
          {t('done.print')}
        </Button>
      )}
      <p role="status">{state === 'printed' || state === 'notPrinted' ? t(`done.${state}`) : ''}</p>
    </div>
  );
}
