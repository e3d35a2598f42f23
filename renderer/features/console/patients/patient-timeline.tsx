import { useCallback, useEffect, useState } from 'react';
import type { TimelineEvent } from '../../../../sync/protocol/api/patients.ts';
import { NativeButton, Skeleton, Text, TextLink } from '../../../design/basic/index.ts';
import { LocalizedText, useFormat, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import type { Answer, Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import lineStyles from '../base/list/lines.module.css';
import { ReadFailure } from '../base/read-failure.tsx';
import styles from './patient-timeline.module.css';
import { usePatientsApi } from './use-patients-api.ts';

interface Shown {
  readonly events: readonly TimelineEvent[];
  readonly cursor: string | null;
}

/** What has happened, newest first. */
export function PatientTimeline({ id }: { readonly id: string }) {
  const t = useMessages('patients');
  const patientsApi = usePatientsApi();
  const [shown, setShown] = useState<Shown>();
  const [failure, setFailure] = useState<Failure>();

  const receive = useCallback((answer: Answer<Shown>, before?: Shown) => {
    setFailure(answer.ok ? undefined : answer.failure);
    if (!answer.ok) return;
    const { events, cursor } = answer.value;
    setShown({ cursor, events: [...(before?.events ?? []), ...events] });
  }, []);
  const load = async (before?: Shown) =>
    receive(await patientsApi.timeline(id, before?.cursor ?? undefined), before);
  useEffect(() => {
    let current = true;
    void patientsApi.timeline(id).then((answer) => current && receive(answer));
    return () => {
      current = false;
    };
  }, [patientsApi, id, receive]);

  if (!shown)
    return failure ? (
      <ReadFailure failure={failure} isStale={false} onAgain={() => void load()} />
    ) : (
      <Skeleton lines={4} />
    );
  if (shown.events.length === 0) return <Text tone="soft">{t('timeline.empty')}</Text>;
  return (
    <div className={styles.timeline}>
      <ol className={lineStyles.lines}>
        {shown.events.map((event) => (
          <Event key={`${event.what} ${event.id}`} event={event} />
        ))}
      </ol>
      {failure && <ReadFailure failure={failure} isStale onAgain={() => void load(shown)} />}
      {shown.cursor !== null && (
        <NativeButton variant="secondary" onClick={() => void load(shown)}>
          {t('more')}
        </NativeButton>
      )}
    </div>
  );
}

function Event({ event }: { readonly event: TimelineEvent }) {
  const format = useFormat();
  return (
    <li className={styles.event} data-triage={event.what === 'alert' ? 'red' : undefined}>
      <time dateTime={event.at} className={styles.time}>
        {format.dateTime(event.at)}
      </time>
      <span className={styles.what}>
        <What event={event} />
      </span>
    </li>
  );
}

function What({ event }: { readonly event: TimelineEvent }) {
  const t = useMessages('patients');
  const format = useFormat();
  const { vendor } = useConsole();
  switch (event.what) {
    case 'account':
      return t(`event.${event.action}`);
    case 'health': {
      const [name = ''] = event.about.split(':');
      const about = t(aboutKey(name));
      return t(event.outcome === 'held' ? 'event.health.held' : `event.health.${event.does}`, { about });
    }
    default:
      return (
        <>
          <TextLink to="/console/$vendor/cases/$caseId" params={{ vendor, caseId: event.id }}>
            {event.title ? <LocalizedText text={event.title} /> : t('event.form')}
          </TextLink>{' '}
          {event.what === 'alert' && <strong className={styles.alert}>{t('event.alert')} </strong>}
          <bdi className={styles.soft}>{event.code}</bdi>{' '}
          <span className={styles.soft}>
            {event.resolvedAt === null
              ? t(event.what === 'alert' ? 'event.alert.open' : 'event.form.new')
              : t(event.what === 'alert' ? 'event.alert.acknowledged' : 'event.form.reviewed', {
                  when: format.date(event.resolvedAt, SHORT_DAY),
                })}
          </span>
        </>
      );
  }
}

const ABOUT = {
  weight: 'health.body',
  height: 'health.body',
  body: 'health.body',
  allergy: 'health.allergies',
  allergies: 'health.allergies',
  'no-allergies': 'health.allergies',
  medicine: 'health.medicines',
  medicines: 'health.medicines',
  'no-medicines': 'health.medicines',
  condition: 'health.conditions',
  conditions: 'health.conditions',
  'no-conditions': 'health.conditions',
  pregnancy: 'health.pregnancy',
  doctor: 'health.doctor',
  contact: 'health.contact',
} as const;
const isKnown = (name: string): name is keyof typeof ABOUT => Object.hasOwn(ABOUT, name);
const aboutKey = (name: string) => (isKnown(name) ? ABOUT[name] : 'health.title');
