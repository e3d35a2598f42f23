import { useRef, useState } from 'react';
import { checkEligibility } from '../../../../../sync/domain/eligibility/eligibility.ts';
import { localDay } from '../../../../base/local-day.ts';
import { PhoneSentence } from '../../../../base/phone-number.tsx';
import { useIsHydrated } from '../../../../base/use-is-hydrated.ts';
import { ButtonLink, Heading, Notice, Stack, Text } from '../../../../design/basic/index.ts';
import { BusyButton } from '../../../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { CheckboxRow } from '../../../../design/controls/choices/checkbox-row.tsx';
import { focusField } from '../../../../design/controls/fields/focus-field.ts';
import { usePack, usePlatform } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import { routeOf } from '../../flow/machine/flow-position.ts';
import { PlaceField } from '../parts/place-field.tsx';
import styles from '../parts/screens.module.css';
import { useRunHolder } from '../run/run-holder.tsx';

const PLACE_ID = 'gate-place';

type Refused = 'area' | 'live';

/** The place comes first, because licenses differ: a patient who can't be treated there learns it at once, and nothing is stored. */
export function Gate({ again }: { readonly again: boolean }) {
  const t = useMessages('welcome');
  const pack = usePack();
  const platform = usePlatform();
  const { offered, begin, go } = useRunHolder();
  const isHydrated = useIsHydrated();
  const [shared, setShared] = useState(false);
  const [place, setPlace] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [starting, setStarting] = useState(false);
  const [failed, setFailed] = useState(false);
  const refusal = useRef<HTMLDivElement>(null);

  const refuse = (why: Refused) => {
    setRefused(why);
    // Start is gone, and with it the focus.
    requestAnimationFrame(() => {
      refusal.current?.focus({ preventScroll: true });
      // With the ways out below it.
      refusal.current?.scrollIntoView({ block: 'center' });
    });
  };
  const change = () => {
    setRefused(undefined);
    focusField(PLACE_ID);
  };
  const start = async () => {
    setAsked(true);
    setRefused(undefined);
    setFailed(false);
    if (place === null) {
      focusField(PLACE_ID);
      return;
    }
    const [refusal] = checkEligibility({
      vendor: pack,
      questionnaire: offered,
      place,
      today: localDay(new Date()),
    }).refusals;
    if (refusal?.code === 'AREA_LIVE_VISIT_REQUIRED') return refuse('live');
    if (refusal?.code === 'AREA_NOT_SERVED') return refuse('area');
    setStarting(true);
    try {
      (await platform).requestPersistence();
      const run = await begin();
      run.passGate(place, shared ? 'shared' : undefined);
      go(routeOf(run.position()));
    } catch {
      setFailed(true);
      setStarting(false);
    }
  };
  return (
    <Stack as="section" gap={3} inert={!isHydrated} aria-label={t(again ? 'gate.titleAgain' : 'gate.start')}>
      {again && (
        <Heading level={2} size="m">
          {t('gate.titleAgain')}
        </Heading>
      )}
      <PlaceField
        id={PLACE_ID}
        label={t('gate.place')}
        hint={t('gate.placeHint')}
        value={place}
        onChange={(answer) => {
          setPlace(answer);
          setRefused(undefined);
        }}
        error={asked && place === null ? t('gate.placeMissing') : undefined}
      />
      <div role="status" ref={refusal} tabIndex={-1} className={styles.told}>
        {refused && (
          <Notice tone="warning" title={t(`gate.refused.${refused}`, { vendor: pack.name })}>
            <Text>{t(`gate.refusedText.${refused}`, { vendor: pack.name })}</Text>
            <Text>
              <a href={`tel:${pack.contact.phone}`}>
                <PhoneSentence
                  number={pack.contact.phone}
                  sentence={(phone) => t('stop.call', { vendor: pack.name, phone })}
                />
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
      {refused ? (
        <Stack gap={3} align="stretch">
          {/* No form of this clinic is for a place that it doesn't serve. */}
          {refused === 'area' ? (
            <ButtonLink variant="secondary" size="l" fullWidth href={`/?place=${place}#clinics`}>
              {t('gate.otherClinics')}
            </ButtonLink>
          ) : (
            <ButtonLink size="l" fullWidth to="/connect/$vendor/" params={{ vendor: pack.slug }} hash="forms">
              {t('gate.otherCare')}
            </ButtonLink>
          )}
          <Button variant={refused === 'area' ? 'quiet' : 'secondary'} size="l" fullWidth onPress={change}>
            {t('gate.changeAnswer')}
          </Button>
        </Stack>
      ) : (
        <>
          <BusyButton size="l" fullWidth busy={starting} onPress={() => void start()}>
            {t(again ? 'gate.startAgain' : 'gate.start')}
          </BusyButton>
          <Text size="xs" tone="soft">
            {t('gate.ages', { age: offered.minAge })}
          </Text>
          <CheckboxRow
            id="gate-shared"
            label={t('gate.shared')}
            hint={shared ? t('gate.sharedText') : undefined}
            isSelected={shared}
            onChange={setShared}
          />
        </>
      )}
    </Stack>
  );
}
