import type { ClinicalStatus, OrderLabel } from '../../../../sync/domain/orders/order-status.ts';
import { isConsultation, type OrderView } from '../../../../sync/domain/orders/order-view.ts';
import { reminderCalendar } from '../../../base/calendar.ts';
import { download } from '../../../base/download.ts';
import { ButtonLink, Heading, Icon, Notice, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { type MessageKey, useFormat, useMessages } from '../../../i18n/index.ts';
import { feeNext } from '../../../shell/consultation/fee-words.ts';
import { isUnpaid } from '../order/order-next.ts';
import { PhotoId, usePhotoId } from '../order/photo-id.tsx';
import { useDeliveredIn } from '../order/use-delivered-in.ts';
import styles from './success.module.css';

const BY: Intl.DateTimeFormatOptions = {
  ...{ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
};

const UNDECIDED: readonly ClinicalStatus[] = ['waiting', 'in_review', 'needs_info'];

/** Who acts next, by when, and what the patient does. */
export function NextLines({
  view,
  label,
  form: sentForm,
  isOwn,
}: {
  readonly view: OrderView;
  readonly label: OrderLabel;
  /** That was sent from this device. */
  readonly form: string | undefined;
  readonly isOwn: boolean;
}) {
  const t = useMessages('checkout');
  const format = useFormat();
  const { slug, name: vendor, products = [] } = usePack();
  const { reviewBy, decision, tracking = [], delivery } = view;
  const waitsForClinic = ['received', 'in-review'].includes(label) && view.statuses.clinical !== 'none';
  const isPickup = delivery.way === 'pickup';
  const goesTo = useDeliveredIn(delivery);
  const prescribed = view.lines.filter(({ kind }) => kind === 'rx').map(({ product }) => product);
  const places = [...goesTo, ...(view.consultedIn === undefined ? [] : [view.consultedIn])];
  const photoId = usePhotoId({ products: prescribed, places });
  const isFee = isConsultation(view);
  const next: MessageKey<'checkout'> = isFee
    ? feeNext(label)
    : view.waitsForId
      ? isOwn && photoId?.state === 'sent'
        ? 'next.received-id-sent'
        : 'next.received-id'
      : label === 'received' && !waitsForClinic
        ? isPickup
          ? 'next.received-pickup'
          : 'next.received-mail'
        : label === 'preparing' && isPickup
          ? 'next.preparing-pickup'
          : label === 'problem' && !isUnpaid(view)
            ? 'next.problem-paid'
            : `next.${label}`;
  const form = products.find(({ slug: product }) => product === prescribed[0])?.questionnaire ?? sentForm;
  const by = reviewBy === undefined ? undefined : format.dateTime(reviewBy, BY);
  return (
    <Stack gap={4} as="section" aria-labelledby="next">
      <Heading level={2} size="m" id="next">
        {t('next.title')}
      </Heading>
      <Text>{t(next, { vendor })}</Text>
      {isOwn && UNDECIDED.includes(view.statuses.clinical) && (
        <div className={styles.screenOnly}>
          <PhotoId when={view.waitsForId ? 'approved' : 'after'} products={prescribed} places={places} />
        </div>
      )}
      {label === 'needs-info' && form !== undefined && (
        <div className={styles.screenOnly}>
          <ButtonLink
            to="/connect/$vendor/questionnaire/$questionnaire/success"
            params={{ vendor: slug, questionnaire: form }}
          >
            {t('next.answer')}
          </ButtonLink>
        </div>
      )}
      {waitsForClinic && by !== undefined && <Text strong>{t('next.by', { vendor, by })}</Text>}
      {decision && (
        <Notice tone="info" title={t('decision.title', { vendor })}>
          <p>{decision.text}</p>
          {decision.alternatives.length > 0 && (
            <>
              <p>{t('decision.instead')}</p>
              <ul>
                {decision.alternatives.map((alternative) => (
                  <li key={alternative}>{alternative}</li>
                ))}
              </ul>
            </>
          )}
        </Notice>
      )}
      {tracking.map(({ carrier, number }) => (
        <Text key={number}>
          {carrier} <bdi dir="ltr">{number}</bdi>
        </Text>
      ))}
      {waitsForClinic && reviewBy !== undefined && (
        <div className={styles.screenOnly}>
          <Button
            variant="secondary"
            onPress={() => {
              // Others may read a calendar: it names neither the clinic nor what was ordered.
              const calendar = reminderCalendar({
                ...{ uid: `${view.id}@carefront`, title: t('calendar.title') },
                description: t('calendar.text', { isFee: String(isFee), code: view.code }),
                ...{ url: new URL(location.pathname, location.origin).href, start: new Date(reviewBy) },
                now: new Date(),
              });
              download(new Blob([calendar], { type: 'text/calendar' }), 'reminder.ics');
            }}
          >
            <Icon name="calendar" size={24} /> {t('calendar.add')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
