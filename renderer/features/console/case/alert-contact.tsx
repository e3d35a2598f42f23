import { placeName } from '../../../../sync/domain/places/places.ts';
import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { PhoneSentence } from '../../../base/phone-number.tsx';
import { Text, TextLink } from '../../../design/basic/index.ts';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
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
      <p className={styles.reach}>
        <TextLink href={`${method === 'email' ? 'mailto' : 'tel'}:${value}`} className={styles.call}>
          <PhoneSentence
            number={value}
            sentence={(address) =>
              method === 'email' ? t('alert.email', { address }) : t('alert.call', { phone: address })
            }
          />
        </TextLink>
        {method === 'sms' && (
          <TextLink href={`sms:${value}`} className={styles.call}>
            {t('alert.text')}
          </TextLink>
        )}
        {place && (
          <Text as="span" size="m" strong>
            {placeName(place.code, language)}
          </Text>
        )}
      </p>
      <Text>
        {method === 'sms' && `${t('alert.asksForText')} `}
        {t(mayLeaveMessage ? 'contact.mayLeave' : 'contact.noMessage')}
      </Text>
    </div>
  );
}
