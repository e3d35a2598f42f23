import { useMemo } from 'react';
import type { Product } from '../../../../sync/domain/catalog/product.ts';
import type { Way } from '../../../../sync/domain/orders/order-view.ts';
import { Heading, Text } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useExactMoney } from '../../../i18n/exact-money.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { AskedFor } from '../flow/read-asked.ts';
import type { Priced } from '../flow/use-checkout.ts';
import { OrderLines } from '../order/order-lines.tsx';
import styles from './checkout.module.css';

interface CostProps {
  readonly quote: Priced;
  readonly products: readonly Product[];
  /** Where it goes: without it, what depends on that is named and not reckoned. */
  readonly place: string | undefined;
  readonly way: Way;
  readonly asked: AskedFor | undefined;
}

/** All of it, before the first field: now, on approval, and each time after. */
export function Cost({ quote, products, place, way, asked }: CostProps) {
  const t = useMessages('checkout');
  const { currency, questionnaires, name: vendor, shop } = usePack();
  const money = useExactMoney();
  const rx = products.find(
    ({ slug, kind }) => kind === 'rx' && quote.lines.some(({ product }) => product === slug),
  );
  const ofForm = asked?.form ?? rx?.questionnaire;
  const lines = useMemo(
    () =>
      quote.lines.flatMap((line) => {
        const product = products.find(({ slug }) => slug === line.product);
        const plan = product?.plans.find(({ sku }) => sku === line.sku);
        if (product && plan) return [{ ...line, name: product.name, pack: plan.pack }];
        const form = questionnaires.find(({ slug }) => slug === ofForm);
        return form ? [{ ...line, name: form.title, pack: form.title }] : [];
      }),
    [quote, products, questionnaires, ofForm],
  );
  const { now, onApproval, renewals } = quote;
  const isAtCounter = lines.some(({ atCounter }) => atCounter);
  // All of it now, and nothing after: the bill has said so.
  const isTotal = onApproval === 0 && now === quote.totals.total && renewals.length === 0 && !isAtCounter;
  return (
    <section className={styles.cost} aria-labelledby="cost">
      <Heading level={2} size="s" id="cost">
        {t('cost.title')}
      </Heading>
      <OrderLines view={{ currency, totals: quote.totals, lines }} />
      {!isTotal && (
        <dl className={styles.when}>
          {onApproval > 0 ? (
            <>
              <dt>{t('cost.today')}</dt>
              <dd>
                <bdi>{money(0, currency)}</bdi>
              </dd>
              <dt>{t(way === 'none' ? 'fee.cost' : 'cost.onApproval', { vendor })}</dt>
              <dd>
                <bdi>{money(onApproval, currency)}</bdi>
              </dd>
            </>
          ) : (
            <>
              <dt>{t('cost.now')}</dt>
              <dd>
                <bdi>{money(now, currency)}</bdi>
              </dd>
            </>
          )}
          {renewals.map(({ everyDays, amount }) => [
            <dt key={`dt ${everyDays}`}>{t('cost.renewal', { days: everyDays })}</dt>,
            <dd key={everyDays}>
              <bdi>{money(amount, currency)}</bdi>
            </dd>,
          ])}
          {isAtCounter && (
            <>
              <dt>{t('cost.counter')}</dt>
              <dd>{t('cost.counterPrice')}</dd>
            </>
          )}
        </dl>
      )}
      {place === undefined && way === 'mail' && (
        <Text size="xs" tone="soft">
          {t(shop?.taxIncluded ? 'cost.estimateTaxIncluded' : 'cost.estimate')}
        </Text>
      )}
      {renewals.length > 0 && <Text size="xs">{t('cost.cancel')}</Text>}
      {way === 'none' && <Text size="xs">{t('fee.cancel')}</Text>}
    </section>
  );
}
