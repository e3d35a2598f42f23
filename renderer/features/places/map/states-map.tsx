/** The United States as a drawing to tap at. Everything it does the list beside it does, too. */
import { feature } from 'topojson-client';
import topology from 'us-atlas/states-albers-10m.json' with { type: 'json' };
import { stateOfFips } from '../../../../sync/domain/places/fips.ts';
import type { StatesTopology } from '../../../../sync/domain/places/locate.ts';
import { placeName } from '../../../../sync/domain/places/places.ts';
import { classes } from '../../../base/classes.ts';
import { useLanguage, useMessages } from '../../../i18n/index.ts';
import styles from './states-map.module.css';

const pathOf = (rings: readonly (readonly (readonly number[])[])[]) =>
  rings
    .map((ring) => `M${ring.map(([x = 0, y = 0]) => `${Math.round(x)},${Math.round(y)}`).join('L')}Z`)
    .join('');

const drawn = topology as unknown as StatesTopology;
const states = feature(drawn, drawn.objects.states).features.flatMap(({ id, geometry }) => {
  const place = stateOfFips(String(id));
  if (place === undefined) return [];
  if (geometry.type === 'Polygon') return [{ place, path: pathOf(geometry.coordinates) }];
  return geometry.type === 'MultiPolygon' ? [{ place, path: pathOf(geometry.coordinates.flat()) }] : [];
});

export interface StatesMapProps {
  readonly chosen: string | undefined;
  readonly isServed: (place: string) => boolean;
  readonly onChoose: (place: string) => void;
}

export function StatesMap({ chosen, isServed, onChoose }: StatesMapProps) {
  const t = useMessages('places');
  const { language } = useLanguage();
  return (
    <figure className={styles.map} dir="ltr">
      <svg viewBox="-58 12 1016 595" role="img" aria-label={t('map.label')}>
        {states.map(({ place, path }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list beside it is for the keyboard
          <path
            key={place}
            d={path}
            className={classes(isServed(place) && styles.served, place === chosen && styles.chosen)}
            onClick={() => onChoose(place)}
          >
            <title>{placeName(place, language)}</title>
          </path>
        ))}
      </svg>
      <figcaption className={styles.key} dir="auto">
        <span className={styles.servedKey}>{t('map.served')}</span>
        <span className={styles.unservedKey}>{t('map.unserved')}</span>
      </figcaption>
    </figure>
  );
}
