import type { FoundPharmacy, Position } from '../../../../sync/domain/shop/find-pharmacies.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import styles from './pharmacy.module.css';

const WIDTH = 600;
const HEIGHT = 300;
/** Room for a pin above its place. */
const MARGIN = 56;
const KM_PER_DEGREE = 111.2;
export const KM_PER_MILE = 1.609_344;
/** Of a map of one place. */
const MIN_KM = 2;

/** Drawn from the positions alone: no tile is asked for, so nobody learns where somebody looks. North is up. */
export function PharmacyMap({
  found,
  near,
  chosen,
  isInMiles,
}: {
  readonly found: readonly FoundPharmacy[];
  readonly near: Position | undefined;
  readonly chosen: string | null;
  readonly isInMiles: boolean;
}) {
  const t = useMessages('checkout');
  const format = useFormat();
  const places = found.map(({ pharmacy }) => pharmacy);
  const all = [...places.map(({ position }) => position), ...(near ? [near] : [])];
  if (places.length === 0) return null;
  const middle = (key: keyof Position) =>
    (Math.min(...all.map((one) => one[key])) + Math.max(...all.map((one) => one[key]))) / 2;
  const center = { latitude: middle('latitude'), longitude: middle('longitude') };
  const eastward = KM_PER_DEGREE * Math.cos((center.latitude * Math.PI) / 180);
  const inKm = ({ latitude, longitude }: Position) => ({
    x: (longitude - center.longitude) * eastward,
    y: (center.latitude - latitude) * KM_PER_DEGREE,
  });
  const half = {
    x: Math.max(MIN_KM, ...all.map((one) => Math.abs(inKm(one).x))),
    y: Math.max(MIN_KM, ...all.map((one) => Math.abs(inKm(one).y))),
  };
  const scale = Math.min((WIDTH / 2 - MARGIN) / half.x, (HEIGHT / 2 - MARGIN) / half.y);
  const at = (position: Position) => {
    const { x, y } = inKm(position);
    return { x: WIDTH / 2 + x * scale, y: HEIGHT / 2 + y * scale };
  };
  // The longest round length that takes a third of the map at most.
  const unit = scale * (isInMiles ? KM_PER_MILE : 1);
  const bar =
    [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].findLast((each) => each * unit < WIDTH / 3) ?? 0.5;
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className={styles.map}
        role="img"
        aria-label={t('map.label', { count: places.length })}
      >
        <g className={styles.grid}>
          {[1, 2, 3].map((line) => (
            <path key={line} d={`M0 ${(HEIGHT * line) / 4}H${WIDTH}M${(WIDTH * line) / 4} 0V${HEIGHT}`} />
          ))}
        </g>
        {near && <circle {...circleAt(at(near))} r="9" className={styles.you} />}
        {places.map(({ id, position }, index) => {
          const { x, y } = at(position);
          return (
            <g key={id} className={id === chosen ? styles.chosenPin : styles.pin}>
              <path d={`M${x} ${y}c-14 -18 -16 -22 -16 -29a16 16 0 0 1 32 0c0 7 -2 11 -16 29z`} />
              <text x={x} y={y - 24} textAnchor="middle">
                {format.number(index + 1)}
              </text>
            </g>
          );
        })}
        <g className={styles.bar}>
          <path d={`M16 ${HEIGHT - 14}v-6h${bar * unit}v6`} />
          <text x={16 + (bar * unit) / 2} y={HEIGHT - 26} textAnchor="middle">
            {format.number(bar, { style: 'unit', unit: isInMiles ? 'mile' : 'kilometer' })}
          </text>
        </g>
      </svg>
      <figcaption className={styles.caption}>{t('map.caption')}</figcaption>
    </figure>
  );
}

const circleAt = ({ x, y }: { readonly x: number; readonly y: number }) => ({ cx: x, cy: y });
