import { useCallback, useState } from 'react';
import { classes } from '../../../base/classes.ts';
import { Skeleton } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { EmptyState } from '../base/list/empty-state.tsx';
import lineStyles from '../base/list/lines.module.css';
import { ListHead } from '../base/list/list-head.tsx';
import { UnshownRows } from '../base/list/unshown-rows.tsx';
import { ReadFailure } from '../base/read-failure.tsx';
import { useLive } from '../base/use-live.ts';
import { EnrolSheet } from './enrol-sheet.tsx';
import { KioskLine } from './kiosk-line.tsx';
import styles from './kiosks-screen.module.css';
import { SettingsSheet } from './settings-sheet.tsx';

/** The vendor's machines: how each is, and what can be done about it. */
export function KiosksScreen() {
  const t = useMessages('console');
  const { api, session } = useConsole();
  const read = useCallback(() => api.kiosks(), [api]);
  const [{ value, failure }, { refresh, show }] = useLive(read);
  const [isEnrolling, setEnrolling] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const shown = value?.kiosks.find(({ id }) => id === chosen);
  return (
    <div className={styles.screen}>
      <ListHead title={t('kiosks.title')}>
        {session.mayDecide && (
          <Button variant="secondary" onPress={() => setEnrolling(true)}>
            {t('kiosks.add')}
          </Button>
        )}
      </ListHead>
      {failure && <ReadFailure failure={failure} isStale={value !== undefined} onAgain={refresh} />}
      {!value && !failure && <Skeleton lines={6} />}
      <UnshownRows rows={value?.unshown} />
      {value && value.kiosks.length === 0 && !value.unshown && (
        <EmptyState title={t('kiosks.empty')} text={t('kiosks.empty.text')} />
      )}
      {value && value.kiosks.length > 0 && (
        <ul className={classes(lineStyles.lines, lineStyles.measured)}>
          {value.kiosks.map((kiosk) => (
            <KioskLine
              key={kiosk.id}
              kiosk={kiosk}
              now={value.serverTime}
              onSettings={() => setChosen(kiosk.id)}
              onChange={show}
            />
          ))}
        </ul>
      )}
      {isEnrolling && <EnrolSheet onClose={() => setEnrolling(false)} />}
      {shown && value && (
        <SettingsSheet
          key={shown.id}
          kiosk={shown}
          offered={value.languages}
          hours={value.hours}
          onChange={show}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}
