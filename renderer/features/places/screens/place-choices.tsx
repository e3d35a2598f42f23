import { placeName } from '../../../../sync/domain/places/places.ts';
import { handsFocusTo } from '../../../design/basic/actions/hands-focus-to.ts';
import { NativeButton } from '../../../design/basic/index.ts';
import { useLanguage } from '../../../i18n/index.ts';
import styles from './places.module.css';

/** What is said of a place, as its own id. */
export const ANSWER = 'places-answer';
export const toAnswer = handsFocusTo(ANSWER);

export interface PlaceChoicesProps {
  readonly places: readonly string[];
  readonly onChoose: (place: string) => void;
  /** After them. */
  readonly children?: React.ReactNode;
}

/** One button each: a place is chosen by whoever is there. */
export function PlaceChoices({ places, onChoose, children }: PlaceChoicesProps) {
  const { language } = useLanguage();
  return (
    <ul className={styles.choices}>
      {places.map((place) => (
        <li key={place}>
          <NativeButton variant="secondary" ref={toAnswer} onClick={() => onChoose(place)}>
            {placeName(place, language)}
          </NativeButton>
        </li>
      ))}
      {children !== undefined && <li>{children}</li>}
    </ul>
  );
}
