import { useRef, useState } from 'react';
import { Heading, Row, Stack, Text, TextLink } from '../../design/basic/index.ts';
import { BusyButton } from '../../design/controls/buttons/busy-button.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { deviceSettings } from '../../device/provider/device-settings.ts';
import { useMessages } from '../../i18n/index.ts';
import { lastVendor } from '../../shell/frame/last-vendor.ts';
import { browserCaches } from './browser-surroundings.ts';
import { clearCaches } from './checks/clear-caches.ts';

type State = 'idle' | 'busy' | 'refused' | 'offline';

/** Whether somebody of this clinic's staff is signed in on this browser: the console's own server says. */
async function askSession(clinic: string): Promise<'staff' | 'refused' | 'offline'> {
  try {
    const response = await fetch(`/console/${encodeURIComponent(clinic)}/api/session`, {
      headers: { accept: 'application/json' },
      cache: 'no-store',
    });
    return response.ok ? 'staff' : 'refused';
  } catch {
    return 'offline';
  }
}

interface StaffPartProps {
  readonly isStaff: boolean;
  readonly onStaff: () => void;
}

/** More than pass or fail, and putting away what is stored of the app: for who is signed in at a console. */
export function StaffPart({ isStaff, onStaff }: StaffPartProps) {
  const t = useMessages('self-check');
  const [clinic, setClinic] = useState(() => lastVendor(deviceSettings()) ?? '');
  const [state, setState] = useState<State>('idle');
  const [cleared, setCleared] = useState<number>();
  const heading = useRef<HTMLHeadingElement>(null);
  const ask = async () => {
    setState('busy');
    const answer = await askSession(clinic.trim());
    setState(answer === 'staff' ? 'idle' : answer);
    if (answer !== 'staff') return;
    // What was pressed makes room for the next step.
    heading.current?.focus({ preventScroll: true });
    onStaff();
  };
  // Asked again: who was signed in a while ago may not be any more.
  const clear = async () => {
    const answer = await askSession(clinic.trim());
    if (answer !== 'staff') return setState(answer);
    setCleared(await clearCaches(browserCaches()));
  };
  return (
    <Stack as="section" gap={3} aria-labelledby="staff">
      <Heading level={2} size="m" id="staff" ref={heading}>
        {t('staff.title')}
      </Heading>
      <Text tone="soft">{t('staff.text')}</Text>
      {!isStaff && (
        <TextField
          id="staff-clinic"
          label={t('staff.clinic')}
          value={clinic}
          onChange={setClinic}
          autoComplete="off"
          autoCapitalize="none"
        />
      )}
      <Row gap={3}>
        {isStaff ? (
          <Button variant="secondary" onPress={() => void clear()}>
            {t('staff.clear')}
          </Button>
        ) : (
          <BusyButton variant="secondary" busy={state === 'busy'} onPress={() => void ask()}>
            {t('staff.show')}
          </BusyButton>
        )}
        {state === 'refused' && (
          <TextLink href={`/console/${encodeURIComponent(clinic.trim())}`} standalone>
            {t('staff.signIn')}
          </TextLink>
        )}
      </Row>
      <div role="status">
        {state === 'refused' && <Text>{t('staff.refused')}</Text>}
        {state === 'offline' && <Text>{t('staff.offline')}</Text>}
        {cleared !== undefined && <Text>{t('staff.cleared', { count: cleared })}</Text>}
      </div>
    </Stack>
  );
}
