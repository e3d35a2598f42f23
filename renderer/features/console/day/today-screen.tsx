import { useCallback, useState } from 'react';
import type { AppointmentView, Today } from '../../../../sync/protocol/api/day.ts';
import { ButtonLink, Heading, Notice, Skeleton, Text } from '../../../design/basic/index.ts';
import { timeInWords } from '../../../design/controls/dates/time-words.ts';
import { Button, Dialog } from '../../../design/controls/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import lineStyles from '../base/lines.module.css';
import { ReadFailure } from '../base/read-failure.tsx';
import { UnshownRows } from '../base/unshown-rows.tsx';
import { useLive } from '../base/use-live.ts';
import { AddSheet } from './add-sheet.tsx';
import { AppointmentLine } from './appointment-line.tsx';
import { ImportSheet } from './import-sheet.tsx';
import { PausedList } from './paused-list.tsx';
import styles from './today-screen.module.css';

/** Who comes today, who has come, and what was left unfinished. */
export function TodayScreen() {
  const t = useMessages('console');
  const format = useFormat();
  const { api, session } = useConsole();
  const read = useCallback(() => api.today(), [api]);
  const [{ value, failure }, { refresh, show }] = useLive(read);
  const [opened, setOpened] = useState<'import' | 'add'>();
  const [leaving, setLeaving] = useState<AppointmentView>();
  const [said, setSaid] = useState('');
  const close = () => setOpened(undefined);
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <Heading level={1} size="l">
          {t('today.title')}
        </Heading>
        {value && (
          <p className={styles.day}>
            {format.calendarDate(value.day, { weekday: 'long', day: 'numeric', month: 'long' })}
          </p>
        )}
        {session.mayDecide && (
          <div className={styles.actions}>
            <Button variant="secondary" onPress={() => setOpened('import')}>
              {t('today.import')}
            </Button>
            <Button variant="secondary" onPress={() => setOpened('add')}>
              {t('today.add')}
            </Button>
          </div>
        )}
      </div>
      {said !== '' && (
        <Notice tone="success" live="status">
          {said}
        </Notice>
      )}
      {failure && <ReadFailure failure={failure} isStale={value !== undefined} onAgain={refresh} />}
      {!value && !failure && <Skeleton lines={8} />}
      <UnshownRows rows={value?.unshown} />
      {value && (
        <div className={styles.columns}>
          <div className={styles.main}>
            <Appointments today={value} onRemove={setLeaving} />
            <WalkIns today={value} />
          </div>
          <PausedList today={value} onChange={show} />
        </div>
      )}
      {value && opened === 'add' && (
        <AddSheet
          forms={value.forms}
          today={value.day}
          onClose={close}
          onAdded={(today) => {
            show(today);
            close();
          }}
        />
      )}
      {value && opened === 'import' && (
        <ImportSheet
          onClose={close}
          onImported={({ added, known, today }) => {
            show(today);
            setSaid(t('import.done', { added, known }));
            close();
          }}
        />
      )}
      {leaving && (
        <RemoveDialog
          appointment={leaving}
          onClose={() => setLeaving(undefined)}
          onRemoved={(today) => {
            show(today);
            setLeaving(undefined);
          }}
        />
      )}
    </div>
  );
}

interface AppointmentsProps {
  readonly today: Today;
  readonly onRemove: (appointment: AppointmentView) => void;
}

function Appointments({ today, onRemove }: AppointmentsProps) {
  const t = useMessages('console');
  const arrived = today.appointments.filter(({ arrival }) => arrival !== null).length;
  return (
    <section aria-labelledby="appointments">
      <div className={styles.groupHead}>
        <h2 id="appointments" className={styles.groupTitle}>
          {t('today.appointments')}
        </h2>
        {today.appointments.length > 0 && (
          <p className={styles.count}>{t('today.arrived', { arrived, of: today.appointments.length })}</p>
        )}
      </div>
      {today.appointments.length === 0 ? (
        <div className={styles.empty}>
          <Text strong>{t('today.empty')}</Text>
          <Text tone="soft">{t('today.empty.text')}</Text>
        </div>
      ) : (
        <ul className={lineStyles.lines}>
          {today.appointments.map((appointment) => (
            <AppointmentLine
              key={appointment.id}
              appointment={appointment}
              forms={today.forms}
              onRemove={() => onRemove(appointment)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function WalkIns({ today }: { readonly today: Today }) {
  const t = useMessages('console');
  const format = useFormat();
  const { vendor } = useConsole();
  if (today.walkIns.length === 0) return null;
  return (
    <section aria-labelledby="walk-ins">
      <h2 id="walk-ins" className={styles.groupTitle}>
        {t('today.walkIns')}
      </h2>
      <ul className={lineStyles.lines}>
        {today.walkIns.map(({ id, queueNumber, at, language, kiosk, caseId }) => (
          <li key={id} className={styles.walkIn}>
            <span className={styles.number}>{queueNumber}</span>
            <span className={styles.soft}>
              <time dateTime={at}>{format.time(at, { timeStyle: 'short', timeZone: today.timeZone })}</time>
              {kiosk !== null && (
                <>
                  {' · '}
                  <bdi>{kiosk}</bdi>
                </>
              )}
              {' · '}
              {format.languageName(language)}
            </span>
            {caseId !== null && (
              <ButtonLink
                to="/console/$vendor/cases/$caseId"
                params={{ vendor, caseId }}
                variant="secondary"
                aria-label={t('today.case', { number: queueNumber })}
              >
                {t('today.answers')}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RemoveDialogProps {
  readonly appointment: AppointmentView;
  readonly onClose: () => void;
  readonly onRemoved: (today: Today) => void;
}

function RemoveDialog({ appointment, onClose, onRemoved }: RemoveDialogProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api } = useConsole();
  const [failure, setFailure] = useState<Failure>();
  const format = useFormat();
  const { id, givenName, familyName, time } = appointment;
  const remove = async () => {
    const answer = await api.removeAppointment(id);
    if (answer.ok) onRemoved(answer.value);
    else setFailure(answer.failure);
  };
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={onClose}
      title={t('remove.title', { name: `${givenName} ${familyName}`, time: timeInWords(time, format) })}
      actions={
        <>
          <Button variant="danger" onPress={() => void remove()}>
            {t('remove.button')}
          </Button>
          <Button variant="secondary" onPress={onClose}>
            {t('remove.keep')}
          </Button>
        </>
      }
    >
      {failure ? (
        <Notice tone="warning" live="alert">
          {textOf(failure)}
        </Notice>
      ) : (
        t('remove.text')
      )}
    </Dialog>
  );
}
