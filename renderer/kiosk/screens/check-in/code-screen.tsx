import { useMessages } from '../../../i18n/index.ts';
import { useSend } from '../../visit/visit-context.ts';
import { OtherWays } from '../parts/other-ways.tsx';
import { TypedScreen } from '../parts/typed-screen.tsx';

/** A code of an appointment, or of something that was paused: nobody has to know which. */
export function CodeScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  return (
    <TypedScreen
      title={t('code.title')}
      hint={t('code.hint')}
      label={t('code.label')}
      missing={t('code.missing')}
      field={{ autoCapitalize: 'none', maxLength: 40 }}
      onSubmit={(code) => send({ type: 'CODE_GIVEN', code })}
      back={() => send({ type: 'BACK' })}
      ways={<OtherWays without="code" />}
    />
  );
}
