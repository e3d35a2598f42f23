import type { Rate, RateOrder } from '../../../../sync/domain/discovery/rates.ts';
import { Icon, Text } from '../../../design/basic/index.ts';
import { useIsWide } from '../../../design/use-is-wide.ts';
import { useMessages } from '../../../i18n/index.ts';
import { VendorSign } from '../../../shell/discovery/vendor-sign.tsx';
import { type RateWords, useRateWords } from './rate-words.tsx';
import styles from './rates.module.css';
import { toResults } from './results-focus.ts';

export interface RatesTableProps {
  readonly title: string;
  /** In their order. */
  readonly rates: readonly Rate[];
  readonly sort: RateOrder;
  readonly onSort: (order: RateOrder) => void;
  /** Address of the printable estimate. */
  readonly estimateOf: (rate: Rate) => string;
}

/** The comparison: a table where there is room, and the same for each rate below one another where there isn't. */
export function RatesTable(props: RatesTableProps) {
  return useIsWide() ? <WideTable {...props} /> : <NarrowList {...props} />;
}

function Sorted({
  order,
  sort,
  onSort,
}: Pick<RatesTableProps, 'sort' | 'onSort'> & { readonly order: RateOrder }) {
  const t = useMessages('rates');
  const words = { first: t('first'), month: t('month'), name: t('clinic') };
  return (
    <th
      scope="col"
      aria-sort={sort === order ? 'ascending' : 'none'}
      className={order === 'name' ? undefined : styles.amount}
    >
      <button type="button" className={styles.sorter} onClick={() => onSort(order)}>
        {words[order]}
        {sort === order && <Icon name="chevron-down" size={16} />}
      </button>
    </th>
  );
}

/** How large the first charge is among these: the figure beside it says the same. */
function Bar({ rate, rates }: { readonly rate: Rate; readonly rates: readonly Rate[] }) {
  const most = Math.max(1, ...rates.map(({ first }) => first));
  return (
    <svg className={styles.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(1, (rate.first / most) * 100)} height="6" />
    </svg>
  );
}

function WideTable({ title, rates, sort, onSort, estimateOf }: RatesTableProps) {
  const t = useMessages('rates');
  const say = useRateWords();
  return (
    <table className={styles.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <Sorted order="name" {...{ sort, onSort }} />
          <th scope="col" className={styles.amount}>
            {t('consultation')}
          </th>
          <Sorted order="month" {...{ sort, onSort }} />
          <th scope="col" className={styles.amount}>
            {t('delivery')}
          </th>
          <th scope="col" className={styles.amount}>
            {t('tax')}
          </th>
          <Sorted order="first" {...{ sort, onSort }} />
          <th scope="col" className={styles.amount}>
            {t('renewal')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rates.map((rate) => {
          const words = say(rate);
          return (
            <tr key={rate.id}>
              <th scope="row">
                <Clinic rate={rate} words={words} />
              </th>
              <td className={styles.amount}>{words.consultation}</td>
              <td className={styles.amount}>{words.month}</td>
              <td className={styles.amount}>{words.delivery}</td>
              <td className={styles.amount}>{words.tax}</td>
              <td className={styles.amount}>
                <strong className={styles.first}>{words.first}</strong>
                <Bar rate={rate} rates={rates} />
                <a className={styles.estimate} href={estimateOf(rate)} ref={toResults}>
                  {t('estimate')}
                </a>
              </td>
              <td className={styles.amount}>{words.renewal}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Clinic({ rate, words }: { readonly rate: Rate; readonly words: RateWords }) {
  return (
    <span className={styles.clinic}>
      <VendorSign vendor={rate.offer.vendor} />
      <span>
        <a href={words.href}>{rate.offer.vendor.name}</a>
        <Text as="span" size="xs">
          {words.what}
        </Text>
        <Text as="span" size="xs" tone="soft">
          {words.how}
        </Text>
      </span>
    </span>
  );
}

function NarrowList({ title, rates, estimateOf }: RatesTableProps) {
  const t = useMessages('rates');
  const say = useRateWords();
  return (
    <ul className={styles.cards} aria-label={title}>
      {rates.map((rate) => {
        const words = say(rate);
        return (
          <li key={rate.id} className={styles.card}>
            <Clinic rate={rate} words={words} />
            <dl className={styles.sums}>
              <div className={styles.total}>
                <dt>{t('first')}</dt>
                <dd>{words.first}</dd>
              </div>
              <div className={styles.total}>
                <dt>{t('renewal')}</dt>
                <dd>{words.renewal}</dd>
              </div>
              {(['consultation', 'month', 'delivery', 'tax'] as const).map((part) => (
                <div key={part}>
                  <dt>{t(part)}</dt>
                  <dd>{words[part]}</dd>
                </div>
              ))}
            </dl>
            <a className={styles.estimate} href={estimateOf(rate)} ref={toResults}>
              {t('estimate')}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
