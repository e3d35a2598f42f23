import { type KeyboardEvent, useState } from 'react';
import { countryOf, placeName } from '../../../../sync/domain/places/places.ts';
import { addressForm } from '../../../../sync/domain/profile/address.ts';
import { findPharmacies, type Position } from '../../../../sync/domain/shop/find-pharmacies.ts';
import type { Pharmacy } from '../../../../sync/domain/shop/shop.ts';
import { useNow } from '../../../base/use-now.ts';
import { Row, Stack, StatusLine, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { CheckboxRow } from '../../../design/controls/choices/checkbox-row.tsx';
import { ChoiceRows } from '../../../design/controls/choices/choice-rows.tsx';
import { NativeSelect } from '../../../design/controls/choices/native-select.tsx';
import { focusField } from '../../../design/controls/fields/focus-field.ts';
import { TextField } from '../../../design/controls/fields/text-field.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { useOpenWords } from './pharmacy-facts.tsx';
import { KM_PER_MILE, PharmacyMap } from './pharmacy-map.tsx';

/** In a list, before somebody asks for more. */
const SHOWN = 6;
const MILES = ['US', 'GB'];
const LIST = 'pharmacy-list';

export interface PharmacyFinderProps {
  readonly pharmacies: readonly Pharmacy[];
  readonly chosen: string | null;
  /** Chosen before: it comes first. */
  readonly preferred?: string | undefined;
  /** Where the patient is: those of that state come first, where there are any. */
  readonly place?: string | null | undefined;
  /** The document may ask the device where it is. */
  readonly canLocate?: boolean;
  readonly onChoose: (pharmacy: string) => void;
}

/** Where the device is. Its answer is compared with the list on this page, and goes nowhere. */
function useNear() {
  const [near, setNear] = useState<Position>();
  const [state, setState] = useState<'idle' | 'asking' | 'denied'>('idle');
  const ask = () => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setNear({ latitude, longitude });
        setState('idle');
      },
      () => setState('denied'),
      { maximumAge: 300_000, timeout: 15_000 },
    );
  };
  return { near, state, ask };
}

/** Enter is for the list here: the form around it would go on with the pharmacy that was chosen before. */
function keepEnter(event: KeyboardEvent): void {
  const { target, key, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  if (target.type === 'search') focusField(LIST);
  else target.click();
}

/** The list first, then the map of the same. */
export function PharmacyFinder({
  pharmacies,
  chosen,
  preferred,
  place,
  canLocate = false,
  onChoose,
}: PharmacyFinderProps) {
  const t = useMessages('checkout');
  const format = useFormat();
  const { language } = useLanguage();
  const { region: country } = usePack();
  const now = useNow();
  const openWords = useOpenWords();
  const { near, state, ask } = useNear();
  const [words, setWords] = useState('');
  const [region, setRegion] = useState(
    () => pharmacies.find((one) => one.active && one.region === place)?.region,
  );
  const [openOnly, setOpenOnly] = useState(false);
  const [all, setAll] = useState(false);
  const found = findPharmacies({
    ...{ pharmacies, words, region, near, openOnly, preferred, now: now.getTime() },
  });
  const shown = all ? found : found.slice(0, SHOWN);
  const regions = [...new Set(pharmacies.flatMap((one) => one.region ?? []))];
  const code = addressForm(countryOf(country)).postcode;
  const isInMiles = MILES.includes(countryOf(country));
  const distance = (kilometers: number) =>
    format.number(isInMiles ? kilometers / KM_PER_MILE : kilometers, {
      ...{ style: 'unit', unit: isInMiles ? 'mile' : 'kilometer', maximumFractionDigits: 1 },
    });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- one key of every field in it.
    <search onKeyDown={keepEnter}>
      <Stack gap={4}>
        <TextField
          id="pharmacy-words"
          label={t('pharmacy.words', { code })}
          type="search"
          autoComplete="postal-code"
          spellCheck={false}
          value={words}
          onChange={setWords}
        />
        {regions.length > 1 && (
          <NativeSelect
            label={t('pharmacy.state')}
            optionalWord
            options={regions.map((id) => ({ id, label: placeName(id, language) }))}
            value={region ?? null}
            onChange={(code) => setRegion(code ?? undefined)}
          />
        )}
        {/* A short list says it in each row. */}
        {pharmacies.length > SHOWN && (
          <CheckboxRow label={t('pharmacy.openOnly')} isSelected={openOnly} onChange={setOpenOnly} />
        )}
        {canLocate && (
          <Row gap={3}>
            <Button variant="secondary" isPending={state === 'asking'} onPress={ask}>
              {t('pharmacy.near')}
            </Button>
            <Text size="xs" tone="soft">
              {t('pharmacy.nearText')}
            </Text>
          </Row>
        )}
        {state === 'denied' && (
          <StatusLine status="attention" live>
            {t('pharmacy.denied', { code })}
          </StatusLine>
        )}
        <div role="status">
          <Text size="xs" tone="soft">
            {t('pharmacy.found', { count: found.length })}
          </Text>
        </div>
        {shown.length > 0 && (
          <ChoiceRows
            id={LIST}
            label={t('pharmacy.list')}
            value={chosen}
            onChange={onChoose}
            options={shown.map(({ pharmacy, kilometers }, index) => ({
              id: pharmacy.id,
              prefix: `${format.number(index + 1)}.`,
              label: pharmacy.name,
              description: (
                <>
                  {/* In the order it is written, whatever the page's own direction is. */}
                  {`\u2068${[...pharmacy.lines, pharmacy.city].join(', ')}\u2069`}
                  <br />
                  {[
                    ...(kilometers === undefined ? [] : [distance(kilometers)]),
                    openWords(pharmacy).words,
                    ...(pharmacy.id === preferred ? [t('pharmacy.preferred')] : []),
                  ].join(' · ')}
                </>
              ),
            }))}
          />
        )}
        {found.length > shown.length && (
          <Button variant="secondary" onPress={() => setAll(true)}>
            {t('pharmacy.more', { count: found.length - shown.length })}
          </Button>
        )}
        <PharmacyMap found={shown} near={near} chosen={chosen} isInMiles={isInMiles} />
      </Stack>
    </search>
  );
}
