import { useFieldErrors } from '../../../../design/controls/fields/field-errors.ts';
import { useMessages } from '../../../../i18n/index.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useDetails } from '../../flow/run/use-run.ts';
import { PlaceField } from '../parts/place-field.tsx';
import { useTyped } from '../parts/use-typed.ts';
import { WelcomePage } from './welcome-page.tsx';

/** Where the patient is right now: licences and emergency numbers follow from it. */
export function PlacePage({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('welcome');
  const { place } = useDetails(run);
  const [code, setCode] = useTyped<string | null>(run, 'place-now', place?.code ?? null);
  const { errors, show, clear } = useFieldErrors<'place-now'>();
  const submit = () => {
    if (show(code === null ? { 'place-now': t('gate.placeMissing') } : {}) && code !== null)
      run.givePlace(code);
  };
  return (
    <WelcomePage run={run} title={t('place.title')} lead={t('place.lead')} onSubmit={submit}>
      <PlaceField
        id="place-now"
        label={t('place.label')}
        value={code}
        onChange={(next) => {
          setCode(next);
          clear('place-now');
        }}
        error={errors['place-now']}
      />
    </WelcomePage>
  );
}
