import { useState } from 'react';
import type { Shop } from '../../../../sync/domain/shop/shop.ts';
import { ContentRow, Heading, Rows, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { CheckoutDetails } from '../flow/checkout-events.ts';
import { PharmacyFacts } from './pharmacy-facts.tsx';
import { PharmacyFinder } from './pharmacy-finder.tsx';

interface ChosenPharmacyProps {
  readonly shop: Shop;
  readonly details: CheckoutDetails;
  readonly onType: (part: Partial<CheckoutDetails>) => void;
}

/** The one that was chosen; or the way to find one. */
export function ChosenPharmacy({
  shop,
  details: { pharmacy: id, note, region },
  onType,
}: ChosenPharmacyProps) {
  const t = useMessages('checkout');
  const pharmacy = shop.pharmacies.find((one) => one.id === id && one.active);
  const [asks, setAsks] = useState(pharmacy === undefined);
  const [asksNote, setAsksNote] = useState(note !== '');
  return (
    <Stack gap={4} as="section" aria-labelledby="pharmacy">
      <Heading level={2} size="m" id="pharmacy">
        {t('pharmacy.title')}
      </Heading>
      <Text>{t('pharmacy.text')}</Text>
      {asks || !pharmacy ? (
        <PharmacyFinder
          pharmacies={shop.pharmacies}
          chosen={pharmacy?.id ?? null}
          preferred={pharmacy?.id}
          place={region}
          canLocate
          onChoose={(chosen) => onType({ pharmacy: chosen })}
        />
      ) : (
        <Rows label={t('pharmacy.title')}>
          <ContentRow
            action={
              <Button variant="quiet" aria-label={t('pharmacy.change')} onPress={() => setAsks(true)}>
                {t('change')}
              </Button>
            }
          >
            <PharmacyFacts pharmacy={pharmacy} />
          </ContentRow>
        </Rows>
      )}
      {asksNote ? (
        <TextField
          label={t('pharmacy.note')}
          optionalWord
          multiline
          maxLength={500}
          value={note}
          onChange={(text) => onType({ note: text })}
        />
      ) : (
        <div>
          <Button variant="quiet" onPress={() => setAsksNote(true)}>
            {t('pharmacy.addNote')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
