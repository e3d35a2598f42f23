import { useEffect } from 'react';
import { useDeliveries, useDrafts, usePack } from '../../app/platform-provider.tsx';
import { useNow } from '../../app/use-now.ts';
import { isWaiting } from '../../app/waiting.ts';
import { Heading, LinkRow, Rows, Stack, StatusLine, TextLink } from '../../design/basic/index.ts';
import { useFormat, useLocalized, useMessages } from '../../i18n/index.ts';
import type { Delivery } from '../../platform/contract.ts';
import { type Unfinished, unfinished } from './unfinished.ts';

/** Drafts to continue and what became of what was sent; nothing where there is nothing. */
export function UnfinishedList() {
  const t = useMessages('shell');
  const { drafts, refresh } = useDrafts();
  const deliveries = useDeliveries();
  const now = useNow();
  useEffect(() => void refresh().catch(() => undefined), [refresh]);
  const lines = unfinished(drafts, deliveries, now);
  if (lines.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="unfinished">
      <Heading level={2} size="m" id="unfinished">
        {t('unfinished.title')}
      </Heading>
      <Rows>
        {lines.map((line) =>
          line.kind === 'draft' ? (
            <DraftRow key={line.id} line={line} />
          ) : (
            <DeliveryRow key={line.id} line={line} />
          ),
        )}
      </Rows>
    </Stack>
  );
}

function useFormName() {
  const t = useMessages('shell');
  const { questionnaires } = usePack();
  const read = useLocalized();
  return (slug: string, nameless: boolean) => {
    const form = questionnaires.find((each) => each.slug === slug);
    return form && !nameless ? read(form.title) : t('unfinished.someForm');
  };
}

function DraftRow({ line }: { readonly line: Extract<Unfinished, { kind: 'draft' }> }) {
  const t = useMessages('shell');
  const format = useFormat();
  const now = useNow();
  const { slug } = usePack();
  const nameOf = useFormName();
  return (
    <LinkRow
      icon="pencil"
      link={
        <TextLink
          to="/connect/$vendor/questionnaire/$questionnaire"
          params={{ vendor: slug, questionnaire: line.slug }}
          tone="ink"
        >
          {t('unfinished.continue', { form: nameOf(line.slug, line.nameless) })}
        </TextLink>
      }
      description={
        <StatusLine status="saved">
          {t('unfinished.saved', { when: format.relative(line.at, now) })}
        </StatusLine>
      }
    />
  );
}

function DeliveryRow({ line }: { readonly line: Extract<Unfinished, { kind: 'delivery' }> }) {
  const { slug } = usePack();
  const nameOf = useFormName();
  const { delivery } = line;
  return (
    <LinkRow
      icon={isWaiting(delivery) ? 'clock' : 'check'}
      link={
        <TextLink
          to="/connect/$vendor/questionnaire/$questionnaire/success"
          params={{ vendor: slug, questionnaire: delivery.questionnaireSlug }}
          tone="ink"
        >
          {nameOf(delivery.questionnaireSlug, line.nameless)}
        </TextLink>
      }
      description={<DeliveryState delivery={delivery} />}
      detail={<bdi>{delivery.code}</bdi>}
    />
  );
}

/** The state of one delivery in honest words. */
function DeliveryState({ delivery }: { readonly delivery: Delivery }) {
  const t = useMessages('shell');
  const format = useFormat();
  const { name } = usePack();
  const receivedAt = delivery.receipt?.receivedAt;
  if (delivery.state === 'attention')
    return <StatusLine status="attention">{t('delivery.attention', { name })}</StatusLine>;
  if (isWaiting(delivery)) return <StatusLine status="waiting">{t('delivery.waiting', { name })}</StatusLine>;
  if (delivery.reviewedAt !== undefined) {
    return (
      <StatusLine status="sent">
        {t('delivery.reviewed', { name, when: format.dateTime(delivery.reviewedAt) })}
      </StatusLine>
    );
  }
  return (
    <StatusLine status="sent">
      {receivedAt === undefined
        ? t('delivery.received', { name })
        : t('delivery.receivedAt', { name, when: format.dateTime(receivedAt) })}
    </StatusLine>
  );
}
