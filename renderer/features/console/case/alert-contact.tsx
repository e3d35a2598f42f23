import { placeName } from '../../../../sync/domain/places/places.ts';
import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { PhoneSentence } from '../../../base/phone-number.tsx';
import { ButtonLink, Icon, Text } from '../../../design/basic/index.ts';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import { EmailText } from '../base/email-text.tsx';
import styles from './alert-panel.module.css';

interface AlertContactProps {
  readonly contact: NonNullable<CaseDetail['patient']>['contact'];
  readonly place: CaseDetail['place'];
}

/** How to reach the patient and where they are, before anything else that an alert has to say. */
export function AlertContact({ contact: { method, value, mayLeaveMessage }, place }: AlertContactProps) {
  const t = useMessages('console');
  const { language } = useLanguage();
  return (
    <div className={styles.contact}>
      <div className={styles.reach}>
        <ButtonLink
          href={`${method === 'email' ? 'mailto' : 'tel'}:${value}`}
          size="l"
          className={styles.call}
        >
          <Icon name={method === 'email' ? 'message' : 'phone'} size={24} />
          <span>
            {method === 'email' ? (
              // Isolated: it is read from left to right in every language.
              <EmailText text={t('alert.email', { address: `\u2066${value}\u2069` })} />
            ) : (
              <PhoneSentence number={value} sentence={(phone) => t('alert.call', { phone })} />
            )}
          </span>
        </ButtonLink>
        {method === 'sms' && (
          <ButtonLink href={`sms:${value}`} variant="secondary" size="l">
            {t('alert.text')}
          </ButtonLink>
        )}
        {place && (
          <p className={styles.place}>
            <span className={styles.placeLabel}>{t('patient.place')}</span>
            <strong>{placeName(place.code, language)}</strong>
          </p>
        )}
      </div>
      <Text size="xs">
        {method === 'sms' && `${t('alert.asksForText')} `}
        {t(mayLeaveMessage ? 'contact.mayLeave' : 'contact.noMessage')}
      </Text>
    </div>
  );
}
