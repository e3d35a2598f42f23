import { classes } from '../../../base/classes.ts';
import styles from './rule.module.css';

/** Parts two matters. `brand`: in the vendor's own line (an inked stroke, a horizon); once or twice on a page. */
export function Rule({ look = 'plain' }: { readonly look?: 'plain' | 'brand' }) {
  return <hr className={classes(styles.rule, styles[look])} />;
}
