import { Fragment, lazy, Suspense, useEffect, useRef } from 'react';
import { readLocalized } from '../../../../../sync/domain/languages.ts';
import type { IntakeSubmit } from '../../../../../sync/protocol/operations/payloads/intake-submit.ts';
import type { PatientDetails } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import { optional } from '../../../../base/optional.ts';
import { OptionalPart } from '../../../../base/optional-part.tsx';
import { PhoneNumber } from '../../../../base/phone-number.tsx';
import { Heading, Icon, Notice, Row, Stack, Text, TextLink } from '../../../../design/basic/index.ts';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { useLockState, usePack } from '../../../../device/provider/platform-provider.tsx';
import { useFormat, useLanguage, useMessages } from '../../../../i18n/index.ts';
import type { Delivery } from '../../../../platform/contract/contract.ts';
import { useIsEmbedded } from '../../../../shell/page/embedded.ts';
import { stageOf } from '../../flow/run/flow-actors.ts';
import { SessionAlert } from '../../safety/session-alert.tsx';
import { useRunHolder } from '../run/run-holder.tsx';
import { IfWorse } from './if-worse.tsx';
import { NextStep } from './next-step.tsx';
import { ReceiptSlip } from './receipt-slip.tsx';
import { SentAnswers } from './sent-answers.tsx';
import { SentState } from './sent-state.tsx';
import styles from './success.module.css';

const UnlockPanel = lazy(async () => ({
  default: (await import('../../../../device/unlock-panel.tsx')).UnlockPanel,
}));

// What is there to do with an account comes after the paint.
const KeepOffer = optional(async () => (await import('../../../../shell/account/keep-offer.tsx')).KeepOffer);

const ConsultationPart = optional(
  async () => (await import('../../../../shell/consultation/consultation-part.tsx')).ConsultationPart,
);

const ProfileOffer = optional(async () => (await import('./profile-offer.tsx')).ProfileOffer);

interface SentFormProps {
  readonly delivery: Delivery;
  readonly copy: IntakeSubmit | undefined;
  readonly contact: PatientDetails['contact'] | undefined;
  /** On a wide page without a drawing, whom to call is beside the rest. */
  readonly isBeside: boolean;
}

/** One statement of the state; the receipt; then what is next, and whom to call if it gets worse. */
export function SentForm({ delivery, copy, contact, isBeside }: SentFormProps) {
  const t = useMessages('sent');
  const flow = useMessages('flow');
  const { language } = useLanguage();
  const format = useFormat();
  const { slug, name: vendor, shop, products = [] } = usePack();
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
  // What leads on is in the clinic's own pages, which see nothing of a frame's store.
  const isEmbedded = useIsEmbedded();
  const title = t(
    delivery.deletedAt !== undefined
      ? 'success.deleted'
      : stage === 'queued'
        ? 'success.waiting'
        : stage === 'reviewed'
          ? 'success.reviewed'
          : delivery.state === 'held'
            ? 'success.held'
            : 'success.received',
    { vendor },
  );
  const isStopped = copy?.ruleHits.some(
    ({ outcome, withdrawnAt }) => withdrawnAt === undefined && (outcome === 'STOP' || outcome === 'URGENT'),
  );
  // Once the clinic has asked or decided, that comes first.
  const isUndecided = [undefined, 'waiting', 'in_review'].includes(delivery.consultation);
  // Only answers that are on this device can say what they allow.
  const leadsOn =
    !isEmbedded &&
    isStopped === false &&
    isUndecided &&
    delivery.deletedAt === undefined &&
    shop?.forms.includes(offered.slug) === true;
  // As the page that it leads to asks for it, and for nothing where somebody needed help at once.
  const asksFee =
    offered.price.amount > 0 &&
    delivery.reviewedAt === undefined &&
    copy?.ruleHits.every(({ outcome }) => outcome !== 'URGENT') === true &&
    !products.some(({ kind, questionnaire }) => kind === 'rx' && questionnaire === offered.slug);
  const next = (
    <Fragment key="next">
      <NextStep delivery={delivery} leadsOn={leadsOn} asksFee={asksFee} stage={stage} contact={contact} />
      <IfWorse place={copy?.place.code} />
    </Fragment>
  );
  const keep = stage !== 'queued' && delivery.deletedAt === undefined && !isEmbedded && (
    <Suspense key="keep" fallback={null}>
      <KeepOffer delivery={delivery} email={contact?.method === 'email' ? contact.value : undefined} />
    </Suspense>
  );
  const cleared = delivery.owner === 'shared' && stage !== 'queued';
  return (
    <Stack gap={6} className={isBeside ? styles.beside : undefined}>
      <Stack gap={3} className={styles.head}>
        <div aria-live="polite">
          <Heading level={1} ref={heading}>
            {title}
          </Heading>
        </div>
        <SentState delivery={delivery} stage={stage} vendor={vendor} />
      </Stack>
      <SessionAlert session={delivery.session} />
      <ReceiptSlip
        code={delivery.code}
        stamped={stage !== 'queued'}
        facts={[
          {
            term: t(stage === 'queued' ? 'success.finishedAt' : 'success.receivedAt'),
            value: format.dateTime(receivedAt ?? delivery.queuedAt),
          },
          ...(delivery.reviewedAt === undefined
            ? []
            : [{ term: t('success.readAt'), value: format.dateTime(delivery.reviewedAt) }]),
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
      {cleared && (
        <Notice tone="success" title={t('success.cleared')}>
          {t('success.clearedText')}
        </Notice>
      )}
      <Suspense fallback={null}>
        <ConsultationPart opId={delivery.opId} told={delivery.consultation} level={2} />
      </Suspense>
      {/* What the clinic wrote is read by who signs in: then that is next. */}
      {isUndecided ? [next, keep] : [keep, next]}
      {copy && !isEmbedded && (
        <Suspense fallback={null}>
          <ProfileOffer copy={copy} />
        </Suspense>
      )}
      {copy && <SentAnswers copy={copy} code={delivery.code} />}
      {!copy && lock === 'locked' && <LockedAnswers />}
      <Row gap={4} className={styles.screenOnly}>
        <Button variant="secondary" onPress={() => print()}>
          <Icon name="print" size={20} /> {t('success.print')}
        </Button>
        {stage !== 'queued' && !isEmbedded && (
          <TextLink to="/connect/$vendor/" params={{ vendor: slug }} standalone>
            {t('success.home', { vendor })}
          </TextLink>
        )}
      </Row>
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
