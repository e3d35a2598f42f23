import { type SyntheticEvent, useState } from 'react';
import { findPlaces } from '../../../../sync/domain/discovery/find-places.ts';
import { NativeButton, Text } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { PlaceChoices } from './place-choices.tsx';
import styles from './places.module.css';

/** A place as people write it on an envelope. */
export function TypedPlace({ onChoose }: { readonly onChoose: (place: string) => void }) {
  const t = useMessages('places');
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly string[]>();
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    const places = findPlaces(text);
    const [only] = places;
    if (only !== undefined && places.length === 1) {
      setFound(undefined);
      onChoose(only);
    } else setFound(places);
  };
  return (
    <form className={styles.typed} onSubmit={find}>
      <label htmlFor="typed">{t('typed')}</label>
      <div className={styles.line}>
        <input
          id="typed"
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="postal-code"
          spellCheck={false}
          dir="auto"
          maxLength={60}
          aria-describedby={found === undefined ? undefined : 'typed-answer'}
        />
        <NativeButton type="submit" variant="secondary">
          {t('find')}
        </NativeButton>
      </div>
      <div id="typed-answer" role="status">
        {found?.length === 0 && <Text tone="danger">{t('typed.none')}</Text>}
        {found && found.length > 1 && (
          <>
            <Text>{t('typed.many')}</Text>
            <PlaceChoices places={found} onChoose={onChoose} />
          </>
        )}
      </div>
    </form>
  );
}
