import { useMessages } from '../../../i18n/index.ts';
import { useIsAt, useKnown, useSend, useVisit } from '../../visit/visit-context.ts';
import { TypedScreen } from '../parts/typed-screen.tsx';

/** Nobody's kiosk yet, or no longer: staff types the code that the console gave. */
export function EnrolScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const { name } = useVisit().pack;
  const enrol = useKnown((known) => known.enrol);
  const enrolling = useIsAt('visit.idle.enrolling');
  const refused = enrol === null || enrol === 'enrolled' ? undefined : enrol;
  return (
    <TypedScreen
      title={t('enrol.title')}
      hint={t('enrol.hint')}
      label={t('enrol.label')}
      missing={t('enrol.missing')}
      submitLabel={t('enrol.submit')}
      isPending={enrolling}
      problem={refused && t(`enrol.${refused}`, { vendor: name })}
      field={{ autoCapitalize: 'none', maxLength: 24 }}
      onSubmit={(code) => send({ type: 'STAFF_CODE', code })}
      utilities={['text', 'contrast', 'listen']}
    />
  );
}
