import type { ReactNode } from 'react';
import { readLocalized } from '../../../../../sync/domain/languages.ts';
import { scheduleOf } from '../../../../../sync/domain/time/opening-hours.ts';
import { reviewDeadline } from '../../../../../sync/domain/time/review-deadline.ts';
import type { PatientDetails } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import { PhoneNumber } from '../../../../base/phone-number.tsx';
import { useNow } from '../../../../base/use-now.ts';
import type { ButtonLook } from '../../../../design/basic/actions/button-look.ts';
import { ButtonLink, Heading, Icon, Row, Stack, Text } from '../../../../design/basic/index.ts';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { SaveCopy } from '../../../../device/save-copy.tsx';
import { useFormat, useLanguage, useMessages } from '../../../../i18n/index.ts';
import type { Delivery } from '../../../../platform/contract/contract.ts';
import type { DeliveryStage } from '../../flow/machine/flow-events.ts';
import { useRunHolder } from '../run/run-holder.tsx';
import { CalendarButton } from './calendar-button.tsx';
import { WaitingForm } from './waiting-form.tsx';

const BY: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

interface NextStepProps {
  readonly delivery: Delivery;
  /** Whether the answers lead to treatments that can be looked at now. */
  readonly leadsOn: boolean;
  /** The consultation itself is paid there. */
  readonly asksFee: boolean;
  readonly stage: DeliveryStage;
  readonly contact: PatientDetails['contact'] | undefined;
}

/** What happens next, and what can be done for it. Nothing is promised that the vendor hasn't said. */
export function NextStep({ delivery, leadsOn, asksFee, stage, contact }: NextStepProps) {
  const t = useMessages('sent');
  const { name: vendor } = usePack();
  const onward = (look?: ButtonLook) => leadsOn && <Treatments asksFee={asksFee} {...look} />;
  const how = contact ? t(`success.how.${contact.method}`) : t('success.how.any');
  return (
    <Stack gap={4} as="section" aria-labelledby="next">
      <Heading level={2} size="m" id="next">
        {t('success.steps')}
      </Heading>
      {delivery.deletedAt !== undefined ? (
        <>
          <Text>{t('success.next.deleted', { vendor })}</Text>
          <Row gap={3}>
            <CallClinic />
            {onward({ variant: 'secondary' })}
          </Row>
        </>
      ) : stage === 'queued' ? (
        <>
          <Text>
            {t(delivery.state === 'attention' ? 'success.next.attention' : 'success.next.waiting', {
              vendor,
            })}
          </Text>
          <Stack gap={3}>
            {delivery.state === 'attention' ? (
              <>
                <CallClinic size="l" fullWidth />
                <SaveCopy sessions={[delivery.session]} variant="secondary" size="l" fullWidth />
              </>
            ) : (
              <WaitingForm delivery={delivery} vendor={vendor} />
            )}
            {onward({ variant: 'secondary', size: 'l', fullWidth: true })}
          </Stack>
        </>
      ) : stage === 'reviewed' ? (
        <>
          <Text>{how}</Text>
          {onward()}
        </>
      ) : (
        <Awaited delivery={delivery} how={how} onward={onward} />
      )}
    </Stack>
  );
}

/** The first thing to do where nothing else helps. */
function CallClinic(look: ButtonLook) {
  const t = useMessages('sent');
  const { contact } = usePack();
  return (
    <ButtonLink href={`tel:${contact.phone}`} {...look}>
      <Icon name="phone" size={24} />
      <span>
        {t('success.call')} <PhoneNumber number={contact.phone} />
      </span>
    </ButtonLink>
  );
}

function Treatments({ asksFee, ...look }: Pick<NextStepProps, 'asksFee'> & ButtonLook) {
  const t = useMessages('sent');
  const { slug: vendor } = usePack();
  const { offered } = useRunHolder();
  return (
    <div>
      <ButtonLink
        to="/connect/$vendor/questionnaire/$questionnaire/product"
        params={{ vendor, questionnaire: offered.slug }}
        {...look}
      >
        {t(asksFee ? 'success.treatmentsAndFee' : 'success.treatments')}
      </ButtonLink>
    </div>
  );
}

interface AwaitedProps {
  readonly delivery: Delivery;
  readonly how: string;
  /** The patient's own next step: before a reminder of the clinic's, after a call that is due. */
  readonly onward: (look?: ButtonLook) => ReactNode;
}

/** Who reads it by when; once that has passed, whom to ask. */
function Awaited({ delivery, how, onward }: AwaitedProps) {
  const t = useMessages('sent');
  const { language } = useLanguage();
  const format = useFormat();
  const now = useNow();
  const { name: vendor, clinicians, contact: clinic, timezone: timeZone } = usePack();
  const { offered } = useRunHolder();
  const schedule = scheduleOf({ timeZone, periods: clinic.hoursOfOperation ?? [] });
  const receivedAt = Date.parse(delivery.receipt?.receivedAt ?? delivery.queuedAt);
  const deadline = new Date(reviewDeadline(receivedAt, offered.reviewHours, schedule));
  const by = format.dateTime(deadline, BY);
  if (now >= deadline)
    return (
      <>
        <Text strong>{t('success.next.late', { vendor, by })}</Text>
        <Row gap={3}>
          <CallClinic />
          {onward({ variant: 'secondary' })}
        </Row>
      </>
    );
  const clinician = clinicians[offered.clinician];
  return (
    <>
      <Stack gap={1}>
        <Text strong>
          {delivery.state === 'held'
            ? t('success.next.held', { vendor, by })
            : t('success.next.received', { clinician: clinician?.name ?? vendor, by })}
        </Text>
        {delivery.state !== 'held' && clinician && (
          <Text size="xs" tone="soft">
            {readLocalized(clinician.role, language).text} · <bdi lang="en">{clinician.credentials}</bdi>
          </Text>
        )}
        <Text>{how}</Text>
      </Stack>
      <Row gap={3}>
        {onward()}
        <CalendarButton
          id={`${delivery.opId}-reply`}
          title={t('calendar.title')}
          text={t('calendar.text', { code: delivery.code })}
          start={() => deadline}
          variant="secondary"
        >
          {t('success.calendar')}
        </CalendarButton>
      </Row>
    </>
  );
}
