import { optional } from '../../base/optional.ts';
import styles from './counter-home.module.css';
import { ShopHome } from './shop-home.tsx';

// Below the fold: everything that can wait for the paint.
const Rest = optional(async () => (await import('./rest/counter-rest.tsx')).CounterRest);

/** An awning, the words as a shop's sign with the shop beside them, every form as a tile on the counter. */
export function CounterHome() {
  return (
    <ShopHome styles={styles} width={560} height={480} tiles>
      <Rest />
    </ShopHome>
  );
}
