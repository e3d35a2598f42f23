import { Stack } from '../../../design/basic/index.ts';
import { ChoiceRows } from '../../../design/controls/choices/choice-rows.tsx';
import type { FormError } from '../../../design/controls/fields/error-summary.tsx';
import { cardName } from '../../../device/kept-card.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { Billing } from './billing.tsx';
import type { CheckoutPageProps } from './page-props.ts';

interface HowToPayProps
  extends Pick<CheckoutPageProps, 'actor' | 'context' | 'shop' | 'card' | 'way' | 'quote'> {
  readonly isKept: boolean;
  readonly errors: readonly FormError[];
}

/** Where there is a choice; and where the card is billed, unless the provider has kept that with it. */
export function HowToPay(props: HowToPayProps) {
  const { actor, context, shop, card, way, quote, isKept, errors } = props;
  const { details } = context;
  const t = useMessages('checkout');
  const { name: vendor } = usePack();
  if (quote.totals.total === 0) return null;
  const isAtDesk = details.payment === 'desk';
  return (
    <Stack gap={3}>
      {(shop.payAtDesk || card) && (
        <ChoiceRows
          label={t('review.how')}
          value={isAtDesk || isKept ? details.payment : 'card'}
          onChange={(payment) =>
            actor.send({
              type: 'TYPED',
              part: { payment: payment === 'desk' || payment === 'kept' ? payment : 'card' },
            })
          }
          options={[
            ...(card ? [{ id: 'kept', label: cardName(card) }] : []),
            { id: 'card', label: t(card ? 'review.otherCard' : 'review.card') },
            ...(shop.payAtDesk ? [{ id: 'desk', label: t('review.desk', { vendor }) }] : []),
          ]}
        />
      )}
      {!isAtDesk && !isKept && (
        <Billing {...{ way, details, errors }} onType={(part) => actor.send({ type: 'TYPED', part })} />
      )}
    </Stack>
  );
}
