import { lazy, useEffect, useRef } from 'react';
import { readLocalized } from '../../../../../sync/domain/languages.ts';
import { scheduleOf } from '../../../../../sync/domain/time/opening-hours.ts';
import { reviewDeadline } from '../../../../../sync/domain/time/review-deadline.ts';
import type { IntakeSubmit } from '../../../../../sync/protocol/operations/intake-submit.ts';
import type { PatientDetails } from '../../../../../sync/protocol/operations/parts.ts';
import { OptionalPart } from '../../../../base/optional-part.tsx';
import { PhoneNumber } from '../../../../base/phone-number.tsx';
import {
  ButtonLink,
  Facts,
  Heading,
  Mark,
  Notice,
  Stack,
  Steps,
  Text,
} from '../../../../design/basic/index.ts';
import { useLockState, usePack } from '../../../../device/provider/platform-provider.tsx';
import { useFormat, useLanguage, useMessages } from '../../../../i18n/index.ts';
import type { Delivery } from '../../../../platform/contract/contract.ts';
import type { DeliveryStage } from '../../flow/machine/flow-events.ts';
import { stageOf } from '../../flow/run/flow-actors.ts';
import { SessionAlert } from '../../safety/session-alert.tsx';
import { UrgentHelp } from '../../safety/urgent-help.tsx';
import { useRunHolder } from '../run/run-holder.tsx';
import { SentAnswers } from './sent-answers.tsx';
import { SentState } from './sent-state.tsx';
import styles from './success.module.css';
import { WaitingForm } from './waiting-form.tsx';

type Stage = DeliveryStage;

const BY: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

const UnlockPanel = lazy(async () => ({
  default: (await import('../../../../device/unlock-panel.tsx')).UnlockPanel,
}));

interface SentFormProps {
  readonly delivery: Delivery;
  readonly copy: IntakeSubmit | undefined;
  readonly contact: PatientDetails['contact'] | undefined;
}

/** The state is the headline; code, time, form and contact below it; then what is done, what comes next, and if it gets worse. */
export function SentForm({ delivery, copy, contact }: SentFormProps) {
  const t = useMessages('sent');
  const flow = useMessages('flow');
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
  const lock = useLockState();
  const title = t(
    delivery.deletedAt !== undefined
      ? 'success.deleted'
      : stage === 'queued'
        ? 'success.waiting'
        : stage === 'reviewed'
          ? 'success.reviewed'
          : 'success.received',
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
          <SentState delivery={delivery} stage={stage} vendor={vendor} />
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
                  term: flow(`contact.method.${contact.method}`),
                  value: <PhoneNumber number={contact.value} />,
                },
              ]
            : []),
        ]}
      />
      {stage === 'queued' && <WaitingForm delivery={delivery} vendor={vendor} />}
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
      {!copy && lock === 'locked' && <LockedAnswers />}
    </Stack>
  );
}

function LockedAnswers() {
  const t = useMessages('sent');
  return (
    <Stack gap={3} as="section">
      <Text tone="soft">{t('success.lockedText')}</Text>
      <OptionalPart>
        <UnlockPanel />
      </OptionalPart>
    </Stack>
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
  const t = useMessages('sent');
  const { language } = useLanguage();
  const format = useFormat();
  const { name: vendor, clinicians, contact: clinic, timezone: timeZone } = usePack();
  const { offered } = useRunHolder();
  const clinician = clinicians[offered.clinician]?.name ?? vendor;
  const hours = readLocalized(clinic.hours, language).text;
  const how = contact ? t(`success.how.${contact.method}`) : t('success.how.any');
  if (stage === 'queued') return <Text tone="soft">{t('success.next.waitingText', { vendor })}</Text>;
  if (stage === 'reviewed') return <Text tone="soft">{how}</Text>;
  const receivedAt = Date.parse(delivery.receipt?.receivedAt ?? delivery.queuedAt);
  const schedule = scheduleOf({ timeZone, periods: clinic.hoursOfOperation ?? [] });
  const deadline = reviewDeadline(receivedAt, offered.reviewHours, schedule);
  const by = format.dateTime(new Date(deadline), BY);
  return <Text tone="soft">{t('success.next.receivedText', { clinician, by, how, hours })}</Text>;
}
