import { useEffect, useState } from 'react';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { useMessages } from '../../i18n/index.ts';
import { useHelp } from '../base/kiosk-context.ts';
import styles from './kiosk-flow-frame.module.css';

/** As long as it may take until a person at the desk has pressed that they come; after that, waiting is the wrong advice. */
export const DESK_AFTER_MS = 20_000;

/** After an answer that can't wait: there are people in the next room, and this says what they know. */
export function Nearby() {
  const t = useMessages('frame');
  const help = useHelp();
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), DESK_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const go = help !== 'answered' && (help === 'not-told' || waited);
  return (
    <div
      className={styles.nearby}
      role="alert"
      data-nearby={help === 'answered' ? 'coming' : go ? 'desk' : 'waiting'}
    >
      <Stack gap={1}>
        <Text size="m" strong>
          {t(help === 'answered' ? 'crisis.coming' : go ? 'crisis.desk' : 'crisis.waiting')}
        </Text>
        <Text>{t(go ? 'crisis.deskText' : 'crisis.phone')}</Text>
      </Stack>
    </div>
  );
}
