import { PhoneNumber } from '../../../base/phone-number.tsx';
import { useLocalized, useMessages } from '../../../i18n/index.ts';
import { useKnown, useVisit } from '../../visit/visit-context.ts';
import { ClosedHours } from './closed-hours.tsx';
import styles from './poster.module.css';
import { Poster } from './poster.tsx';

/** Nobody may begin. Outside of the clinic's hours it says when; otherwise where somebody is, since why it isn't open is for staff alone. */
export function ClosedScreen() {
  return useKnown(({ status }) => status.reason === 'hours') ? <ClosedHours /> : <ClosedDesk />;
}

function ClosedDesk() {
  const t = useMessages('kiosk');
  const read = useLocalized();
  const { contact } = useVisit().pack;
  const title = t('closed.desk');
  return (
    <Poster
      title={title}
      wordy
      words={
        <>
          <h1 className={styles.line}>{title}</h1>
          <p className={styles.under}>{t('closed.deskText')}</p>
        </>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>{t('closed.hoursLabel')}</dt>
          <dd>{read(contact.hours)}</dd>
        </div>
        <div>
          <dt>{t('closed.phoneLabel')}</dt>
          <dd dir="ltr">
            <PhoneNumber number={contact.phone} />
          </dd>
        </div>
      </dl>
    </Poster>
  );
}
