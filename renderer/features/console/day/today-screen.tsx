import { useCallback, useEffect, useState } from 'react';
import type { AppointmentView, Today } from '../../../../sync/protocol/api/day.ts';
import { ButtonLink, Facts, Heading, NativeButton, Notice, Skeleton } from '../../../design/basic/index.ts';
import { timeInWords } from '../../../design/controls/dates/time-words.ts';
import { Button } from '../../../design/controls/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { EmptyState } from '../base/list/empty-state.tsx';
import lineStyles from '../base/list/lines.module.css';
import { UnshownRows } from '../base/list/unshown-rows.tsx';
import { ReadFailure } from '../base/read-failure.tsx';
import { useLive } from '../base/use-live.ts';
import { AddSheet } from './add-sheet.tsx';
import { AppointmentLine } from './appointment-line.tsx';
import { type Arrival, arrivalsOf } from './arrivals.ts';
import { ImportSheet } from './import-sheet.tsx';
import { PausedList } from './paused-list.tsx';
import styles from './today-screen.module.css';

const UNDO_MS = 10_000;
/** Those who may still come: the list below has the others. */
const MAX_LATE_NAMED = 3;

/** Who comes today, who has come, and what was left unfinished. */
export function TodayScreen() {
  const t = useMessages('console');
  const format = useFormat();
  const { api, session } = useConsole();
  const read = useCallback(() => api.today(), [api]);
  const [{ value, failure }, { refresh, show }] = useLive(read);
  const [opened, setOpened] = useState<'import' | 'add'>();
  const [removed, setRemoved] = useState<AppointmentView>();
  const [unremoved, setUnremoved] = useState<Failure>();
  const textOf = useFailureText();
  const forget = useCallback(() => setRemoved(undefined), []);
  const [said, setSaid] = useState('');
  const close = () => setOpened(undefined);
  const remove = async (appointment: AppointmentView) => {
    const answer = await api.removeAppointment(appointment.id);
    setUnremoved(answer.ok ? undefined : answer.failure);
    if (!answer.ok) return;
    show(answer.value);
    setRemoved(appointment);
  };
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
        {session.mayDecide && value?.appointments.length !== 0 && (
          <div className={styles.actions}>
            <AddActions onOpen={setOpened} />
          </div>
        )}
      </div>
      {said !== '' && (
        <Notice tone="success" live="status">
          {said}
        </Notice>
      )}
      {unremoved && (
        <Notice tone="warning" live="alert">
          {textOf(unremoved)}
        </Notice>
      )}
      {removed && <Removed key={removed.id} appointment={removed} onChange={show} onOver={forget} />}
      {failure && <ReadFailure failure={failure} isStale={value !== undefined} onAgain={refresh} />}
      {!value && !failure && <Skeleton lines={8} />}
      <UnshownRows rows={value?.unshown} />
      {value && (
        <div className={styles.columns}>
          <div className={styles.main}>
            <Appointments
              today={value}
              onRemove={(appointment) => void remove(appointment)}
              onOpen={setOpened}
            />
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
    </div>
  );
}

interface AddActionsProps {
  readonly onOpen: (sheet: 'import' | 'add') => void;
  readonly isEmpty?: boolean;
}

function AddActions({ onOpen, isEmpty = false }: AddActionsProps) {
  const t = useMessages('console');
  return (
    <>
      <Button variant={isEmpty ? 'primary' : 'secondary'} onPress={() => onOpen('import')}>
        {t('today.import')}
      </Button>
      <Button variant="secondary" onPress={() => onOpen('add')}>
        {t('today.add')}
      </Button>
    </>
  );
}

interface AppointmentsProps extends AddActionsProps {
  readonly today: Today;
  readonly onRemove: (appointment: AppointmentView) => void;
}

function Appointments({ today, onRemove, onOpen }: AppointmentsProps) {
  const t = useMessages('console');
  const { session } = useConsole();
  const arrivals = arrivalsOf(today);
  return (
    <section aria-labelledby="appointments">
      <h2 id="appointments" className={styles.groupTitle}>
        {t('today.appointments')}
      </h2>
      {arrivals.length === 0 ? (
        <EmptyState title={t('today.empty')} text={t('today.empty.text')}>
          {session.mayDecide && <AddActions onOpen={onOpen} isEmpty />}
        </EmptyState>
      ) : (
        <>
          <Now arrivals={arrivals} />
          <ul className={lineStyles.lines}>
            {arrivals.map((arrival) => (
              <AppointmentLine
                key={arrival.appointment.id}
                arrival={arrival}
                forms={today.forms}
                onRemove={() => onRemove(arrival.appointment)}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Who comes next, who is late, and how many are here: what the desk is asked all day. */
function Now({ arrivals }: { readonly arrivals: readonly Arrival[] }) {
  const t = useMessages('console');
  const format = useFormat();
  const of = (wanted: Arrival['expected']) => arrivals.filter(({ expected }) => expected === wanted);
  const names = (list: readonly Arrival[]) =>
    list.map((arrival) => {
      const { id, givenName, familyName, time } = arrival.appointment;
      return (
        <span key={id} className={styles.person}>
          <bdi>{`${givenName} ${familyName}`}</bdi>{' '}
          <span className={styles.clock}>{timeInWords(time, format)}</span>
        </span>
      );
    });
  const late = of('late');
  const next = of('next');
  return (
    <Facts
      layout="strip"
      items={[
        { term: t('today.next'), value: next.length === 0 ? t('today.next.none') : names(next) },
        ...(late.length === 0
          ? []
          : [
              {
                term: t('today.lateOnes'),
                value: (
                  <>
                    {names(late.slice(-MAX_LATE_NAMED))}
                    {late.length > MAX_LATE_NAMED && (
                      <span className={styles.clock}>
                        {t('today.lateMore', { count: late.length - MAX_LATE_NAMED })}
                      </span>
                    )}
                  </>
                ),
              },
            ]),
        {
          term: t('today.here'),
          value: t('today.arrived', { arrived: of('here').length, of: arrivals.length }),
        },
      ]}
    />
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
                variant="quiet"
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

interface RemovedProps {
  readonly appointment: AppointmentView;
  readonly onChange: (today: Today) => void;
  readonly onOver: () => void;
}

/** What was removed can be put back for ten seconds, under the same name and time. */
function Removed({ appointment, onChange, onOver }: RemovedProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const format = useFormat();
  const { api } = useConsole();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    const timer = setTimeout(onOver, UNDO_MS);
    return () => clearTimeout(timer);
  }, [onOver]);
  const { time, givenName, familyName, birthDate, code, due } = appointment;
  const undo = async () => {
    const person = { time, givenName, familyName, birthDate, due };
    const answer = await api.addAppointment(code === null ? person : { ...person, code });
    if (!answer.ok) return setFailure(answer.failure);
    onChange(answer.value);
    onOver();
  };
  return (
    <Notice live="status">
      {failure
        ? textOf(failure)
        : t('remove.done', { name: `${givenName} ${familyName}`, time: timeInWords(time, format) })}{' '}
      <NativeButton variant="quiet" onClick={() => void undo()}>
        {t('pending.undo')}
      </NativeButton>
    </Notice>
  );
}
