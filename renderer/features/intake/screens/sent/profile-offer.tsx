import { useEffect, useState } from 'react';
import { healthRecordSchema } from '../../../../../sync/domain/health/health-record.ts';
import { personRecordSchema } from '../../../../../sync/domain/profile/person-record.ts';
import { healthSubmission } from '../../../../../sync/protocol/operations/health-edit.ts';
import type { IntakeSubmit } from '../../../../../sync/protocol/operations/payloads/intake-submit.ts';
import { personSubmission } from '../../../../../sync/protocol/operations/person-edit.ts';
import { HEALTH_RECORD } from '../../../../../sync/protocol/records/health.ts';
import { PERSON_RECORD } from '../../../../../sync/protocol/records/person.ts';
import { OptionalPart } from '../../../../base/optional-part.tsx';
import { TextLink } from '../../../../design/basic/actions/links.tsx';
import { Stack } from '../../../../design/basic/layout/stack.tsx';
import { StatusLine } from '../../../../design/basic/status/status-line.tsx';
import { Heading } from '../../../../design/basic/text/heading.tsx';
import { Text } from '../../../../design/basic/text/text.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { MultiChoiceRows } from '../../../../design/controls/choices/multi-choice-rows.tsx';
import { usePack, usePlatform } from '../../../../device/provider/platform-provider.tsx';
import { useAccountState, useRecords } from '../../../../device/use-account.ts';
import { toFeetAndInches, usesCustomary } from '../../../../form/values/measures.ts';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
import type { AccountState } from '../../../../platform/contract/account.ts';
import { inBase, type Measured, measuresOf, type Told, toldBy } from '../../flow/person/told-by-form.ts';

interface ProfileOfferProps {
  readonly copy: IntakeSubmit;
}

type SignedIn = Extract<AccountState, { status: 'signed-in' }>;

/** On a receipt of whoever is signed in on a device of their own: what the form tells, and their profile doesn't say, is theirs to keep. */
export function ProfileOffer({ copy }: ProfileOfferProps) {
  const account = useAccountState();
  if (account?.status !== 'signed-in' || account.shared) return null;
  return (
    <OptionalPart>
      <Offer copy={copy} account={account} />
    </OptionalPart>
  );
}

function useMeasured(copy: IntakeSubmit): readonly Measured[] | undefined {
  const platform = usePlatform();
  const [found, setFound] = useState<readonly Measured[]>();
  useEffect(() => {
    let gone = false;
    void (async () => {
      const definition = await (await platform).drafts.definition(copy.questionnaire.formHash);
      const measured = definition ? await measuresOf(definition, copy) : [];
      if (!gone) setFound(measured);
    })().catch(() => !gone && setFound([]));
    return () => {
      gone = true;
    };
  }, [platform, copy]);
  return found;
}

function useTold(copy: IntakeSubmit): readonly Told[] | undefined {
  const measured = useMeasured(copy);
  const health = useRecords(HEALTH_RECORD, healthRecordSchema);
  const person = useRecords(PERSON_RECORD, personRecordSchema);
  if (!measured || health.status === 'loading' || person.status === 'loading') return undefined;
  return toldBy(copy, measured, {
    health: new Map(health.records.map(({ id, body }) => [id, body])),
    person: new Map(person.records.map(({ id, body }) => [id, body])),
  });
}

const KG_PER_LB = 0.453_592_37;
const CM_PER_INCH = 2.54;

function useWords() {
  const t = useMessages('sent');
  const format = useFormat();
  const customary = usesCustomary(usePack().region);
  const unit = (value: number, name: string, places = 0) =>
    format.number(value, { style: 'unit', unit: name, maximumFractionDigits: places });
  function measure(each: Measured): string {
    const value = inBase(each);
    if (each.record === 'weight')
      return customary ? unit(value / KG_PER_LB, 'pound') : unit(value, 'kilogram', 1);
    if (!customary) return unit(value, 'centimeter');
    const { feet, inches } = toFeetAndInches(value / CM_PER_INCH, 0);
    return `${unit(feet, 'foot')} ${unit(inches, 'inch')}`;
  }
  return (told: Told): { readonly label: string; readonly description?: string } => {
    if ('resource' in told) {
      const label = t(`profile.${told.record}`, { value: measure(told) });
      if (!told.before) return { label };
      const before = measure({ record: told.record, resource: told.before.resource } as Measured);
      return { label, description: t('profile.now', { value: before }) };
    }
    const { value } = told;
    if ('given' in value) return { label: t('profile.name', { value: `${value.given} ${value.family}` }) };
    if ('birthDate' in value)
      return { label: t('profile.birthDate', { value: format.date(value.birthDate) }) };
    return { label: 'sexAtBirth' in value ? t(`profile.sex.${value.sexAtBirth}`) : '' };
  };
}

function Offer({ copy, account }: ProfileOfferProps & { readonly account: SignedIn }) {
  const t = useMessages('sent');
  const { slug: vendor } = usePack();
  const platform = usePlatform();
  const told = useTold(copy);
  const words = useWords();
  const [left, setLeft] = useState<readonly string[]>([]);
  const [progress, setProgress] = useState<'offered' | 'saving' | 'saved' | 'failed'>('offered');
  if (!told || (told.length === 0 && progress === 'offered')) return null;
  const chosen = told.filter(({ record }) => !left.includes(record));
  const keep = async () => {
    setProgress('saving');
    const { person } = account;
    try {
      const { deliveries, now } = await platform;
      for (const each of chosen) {
        const said = { vendor, person, statedAt: now().toISOString() };
        const { record, basedOn } = each;
        const submission =
          'resource' in each
            ? healthSubmission({
                ...said,
                change: { does: 'state', record, basedOn, resource: each.resource },
              })
            : personSubmission({ ...said, change: { does: 'state', record, basedOn, value: each.value } });
        await deliveries.send(submission, 'own');
      }
      setProgress('saved');
    } catch {
      setProgress('failed');
    }
  };
  return (
    <Stack gap={3} as="section" aria-labelledby="profile-offer">
      <Heading level={2} size="m" id="profile-offer">
        {t('profile.title')}
      </Heading>
      {progress !== 'saved' && (
        <>
          <MultiChoiceRows
            id="profile-facts"
            label={t('profile.text')}
            options={told.map((each) => ({ id: each.record, ...words(each) }))}
            value={chosen.map(({ record }) => record)}
            onChange={(ids) => setLeft(told.map(({ record }) => record).filter((id) => !ids.includes(id)))}
          />
          <div>
            <Button
              variant="secondary"
              isDisabled={chosen.length === 0 || progress === 'saving'}
              onPress={() => void keep()}
            >
              {t('profile.keep')}
            </Button>
          </div>
        </>
      )}
      <div aria-live="polite">
        {progress === 'saved' && <StatusLine status="saved">{t('profile.kept')}</StatusLine>}
        {progress === 'failed' && <Text>{t('profile.failed')}</Text>}
      </div>
      {progress === 'saved' && (
        <div>
          <TextLink to="/connect/$vendor/patient" params={{ vendor }} standalone>
            {t('profile.open')}
          </TextLink>
        </div>
      )}
    </Stack>
  );
}
