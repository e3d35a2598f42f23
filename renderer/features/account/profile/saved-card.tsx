import { useState } from 'react';
import { ContentRow, Heading, Rows, Stack, Text } from '../../../design/basic/index.ts';
import { BusyButton } from '../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { Sheet } from '../../../design/controls/overlays/dialog.tsx';
import { cardName, useKeptCard } from '../../../device/kept-card.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { AccountChanges } from '../../../platform/contract/account.ts';
import { FailureLine, isFailure } from '../base/failure-line.tsx';
import { useRequest } from '../base/use-request.ts';

/** The card that pays the next order; nothing where none is kept. */
export function SavedCard() {
  const t = useMessages('profile');
  const { name: vendor } = usePack();
  const { card } = useKeptCard();
  const [isOpen, setOpen] = useState(false);
  const { busy, outcome, run, forget } = useRequest<
    AccountChanges,
    Awaited<ReturnType<AccountChanges['removeCard']>>['status']
  >((account) => account.changes());
  if (!card) return null;
  const close = () => {
    setOpen(false);
    forget();
  };
  return (
    <Stack gap={3} as="section" aria-labelledby="card">
      <Heading level={2} size="m" id="card">
        {t('card.title')}
      </Heading>
      <Rows label={t('card.title')}>
        <ContentRow
          action={
            <Button variant="quiet" aria-label={t('card.removeThis')} onPress={() => setOpen(true)}>
              {t('card.remove')}
            </Button>
          }
        >
          <Text strong>{cardName(card)}</Text>
          <Text size="xs">{t('card.about', { vendor })}</Text>
        </ContentRow>
      </Rows>
      <Sheet isOpen={isOpen} onOpenChange={close} title={t('card.removeTitle', { card: cardName(card) })}>
        <Stack gap={4}>
          <Text>{t('card.removeText', { vendor })}</Text>
          <div role="alert">{isFailure(outcome) && <FailureLine failure={outcome} />}</div>
          <Stack gap={2}>
            <BusyButton
              variant="danger"
              size="l"
              fullWidth
              busy={busy}
              onPress={() => void run((changes) => changes.removeCard(), close)}
            >
              {t('card.remove')}
            </BusyButton>
            <Button variant="secondary" size="l" fullWidth onPress={close}>
              {t('cancel')}
            </Button>
          </Stack>
        </Stack>
      </Sheet>
    </Stack>
  );
}
