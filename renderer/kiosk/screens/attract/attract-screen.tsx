import { use, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Language } from '../../../../sync/domain/languages.ts';
import { Icon } from '../../../design/basic/text/icon.tsx';
import { directionOf, isLanguage, useLanguage, useMessageStore, useMessages } from '../../../i18n/index.ts';
import { useKnown, useSend, useVisit } from '../../visit/visit-context.ts';
import styles from './poster.module.css';
import { Poster } from './poster.tsx';

/** "About 2 minutes", where the vendor says nothing else. */
const MINUTES = 2;
/** A touch beside the buttons shows them for so long. */
const SHOWN_MS = 600;

/** Nobody is here: what this is, how long it takes, and a way to begin in each language. */
export function AttractScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const { pack } = useVisit();
  const offered = useKnown(({ status }) => status.languages).filter(isLanguage);
  const languages = offered.length > 0 ? offered : pack.locales;
  const chosen = useKnown((known) => known.language);
  const { setLanguage } = useLanguage();
  const [touched, setTouched] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begin = (language: Language) => {
    void setLanguage(language);
    send({ type: 'BEGIN', language });
  };
  const onTouch = () => {
    clearTimeout(timer.current);
    setTouched(true);
    timer.current = setTimeout(() => setTouched(false), SHOWN_MS);
  };
  return (
    <Poster
      title={t('attract.title')}
      words={
        <>
          <h1 className={styles.line}>{t('attract.title')}</h1>
          <p className={styles.under}>
            {t('attract.minutes', { minutes: pack.kiosk?.attractMinutes ?? MINUTES })}
          </p>
        </>
      }
      onTouch={onTouch}
      touched={touched}
    >
      {languages.map((language) => (
        <StartButton
          key={language}
          language={language}
          isChosen={chosen === language}
          onPress={() => begin(language)}
        />
      ))}
    </Poster>
  );
}

interface StartButtonProps {
  readonly language: Language;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}

/** In its own language and script: who needs it reads no other. */
function StartButton({ language, isChosen, onPress }: StartButtonProps) {
  const t = use(useMessageStore().load('kiosk', language));
  return (
    <div lang={language} dir={directionOf(language)}>
      <Button className={styles.start ?? ''} onPress={onPress} {...(isChosen ? { 'data-chosen': true } : {})}>
        <span>{t('attract.start')}</span>
        <Icon name="arrow-forward" size={32} />
      </Button>
    </div>
  );
}
