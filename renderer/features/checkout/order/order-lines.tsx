import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { LocalizedText, useFormat, useMessages } from '../../../i18n/index.ts';
import styles from './bill.module.css';

type Billed = Pick<OrderView, 'currency' | 'totals'> & {
  readonly lines: readonly (Pick<
    OrderView['lines'][number],
    'sku' | 'kind' | 'name' | 'pack' | 'quantity' | 'unit' | 'tax'
  > & { readonly everyDays?: number | undefined; readonly atCounter?: boolean | undefined })[];
};

interface OrderLinesProps {
  readonly view: Billed;
  readonly kinds?: boolean;
  /** Of what was charged. */
  readonly refunded?: number;
}

/** A bill that adds up: each line, and the sum of rounded parts. What plans for health costs ask for is in it: what, when, from whom, and what kind. */
export function OrderLines({ view, kinds = false, refunded = 0 }: OrderLinesProps) {
  const t = useMessages('checkout');
  const format = useFormat();
  const exact = useExactMoney();
  const { lines, totals, currency } = view;
  const money = (amount: number) => <bdi>{exact(amount, currency)}</bdi>;
  return (
    <table className={styles.bill}>
      <caption className={styles.caption}>{t('bill.title')}</caption>
      <thead className={styles.caption}>
        <tr>
          <th scope="col">{t('bill.what')}</th>
          <th scope="col">{t('bill.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ sku, kind, name, pack, quantity, unit, everyDays, atCounter }) => (
          <tr key={sku}>
            <th scope="row">
              <span className={styles.name}>
                <LocalizedText text={name} />
              </span>
              <span className={styles.detail}>
                {kind === 'consultation' ? t('bill.kind.consultation') : <LocalizedText text={pack} />}
                {quantity > 1 && ` × ${format.number(quantity)}`}
                {everyDays !== undefined && ` · ${t('bill.every', { days: everyDays })}`}
                {kinds && kind !== 'consultation' && ` · ${t(`bill.kind.${kind}`)}`}
              </span>
            </th>
            <td>{atCounter ? t('bill.atCounter') : money(quantity * unit)}</td>
          </tr>
        ))}
        {totals.discount > 0 && (
          <tr>
            <th scope="row">{t('bill.discount')}</th>
            <td>{money(-totals.discount)}</td>
          </tr>
        )}
        {totals.shipping > 0 && (
          <tr>
            <th scope="row">{t('bill.shipping')}</th>
            <td>{money(totals.shipping)}</td>
          </tr>
        )}
        {totals.tax > 0 && (
          <tr>
            <th scope="row">{t('bill.tax')}</th>
            <td>{money(totals.tax)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('bill.total')}</th>
          <td>{money(totals.total)}</td>
        </tr>
        {refunded > 0 && (
          <tr>
            <th scope="row">{t('bill.refunded')}</th>
            <td>{money(-refunded)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
