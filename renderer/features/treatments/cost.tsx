import type { Product } from '../../../sync/domain/catalog/product.ts';
import type { PublishedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import { quote } from '../../../sync/domain/shop/quote.ts';
import { Facts, Heading, Stack, Text } from '../../design/basic/index.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';
import type { Offer } from './load-offer.ts';

interface CostProps {
  readonly product: Product;
  readonly sku: string;
  readonly offer: Offer;
  readonly form: PublishedQuestionnaire;
}

/** All that it costs but delivery and tax, which the cart knows, and when it is charged. */
export function Cost({ product, sku, offer: { shop, products }, form }: CostProps) {
  const t = useMessages('treatments');
  const format = useFormat();
  const { currency, shop: { taxIncluded = false } = {} } = usePack();
  const isPrescribed = product.kind === 'rx';
  const isMailed = product.fulfillment.includes('mail');
  const { lines, totals, renewals } = quote({
    ...{ products, shop },
    lines: [{ sku, quantity: 1 }],
    place: undefined,
    way: isMailed ? 'mail' : 'pickup',
    consultationFee: isPrescribed ? form.price.amount : 0,
  });
  const money = (amount: number) => <bdi>{format.money(amount, currency)}</bdi>;
  return (
    <Stack gap={3}>
      <Heading level={2} size="m">
        {t('cost')}
      </Heading>
      <Facts
        layout="ends"
        items={[
          ...lines
            .filter(({ kind }) => kind !== 'consultation')
            .map(({ unit, everyDays, atCounter }) => ({
              term: t('medicine'),
              value: atCounter ? (
                t('atCounter', { price: format.money(unit, currency) })
              ) : (
                <>
                  {money(unit)}{' '}
                  {everyDays !== undefined && renewals.length > 0 && t('every', { days: everyDays })}
                </>
              ),
            })),
          ...(isPrescribed
            ? [
                {
                  term: t('consultation'),
                  value: form.price.amount === 0 ? t('free') : money(form.price.amount),
                },
              ]
            : []),
          { term: t(isPrescribed ? 'ifApproved' : 'dueNow'), value: money(totals.total), prominent: true },
        ]}
      />
      <Text size="xs" tone="soft">
        {isPrescribed && t('onlyIfApproved')}{' '}
        {isMailed ? t(taxIncluded ? 'extrasIncluded' : 'extras') : !taxIncluded && t('extrasPickup')}
      </Text>
    </Stack>
  );
}
