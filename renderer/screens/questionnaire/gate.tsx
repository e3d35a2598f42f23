import { useState } from 'react';
import { checkEligibility } from '../../../sync/domain/eligibility.ts';
import { formatPhone } from '../../app/format-phone.ts';
import { usePack, usePlatform } from '../../app/platform-provider.tsx';
import { Heading, Notice, Stack, Text } from '../../design/basic/index.ts';
import { ChoiceRows } from '../../design/controls/choice-rows.tsx';
import { ControlsProvider } from '../../design/controls/controls-provider.tsx';
import { focusField } from '../../design/controls/focus-field.ts';
import { localDay } from '../../flow/intake-details.ts';
import { useMessages } from '../../i18n/index.ts';
import { BusyButton } from './busy-button.tsx';
import { PlaceField } from './place-field.tsx';
import { useRunHolder } from './run-holder.tsx';

const AGE_ID = 'gate-age';
const PLACE_ID = 'gate-place';

type Refused = 'age' | 'area' | 'live';

/** Age and place before anything else: whoever the form isn't for is told at once, and nothing is stored. */
export function Gate({ again }: { readonly again: boolean }) {
  const t = useMessages('flow');
  const pack = usePack();
  const platform = usePlatform();
  const { offered, begin, go } = useRunHolder();
  const [ofAge, setOfAge] = useState<string | null>(null);
  const [place, setPlace] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [starting, setStarting] = useState(false);
  const [failed, setFailed] = useState(false);
  const age = offered.minAge;

  const start = async () => {
    setAsked(true);
    setRefused(undefined);
    setFailed(false);
    if (ofAge === null || place === null) {
      focusField(ofAge === null ? AGE_ID : PLACE_ID);
      return;
    }
    if (ofAge === 'no') return setRefused('age');
    const [refusal] = checkEligibility({
      vendor: pack,
      questionnaire: offered,
      place,
      today: localDay(new Date()),
    }).refusals;
    if (refusal?.code === 'AREA_LIVE_VISIT_REQUIRED') return setRefused('live');
    if (refusal?.code === 'AREA_NOT_SERVED') return setRefused('area');
    setStarting(true);
    try {
      (await platform).requestPersistence();
      const run = await begin();
      run.passGate(place);
      go('welcome');
    } catch {
      setFailed(true);
      setStarting(false);
    }
  };
  return (
    <ControlsProvider>
      <Stack as="section" gap={5} aria-labelledby="gate">
        <Heading level={2} size="m" id="gate">
          {t(again ? 'gate.titleAgain' : 'gate.title')}
        </Heading>
        <ChoiceRows
          id={AGE_ID}
          label={t('gate.age', { age })}
          options={[
            { id: 'yes', label: t('gate.ageYes', { age }) },
            { id: 'no', label: t('gate.ageNo', { age }) },
          ]}
          value={ofAge}
          onChange={setOfAge}
          error={asked && ofAge === null ? t('gate.ageMissing') : undefined}
        />
        <PlaceField
          id={PLACE_ID}
          label={t('gate.place')}
          hint={t('gate.placeHint')}
          value={place}
          onChange={setPlace}
          error={asked && place === null ? t('gate.placeMissing') : undefined}
        />
        <div role="status">
          {refused && (
            <Notice tone="warning" title={t(`gate.refused.${refused}`, { age, vendor: pack.name })}>
              <Text>{t(`gate.refusedText.${refused}`, { vendor: pack.name })}</Text>
              <Text>
                <a href={`tel:${pack.contact.phone}`}>
                  {t('stop.call', {
                    vendor: pack.name,
                    phone: `\u2066${formatPhone(pack.contact.phone)}\u2069`,
                  })}
                </a>
              </Text>
            </Notice>
          )}
          {failed && (
            <Notice tone="warning" title={t('gate.failed')}>
              {t('gate.failedText')}
            </Notice>
          )}
        </div>
        <BusyButton size="l" fullWidth busy={starting} onPress={() => void start()}>
          {t(again ? 'gate.startAgain' : 'gate.start')}
        </BusyButton>
      </Stack>
    </ControlsProvider>
  );
}
