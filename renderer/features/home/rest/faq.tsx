import { PhoneNumber } from '../../../base/phone-number.tsx';
import { Disclosure, Text, TextLink } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { LocalizedText, useMessages } from '../../../i18n/index.ts';
import styles from './faq.module.css';

export function Faq() {
  const t = useMessages('shell');
  const { faq, contact } = usePack();
  return (
    <div className={styles.faq}>
      {faq.map(({ question, answer }) => (
        <Disclosure key={question.en} summary={<LocalizedText text={question} />}>
          <Text>
            <LocalizedText text={answer} />
          </Text>
        </Disclosure>
      ))}
      <Text tone="soft" className={styles.ask}>
        {t('home.ask')}{' '}
        <TextLink href={`tel:${contact.phone}`}>
          <PhoneNumber number={contact.phone} />
        </TextLink>
      </Text>
    </div>
  );
}
