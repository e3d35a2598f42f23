import { PhoneSentence } from '../../../../base/phone-number.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useLanguage, useMessages } from '../../../../i18n/index.ts';
import { TelephoneLink } from '../../safety/telephone-link.tsx';
import { useRunHolder } from '../run/run-holder.tsx';
import styles from './original-language.module.css';

/** No official translation, no translation: the original is shown, its language named, and an interpreter offered. */
export function OriginalLanguage() {
  const t = useMessages('flow');
  const { formLang } = useRunHolder();
  const { language } = useLanguage();
  const { contact, name } = usePack();
  if (formLang === undefined) return null;
  const original = new Intl.DisplayNames([language], { type: 'language' }).of(formLang) ?? formLang;
  return (
    <Text size="xs" tone="soft" className={styles.original}>
      {t('language.original', { language: original })}{' '}
      <TelephoneLink number={contact.phone} className={styles.phone}>
        <PhoneSentence
          number={contact.phone}
          sentence={(phone) => t('language.interpreter', { vendor: name, phone })}
        />
      </TelephoneLink>
    </Text>
  );
}
