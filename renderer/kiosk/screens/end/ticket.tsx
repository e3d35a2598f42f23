import { ReceiptPaper } from '../../../features/intake/parts.ts';
import { useMessages } from '../../../i18n/index.ts';
import codes from '../parts/codes.module.css';
import { QrCode } from '../parts/qr-code.tsx';
import styles from './ticket.module.css';

interface TicketProps {
  /** What is called out in the waiting room. */
  readonly number?: string | undefined;
  /** Of what was handed in, or of what goes on later. */
  readonly code?: string | undefined;
}

/** What somebody takes along in their head, or on their phone by the QR code. What stands alone is large. */
export function Ticket({ number, code }: TicketProps) {
  const t = useMessages('kiosk');
  return (
    <div data-whole>
      <ReceiptPaper>
        <div className={styles.ticket}>
          <dl className={codes.facts}>
            {number !== undefined && (
              <div>
                <dt>{t('done.number')}</dt>
                <dd className={styles.number} dir="ltr">
                  {number}
                </dd>
              </div>
            )}
            {code !== undefined && (
              <div>
                <dt>{t('done.code')}</dt>
                <dd className={number === undefined ? codes.large : styles.code} dir="ltr">
                  {code}
                </dd>
              </div>
            )}
          </dl>
          {code !== undefined && <QrCode text={code} label={t('done.qr')} />}
        </div>
      </ReceiptPaper>
    </div>
  );
}
