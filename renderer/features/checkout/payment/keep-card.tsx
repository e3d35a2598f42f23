import { useState } from 'react';
import { Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { CheckboxRow } from '../../../design/controls/choices/checkbox-row.tsx';
import type { KeptCard } from '../../../device/kept-card.ts';
import { cardName } from '../../../device/kept-card.ts';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import { type CardProps, Declined, PayButton } from './pay-button.tsx';

export interface Keeping {
  /** A box below the card's form; null where nobody is signed in who may have it kept. */
  readonly box: React.ReactNode;
  /** Before it is paid. @returns whether the provider was told something. */
  tell(): Promise<boolean>;
}

/** Whether the card that is typed is to be kept for the next order: asked, and never assumed. */
export function useKeeping(
  order: string,
  { mayKeep, isFee }: { readonly mayKeep: boolean; readonly isFee: boolean },
): Keeping {
  const t = useMessages('checkout');
  const { name: vendor } = usePack();
  const platform = usePlatform();
  const [wants, setWants] = useState(false);
  const [told, setTold] = useState(false);
  return {
    box: mayKeep ? (
      <CheckboxRow
        label={t('card.keep', { vendor, isFee: String(isFee) })}
        isSelected={wants}
        onChange={setWants}
        detail={
          <Text size="xs" tone="soft">
            {t('card.keepHint')}
          </Text>
        }
      />
    ) : null,
    async tell() {
      if (!mayKeep || wants === told) return false;
      try {
        const changes = await (await platform).account?.changes();
        const answer = await changes?.keepCard(order, wants);
        if (answer?.status !== 'done') return false;
        setTold(wants);
        return true;
      } catch {
        // The order is paid all the same; the card isn't kept, which the account shows.
        return false;
      }
    },
  };
}

/** The card that was kept with an order before: one press. */
export function PayByKept({
  card,
  onOther,
  ...props
}: Pick<CardProps, 'started' | 'isFee' | 'declined' | 'isConfirming' | 'onSubmit'> & {
  readonly card: KeptCard;
  readonly onOther: () => void;
}) {
  const t = useMessages('checkout');
  const { started, declined, isConfirming, onSubmit } = props;
  return (
    <Stack gap={4} as="section" aria-label={t('pay.keptTitle')}>
      {declined && !isConfirming && <Declined why={declined} isFee={props.isFee} />}
      <Text strong>{cardName(card)}</Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <PayButton started={started} isFee={props.isFee} isPending={isConfirming} />
      </form>
      <div>
        <Button variant="quiet" isDisabled={isConfirming} onPress={onOther}>
          {t('pay.otherCard')}
        </Button>
      </div>
    </Stack>
  );
}
