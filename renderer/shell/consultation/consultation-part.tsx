import { type ConsultationView, consultationViewSchema } from '../../../sync/domain/care/consultation.ts';
import type { ConsultationState } from '../../../sync/domain/care/consultation-state.ts';
import { isConsultation, orderViewSchema } from '../../../sync/domain/orders/order-view.ts';
import { CONSULTATION_RECORD } from '../../../sync/protocol/records/consultation.ts';
import { ORDER_RECORD } from '../../../sync/protocol/records/order.ts';
import { OptionalPart } from '../../base/optional-part.tsx';
import { Stack } from '../../design/basic/layout/stack.tsx';
import { StatusLine } from '../../design/basic/status/status-line.tsx';
import { Facts } from '../../design/basic/text/facts.tsx';
import { Heading } from '../../design/basic/text/heading.tsx';
import { Text } from '../../design/basic/text/text.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useRecords } from '../../device/use-account.ts';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { moneyLine } from './money-words.ts';
import { ReplyForm } from './reply-form.tsx';

export interface ConsultationPartProps {
  /** The operation that sent the form. */
  readonly opId: string;
  /** How far it is, as a device hears that isn't signed in. */
  readonly told?: ConsultationState | undefined;
  /** 2 where it is a part of the page, 3 within one. */
  readonly level: 2 | 3;
}

/** What the clinic asked or decided about a form. Nothing until then. Where its texts can't be loaded, the page around it stays. */
export const ConsultationPart = (props: ConsultationPartProps) => (
  <OptionalPart>
    <Loaded {...props} />
  </OptionalPart>
);

const AGAINST: readonly ConsultationState[] = ['declined', 'referred', 'expired', 'withdrawn'];

function Loaded({ opId, told, level }: ConsultationPartProps) {
  const t = useMessages('consultation');
  const { name: vendor } = usePack();
  const view = useRecords(CONSULTATION_RECORD, consultationViewSchema).records.find(
    ({ id }) => id === opId,
  )?.body;
  const state = view?.state ?? told;
  if (state === undefined || state === 'waiting') return null;
  const who = view?.clinician ?? vendor;
  const title = t(`title.${state}`, { who });
  return (
    <Stack gap={3} as="section" aria-label={title}>
      <div aria-live="polite">
        <Heading level={level} size="m">
          {title}
        </Heading>
      </div>
      {view ? (
        <Told view={view} opId={opId} />
      ) : (
        state !== 'in_review' && <Text>{t('signIn', { vendor })}</Text>
      )}
      <Money opId={opId} isAgainst={AGAINST.includes(state)} />
    </Stack>
  );
}

/** In the clinician's own words, where there are any. */
function Told({ view, opId }: { readonly view: ConsultationView; readonly opId: string }) {
  const t = useMessages('consultation');
  const format = useFormat();
  const { name: vendor } = usePack();
  const { state, asked, prescription, decision } = view;
  if (state === 'needs_info' && asked)
    return (
      <>
        <Text>
          <span dir="auto">{asked.text}</span>
        </Text>
        <ReplyForm key={asked.id} consultation={opId} asked={asked} />
        <Text size="xs" tone="soft">
          {t('asked.until', { when: format.dateTime(asked.until, { dateStyle: 'long' }) })}
        </Text>
      </>
    );
  if (state === 'live_visit') return <Text>{t('live', { vendor })}</Text>;
  if (state === 'expired') return <Text>{t('expired', { vendor })}</Text>;
  if (decision)
    return (
      <>
        {decision.where !== undefined && (
          <Text strong>
            <bdi>{decision.where}</bdi>
          </Text>
        )}
        <Text>
          <span dir="auto">{decision.text}</span>
        </Text>
        {decision.alternatives.length > 0 && (
          <Stack gap={1}>
            <Text strong>{t('alternatives')}</Text>
            <ul>
              {decision.alternatives.map((alternative) => (
                <li key={alternative} dir="auto">
                  {alternative}
                </li>
              ))}
            </ul>
          </Stack>
        )}
      </>
    );
  if (!prescription) return null;
  return (
    <Facts
      items={[
        { term: t('rx.medicine'), value: <bdi>{prescription.medicine}</bdi> },
        { term: t('rx.directions'), value: <span dir="auto">{prescription.directions}</span> },
        { term: t('rx.quantity'), value: <bdi>{prescription.quantity}</bdi> },
        { term: t('rx.refills'), value: t('rx.refills.count', { count: prescription.refills }) },
        { term: t('rx.until'), value: format.calendarDate(prescription.expiresOn, { dateStyle: 'long' }) },
      ]}
    />
  );
}

/** Where there is an order for it. */
function Money({ opId, isAgainst }: { readonly opId: string; readonly isAgainst: boolean }) {
  const t = useMessages('consultation');
  const format = useFormat();
  const order = useRecords(ORDER_RECORD, orderViewSchema).records.find(
    ({ body }) => body.consultation === opId,
  )?.body;
  const line = order && moneyLine(order, isAgainst);
  if (!line || !order) return null;
  return (
    <StatusLine status="quiet">
      {line.name === 'notCharged'
        ? t('money.notCharged')
        : t(isConsultation(order) && line.name === 'held' ? 'money.heldFee' : `money.${line.name}`, {
            amount: format.money(line.amount, order.currency),
          })}
    </StatusLine>
  );
}
