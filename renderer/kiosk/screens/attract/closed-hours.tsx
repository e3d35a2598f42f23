import { use } from 'react';
import type { Language } from '../../../../sync/domain/languages.ts';
import { PhoneNumber } from '../../../base/phone-number.tsx';
import { Icon } from '../../../design/basic/text/icon.tsx';
import { createFormat } from '../../../i18n/format.ts';
import { directionOf, isLanguage, useLanguage, useMessageStore, useMessages } from '../../../i18n/index.ts';
import { useKnown, useVisit } from '../../visit/visit-context.ts';
import styles from './closed-hours.module.css';
import { Poster } from './poster.tsx';

/** "On Monday" is the next one for as long; after that its date is said as well. */
const ONE_MONDAY_MS = 6 * 24 * 60 * 60_000;

/**
 * Outside of the clinic's hours: when it opens, the hours and the phone. Nobody has chosen a language, so it is said in each that is offered, the
 * page's own first and largest.
 */
export function ClosedHours() {
  const t = useMessages('kiosk');
  const { language } = useLanguage();
  const { contact, locales } = useVisit().pack;
  const offered = useKnown(({ status }) => status.languages).filter(isLanguage);
  const others = (offered.length > 0 ? offered : locales).filter((each) => each !== language);
  const title = t('closed.hours');
  return (
    <Poster
      title={title}
      dim
      wordy
      words={
        <>
          <h1 className={styles.line}>{title}</h1>
          <Opens language={language} className={styles.opens} />
          <p className={styles.hours}>{contact.hours[language] ?? contact.hours.en}</p>
        </>
      }
    >
      <div className={styles.others}>
        {others.map((each) => (
          <InOther key={each} language={each} />
        ))}
      </div>
      <p className={styles.phone}>
        <Icon name="phone" size={32} label={t('closed.phoneLabel')} />
        <PhoneNumber number={contact.phone} />
      </p>
    </Poster>
  );
}

/** In its own language and script: who needs it reads no other. */
function InOther({ language }: { readonly language: Language }) {
  const t = use(useMessageStore().load('kiosk', language));
  const { contact } = useVisit().pack;
  const hours = contact.hours[language];
  return (
    <section lang={language} dir={directionOf(language)} className={styles.other}>
      <h2 className={styles.closed}>{t('closed.hours')}</h2>
      <Opens language={language} className={styles.when} />
      {hours !== undefined && <p className={styles.when}>{hours}</p>}
    </section>
  );
}

interface OpensProps {
  readonly language: Language;
  readonly className: string | undefined;
}

/** By the clinic's clock. By its weekday and never as "tomorrow": the screen may stand for days, and stays true. */
function Opens({ language, className }: OpensProps) {
  const t = use(useMessageStore().load('kiosk', language));
  const { region, timezone } = useVisit().pack;
  const { now, opensAt } = useKnown(({ status }) => status);
  if (opensAt === undefined) return null;
  const { date, time } = createFormat(language, region, timezone);
  const isFar = Date.parse(opensAt) - Date.parse(now) > ONE_MONDAY_MS;
  const day = date(opensAt, { weekday: 'long', ...(isFar ? { day: 'numeric', month: 'long' } : {}) });
  return (
    <p className={className}>
      <time dateTime={opensAt}>{t('closed.opens', { day, time: time(opensAt) })}</time>
    </p>
  );
}
