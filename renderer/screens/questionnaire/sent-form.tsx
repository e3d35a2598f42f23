import { useEffect, useRef } from 'react';
import { readLocalized } from '../../../sync/domain/language.ts';
import type { IntakeSubmit, PatientDetails } from '../../../sync/protocol/payloads.ts';
import { formatPhone } from '../../app/format-phone.ts';
import { usePack, usePlatform } from '../../app/platform-provider.tsx';
import {
  ButtonLink,
  Facts,
  Heading,
  Icon,
  Mark,
  Notice,
  Stack,
  StatusLine,
  Steps,
  Text,
} from '../../design/basic/index.ts';
import { Button } from '../../design/controls/button.tsx';
import { reminderCalendar, reminderStart } from '../../flow/calendar.ts';
import { stageOf } from '../../flow/flow-actors.ts';
import type { DeliveryStage } from '../../flow/flow-events.ts';
import { type Format, type MessageKey, useFormat, useLanguage, useMessages } from '../../i18n/index.ts';
import type { Delivery } from '../../platform/contract.ts';
import { SessionAlert } from '../../safety/session-alert.tsx';
import { UrgentHelp } from '../../safety/urgent-help.tsx';
import { useRunHolder } from './run-context.tsx';
import { SentAnswers } from './sent-answers.tsx';
import styles from './success.module.css';
import { useOffline } from './viewport.ts';

type Stage = DeliveryStage;

interface SentFormProps {
  readonly delivery: Delivery;
  readonly copy: IntakeSubmit | undefined;
  readonly contact: PatientDetails['contact'] | undefined;
}

const reasons: Readonly<Partial<Record<NonNullable<Delivery['why']>, MessageKey<'flow'>>>> = {
  'server-busy': 'success.why.busy',
  'server-older': 'success.why.serverOlder',
  'update-needed': 'success.why.update',
  'sign-in-needed': 'success.why.signIn',
  conflict: 'success.why.conflict',
  'not-understood': 'success.why.notUnderstood',
};

/** The state is the headline; code, time, form and contact below it; then what is done, what comes next, and if it gets worse. */
export function SentForm({ delivery, copy, contact }: SentFormProps) {
  const t = useMessages('flow');
  const { language } = useLanguage();
  const format = useFormat();
  const { slug, name: vendor, brand, contact: clinic, region } = usePack();
  const { offered } = useRunHolder();
  const stage = stageOf(delivery);
  const receivedAt = delivery.receipt?.receivedAt;
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) heading.current?.focus({ preventScroll: true });
    first.current = false;
  }, []);
  const title = t(
    stage === 'queued' ? 'success.waiting' : stage === 'reviewed' ? 'success.reviewed' : 'success.received',
    { vendor },
  );
  const cleared = delivery.owner === 'shared' && stage !== 'queued';
  return (
    <Stack gap={6}>
      <Stack gap={4}>
        <span className={styles.mark}>
          <Mark
            key={stage === 'queued' ? 'outline' : 'filled'}
            mark={brand.mark}
            size={96}
            look={stage === 'queued' ? 'outline' : 'filled'}
            animate={stage !== 'queued'}
          />
        </span>
        <Stack gap={2}>
          <div aria-live="polite">
            <Heading level={1} ref={heading}>
              {title}
            </Heading>
          </div>
          <StateLine delivery={delivery} stage={stage} vendor={vendor} format={format} />
        </Stack>
      </Stack>
      <SessionAlert session={delivery.session} />
      <Facts
        layout="strip"
        label={t('success.facts')}
        items={[
          { term: t('success.code'), value: <bdi dir="ltr">{delivery.code}</bdi>, prominent: true },
          {
            term: t(stage === 'queued' ? 'success.finishedAt' : 'success.receivedAt'),
            value: format.dateTime(receivedAt ?? delivery.queuedAt),
          },
          { term: t('success.form'), value: readLocalized(offered.title, language).text },
          ...(contact
            ? [
                {
                  term: t(`contact.method.${contact.method}`),
                  value: <bdi dir="ltr">{formatPhone(contact.value)}</bdi>,
                },
              ]
            : []),
        ]}
      />
      {stage === 'queued' && <Reminder delivery={delivery} />}
      {stage !== 'queued' && (
        <Stack gap={3} align="start">
          <ButtonLink size="l" to="/connect/$vendor/" params={{ vendor: slug }}>
            {t('success.home', { vendor })}
          </ButtonLink>
        </Stack>
      )}
      {cleared && (
        <Notice tone="success" title={t('success.cleared')}>
          {t('success.clearedText')}
        </Notice>
      )}
      <Steps
        label={t('success.steps')}
        items={[
          {
            key: 'done',
            state: 'done',
            title: t(stage === 'queued' ? 'success.done.waiting' : 'success.done.received', { vendor }),
            text: (
              <Text tone="soft">
                {t(stage === 'queued' ? 'success.done.waitingText' : 'success.done.receivedText', {
                  vendor,
                  code: `\u2066${delivery.code}\u2069`,
                })}
              </Text>
            ),
          },
          {
            key: 'next',
            state: stage === 'reviewed' ? 'done' : 'current',
            title: t(
              stage === 'queued'
                ? 'success.next.waiting'
                : stage === 'reviewed'
                  ? 'success.next.reviewed'
                  : 'success.next.received',
            ),
            text: <NextText stage={stage} delivery={delivery} contact={contact} />,
          },
          {
            key: 'worse',
            state: 'ahead',
            title: t('success.worse'),
            text: (
              <>
                <Text tone="soft">
                  {t('success.worseText', { vendor, hours: readLocalized(clinic.hours, language).text })}
                </Text>
                <UrgentHelp place={copy?.place.code ?? region} />
              </>
            ),
          },
        ]}
      />
      {copy && <SentAnswers copy={copy} code={delivery.code} />}
    </Stack>
  );
}

