import { ageOn } from '../../../../../sync/domain/person/age.ts';
import type { PatientDetails } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import { localDay } from '../../../../base/local-day.ts';
import { ChoiceRows } from '../../../../design/controls/choices/choice-rows.tsx';
import { DateField } from '../../../../design/controls/dates/date-field.tsx';
import { TextField } from '../../../../design/controls/fields/text-field.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { useMessages } from '../../../../i18n/index.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import type { Who } from '../../flow/run/intake-run-contract.ts';
import { useDetails, useKnownOwner } from '../../flow/run/use-run.ts';
import { useTyped } from '../parts/use-typed.ts';
import { autofill } from './autofill.ts';
import type { DetailFields, FieldFaults } from './detail-fields.ts';

type Field = 'answered-by' | 'proxy-name' | 'given-name' | 'family-name' | 'birth-date' | 'sex';
const sexes = [
  'female',
  'male',
  'intersex',
  'undisclosed',
] as const satisfies readonly PatientDetails['sexAtBirth'][];

/** Who is answering, and for whom. */
export function useWho(run: IntakeRun): DetailFields<Who> {
  const t = useMessages('welcome');
  const flow = useMessages('flow');
  const { settings } = usePack();
  const { patient } = useDetails(run);
  const owner = useKnownOwner(run);
  const [answeredBy, setAnsweredBy] = useTyped<'self' | 'proxy' | null>(
    run,
    'answered-by',
    patient.answeredBy ?? (settings.proxyAllowed ? null : 'self'),
  );
  const [proxyName, setProxyName] = useTyped(run, 'proxy-name', patient.proxyName ?? '');
  const [givenName, setGivenName] = useTyped(run, 'given-name', patient.givenName ?? '');
  const [familyName, setFamilyName] = useTyped(run, 'family-name', patient.familyName ?? '');
  const [birthDate, setBirthDate] = useTyped(run, 'birth-date', patient.birthDate ?? '');
  const [sex, setSex] = useTyped<PatientDetails['sexAtBirth'] | null>(run, 'sex', patient.sexAtBirth ?? null);
  const proxy = answeredBy === 'proxy';

  const read = () => {
    const found: { -readonly [Key in Field]?: string } = {};
    if (answeredBy === null) found['answered-by'] = t('who.answeredByMissing');
    if (proxy && proxyName.trim() === '') found['proxy-name'] = t('who.proxyNameMissing');
    if (givenName.trim() === '') found['given-name'] = t('who.givenNameMissing');
    if (familyName.trim() === '') found['family-name'] = t('who.familyNameMissing');
    const age = ageOn(birthDate, localDay(new Date()));
    if (birthDate === '') found['birth-date'] = t('who.birthDateMissing');
    else if (age === undefined || age > 130) found['birth-date'] = t('who.birthDateWrong');
    if (sex === null) found.sex = t('who.sexMissing');
    if (Object.keys(found).length > 0 || answeredBy === null || sex === null) return { faults: found };
    return {
      faults: found,
      value: {
        answeredBy,
        givenName: givenName.trim(),
        familyName: familyName.trim(),
        birthDate,
        sexAtBirth: sex,
        ...(proxy ? { proxyName: proxyName.trim() } : {}),
      },
    };
  };
  const fields = ({ errors, clear }: FieldFaults) => (
    <>
      {settings.proxyAllowed && (
        <ChoiceRows
          id="answered-by"
          label={t('who.answeredBy')}
          options={[
            { id: 'self', label: t('who.self') },
            { id: 'proxy', label: t('who.proxy') },
          ]}
          value={answeredBy}
          onChange={(id) => {
            setAnsweredBy(id === 'proxy' ? 'proxy' : 'self');
            clear('answered-by');
          }}
          error={errors['answered-by']}
        />
      )}
      {proxy && (
        <TextField
          id="proxy-name"
          label={t('who.proxyName')}
          value={proxyName}
          onChange={(value) => {
            setProxyName(value);
            clear('proxy-name');
          }}
          autoComplete={autofill(owner, 'name')}
          autoCapitalize="words"
          maxLength={200}
          error={errors['proxy-name']}
        />
      )}
      <TextField
        id="given-name"
        label={t(proxy ? 'who.givenNameProxy' : 'who.givenName')}
        value={givenName}
        onChange={(value) => {
          setGivenName(value);
          clear('given-name');
        }}
        autoComplete={proxy ? 'off' : autofill(owner, 'given-name')}
        autoCapitalize="words"
        maxLength={100}
        error={errors['given-name']}
      />
      <TextField
        id="family-name"
        label={t('who.familyName')}
        value={familyName}
        onChange={(value) => {
          setFamilyName(value);
          clear('family-name');
        }}
        autoComplete={proxy ? 'off' : autofill(owner, 'family-name')}
        autoCapitalize="words"
        maxLength={100}
        error={errors['family-name']}
      />
      <DateField
        id="birth-date"
        label={flow('who.birthDate')}
        value={birthDate}
        onChange={(value) => {
          setBirthDate(value);
          clear('birth-date');
        }}
        autoComplete={proxy || owner === 'shared' ? undefined : 'bday'}
        error={errors['birth-date']}
      />
      <ChoiceRows
        id="sex"
        label={t('who.sex')}
        hint={t('who.sexHint')}
        options={sexes.map((id) => ({ id, label: t(`who.sex.${id}`) }))}
        value={sex}
        onChange={(id) => {
          setSex(sexes.find((candidate) => candidate === id) ?? null);
          clear('sex');
        }}
        error={errors.sex}
      />
    </>
  );
  return { read, fields };
}
