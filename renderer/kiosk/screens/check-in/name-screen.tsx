import { useMessages } from '../../../i18n/index.ts';
import { useKnown, useSend } from '../../visit/visit-context.ts';
import { OtherWays } from '../parts/other-ways.tsx';
import { TypedScreen } from '../parts/typed-screen.tsx';

/** The other half of what finds an appointment. */
export function NameScreen() {
  const t = useMessages('kiosk');
  const send = useSend();
  const name = useKnown((known) => known.name);
  return (
    <TypedScreen
      title={t('name.title')}
      hint={t('name.hint')}
      label={t('name.label')}
      initial={name}
      missing={t('name.missing')}
      field={{ autoCapitalize: 'words', maxLength: 200 }}
      onSubmit={(typed) => send({ type: 'NAME_GIVEN', name: typed })}
      back={() => send({ type: 'BACK' })}
      ways={<OtherWays />}
    />
  );
}
