import type { ConsoleOrder } from '../../../../sync/protocol/api/console-orders.ts';
import { Facts } from '../../../design/basic/index.ts';
import { useFormat, useLocalized, useMessages } from '../../../i18n/index.ts';
import { AddressLines } from './address-lines.tsx';
import styles from './order-screen.module.css';

/** What was bought, and what it comes to. */
export function Lines({ order }: Pick<ConsoleOrder, 'order'>) {
  const t = useMessages('order-desk');
  const format = useFormat();
  const localized = useLocalized();
  const { lines, totals, currency } = order;
  const row = (term: string, amount: number) =>
    amount === 0 ? null : (
      <tr>
        <th scope="row" colSpan={2}>
          {term}
        </th>
        <td>{format.money(amount, currency)}</td>
      </tr>
    );
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('lines.quantity')}</th>
          <th scope="col">{t('lines.item')}</th>
          <th scope="col">{t('lines.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ sku, kind, name, pack, quantity, total, atCounter }) => (
          <tr key={sku}>
            <td className={styles.quantity}>{quantity}</td>
            <td>
              {localized(name)}
              <span className={styles.soft}>
                {localized(pack)}
                {kind !== 'consultation' && (
                  <>
                    {' · '}
                    <bdi>{sku}</bdi>
                  </>
                )}
                {kind === 'rx' && ` · ${t('rx')}`}
              </span>
            </td>
            <td>{atCounter ? t('money.by.desk') : format.money(total, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {row(t('totals.shipping'), totals.shipping)}
        {row(t('totals.tax'), totals.tax)}
        <tr className={styles.total}>
          <th scope="row" colSpan={2}>
            {t('totals.total')}
          </th>
          <td>{format.money(totals.total, currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** As the ledger has it: nothing here is taken from the order's own totals. */
export function Money({
  order: { money, currency, statuses, payment, billing },
}: Pick<ConsoleOrder, 'order'>) {
  const t = useMessages('order-desk');
  const format = useFormat();
  const amounts = (['held', 'charged', 'refunding', 'refunded'] as const).filter((name) => money[name] > 0);
  return (
    <>
      <p>{t(`payment.${statuses.payment}`)}</p>
      <Facts
        items={[
          ...(payment === undefined ? [] : [{ term: t('money.by'), value: t(`money.by.${payment}`) }]),
          ...(money.card === undefined ? [] : [{ term: t('money.card'), value: `•••• ${money.card}` }]),
          ...(billing === undefined
            ? []
            : [
                {
                  term: t('money.billing'),
                  value: (
                    <address className={styles.address}>
                      <AddressLines address={billing} />
                    </address>
                  ),
                },
              ]),
          ...amounts.map((name) => ({
            term: t(`money.${name}`),
            value: format.money(money[name], currency),
          })),
        ]}
      />
      {amounts.length === 0 && <p className={styles.soft}>{t('money.none')}</p>}
    </>
  );
}
