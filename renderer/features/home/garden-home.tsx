import { optional } from '../../base/optional.ts';
import styles from './garden-home.module.css';
import { ShopHome } from './shop-home.tsx';

// Below the fold: everything that can wait for the paint.
const Rest = optional(async () => (await import('./rest/garden-rest.tsx')).GardenRest);

/** Picture beside the words, then bands of color. */
export function GardenHome() {
  return (
    <ShopHome styles={styles} width={480} height={560}>
      <Rest />
    </ShopHome>
  );
}