interface StateLineProps {
  readonly delivery: Delivery;
  readonly stage: Stage;
  readonly vendor: string;
  readonly format: Format;
}

function StateLine({ delivery, stage, vendor, format }: StateLineProps) {
  const t = useMessages('flow');
  const offline = useOffline();
  if (stage === 'queued') {
    const why = delivery.why && reasons[delivery.why];
    return (
      <StatusLine
        status={delivery.state === 'attention' ? 'attention' : offline ? 'offline' : 'waiting'}
        live
      >
        {t(why ?? (offline ? 'success.why.offline' : 'success.why.sending'), { vendor })}
      </StatusLine>
    );
  }
  const at = delivery.reviewedAt ?? delivery.receipt?.receivedAt ?? delivery.queuedAt;
  return (
    <StatusLine status="sent" live>
      {t(stage === 'reviewed' ? 'success.reviewedAt' : 'success.receivedState', {
        vendor,
        time: format.dateTime(at),
      })}
    </StatusLine>
  );
}

function NextText({
  stage,
  delivery,
  contact,
}: {
  readonly stage: Stage;
  readonly delivery: Delivery;
  readonly contact: PatientDetails['contact'] | undefined;
}) {
  const t = useMessages('flow');
  const { language } = useLanguage();
  const format = useFormat();
  const { name: vendor, clinicians, contact: clinic } = usePack();
  const { offered } = useRunHolder();
  const clinician = clinicians[offered.clinician]?.name ?? vendor;
  const hours = readLocalized(clinic.hours, language).text;
  const how = contact ? t(`success.how.${contact.method}`) : t('success.how.any');
  if (stage === 'queued') return <Text tone="soft">{t('success.next.waitingText', { vendor })}</Text>;
  if (stage === 'reviewed') return <Text tone="soft">{how}</Text>;
  const receivedAt = Date.parse(delivery.receipt?.receivedAt ?? delivery.queuedAt);
  const by = format.dateTime(new Date(receivedAt + offered.reviewHours * 3_600_000));
  return <Text tone="soft">{t('success.next.receivedText', { clinician, by, how, hours })}</Text>;
}

/** While it waits: a reminder, since nothing on a phone can promise to send by itself. */
function Reminder({ delivery }: { readonly delivery: Delivery }) {
  const t = useMessages('flow');
  const platform = usePlatform();
  const remind = async () => {
    const now = (await platform).now();
    const calendar = reminderCalendar({
      uid: `${delivery.opId}@carefront`,
      title: t('reminder.title'),
      description: t('reminder.text'),
      url: new URL('.', new URL('../..', `${location.href.split(/[?#]/)[0]}`)).href,
      start: reminderStart(now),
      now,
    });
    download(new Blob([calendar], { type: 'text/calendar' }), 'reminder.ics');
  };
  return (
    <Button size="l" fullWidth onPress={() => void remind()}>
      <Icon name="calendar" size={24} /> {t('success.remind')}
    </Button>
  );
}

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the file after the click; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
