import { useEffect } from 'react';
import { CASE_RECORD, type CaseView, caseViewSchema } from '../../../../sync/protocol/records/case.ts';
import { useNow } from '../../../base/use-now.ts';
import {
  ContentRow,
  Heading,
  Rows,
  Skeleton,
  Stack,
  type Status,
  StatusLine,
  Text,
} from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import { type TypedRecord, useRecords } from '../../../device/use-account.ts';
import { useOffline } from '../../../device/use-offline.ts';
import { useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import { ConsultationPart } from '../../../shell/consultation/consultation-part.tsx';
import { useDelayed } from '../../../shell/signed-in/use-delayed.ts';

const newestFirst = (one: TypedRecord<CaseView>, other: TypedRecord<CaseView>) =>
  Date.parse(other.body.sentAt) - Date.parse(one.body.sentAt);

/** The forms that a person has sent, from any of their devices, and what became of each. */
export function SentForms() {
  const t = useMessages('account');
  const platform = usePlatform();
  const offline = useOffline();
  const { status, pulledAt, records } = useRecords(CASE_RECORD, caseViewSchema);
  // Once more when the network is back: what the clinic has done meanwhile is what somebody opens this page for.
  useEffect(() => {
    if (!offline) void platform.then((store) => store.account?.refresh()).catch(() => undefined);
  }, [platform, offline]);
  const late = useDelayed(status === 'loading' && !offline);
  return (
    <Stack gap={3} as="section" aria-labelledby="forms">
      <Heading level={2} size="m" id="forms">
        {t('forms.title')}
      </Heading>
      <div aria-live="polite">
        <ListState {...{ status, pulledAt, offline, isEmpty: records.length === 0 }} />
      </div>
      {late && records.length === 0 && <Skeleton lines={3} />}
      {records.length > 0 && (
        <Rows label={t('forms.title')}>
          {records.toSorted(newestFirst).map((record) => (
            <SentForm key={record.id} record={record} />
          ))}
        </Rows>
      )}
    </Stack>
  );
}

interface ListStateProps {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly pulledAt: string | undefined;
  readonly offline: boolean;
  readonly isEmpty: boolean;
}

/** How old the list is where it may have changed, and why there is none. */
function ListState({ status, pulledAt, offline, isEmpty }: ListStateProps) {
  const t = useMessages('account');
  const format = useFormat();
  const now = useNow();
  const platform = usePlatform();
  const { name: vendor } = usePack();
  if (offline) {
    return (
      <StatusLine status="offline">
        {pulledAt === undefined
          ? t('forms.offlineNever')
          : t('forms.offline', { when: format.moment(pulledAt, now) })}
      </StatusLine>
    );
  }
  if (status === 'failed') {
    return (
      <Stack gap={2} align="start">
        <StatusLine status="attention">
          {pulledAt === undefined
            ? t('forms.failedNever', { vendor })
            : t('forms.failed', { when: format.moment(pulledAt, now) })}
        </StatusLine>
        <Button variant="secondary" onPress={() => void platform.then((store) => store.account?.refresh())}>
          {t('forms.again')}
        </Button>
      </Stack>
    );
  }
  if (status === 'ready' && isEmpty) {
    return (
      <Stack gap={1}>
        <Text strong>{t('forms.empty')}</Text>
        <Text tone="soft">{t('forms.emptyText')}</Text>
      </Stack>
    );
  }
  return null;
}

const DAY: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  hour: 'numeric',
  minute: '2-digit',
  month: 'short',
  day: 'numeric',
};

function useStatus({ body, pending }: TypedRecord<CaseView>): readonly [Status, string] {
  const t = useMessages('account');
  const format = useFormat();
  const now = useNow();
  const { name: vendor } = usePack();
  const { status, dueAt, reviewedAt } = body;
  if (status === 'reviewed') {
    return [
      'sent',
      reviewedAt === undefined
        ? t('status.reviewed', { vendor })
        : t('status.reviewedAt', { vendor, when: format.dateTime(reviewedAt) }),
    ];
  }
  if (status === 'held' || pending?.state === 'with-clinic') return ['waiting', t('status.held', { vendor })];
  if (status === 'sending') return ['waiting', t('status.sending', { vendor })];
  if (dueAt === undefined) return ['quiet', t('status.receivedOnly', { vendor })];
  const by = format.dateTime(dueAt, DAY);
  return now >= new Date(dueAt)
    ? ['attention', t('status.late', { vendor, by })]
    : ['quiet', t('status.received', { vendor, by })];
}

/** A form may be gone from the clinic's pack by now: its title is what was recorded, in a language that it has. */
function inLanguage(title: Readonly<Record<string, string>>, language: string) {
  const entries = Object.entries(title);
  return entries.find(([tag]) => tag === language) ?? entries.find(([tag]) => tag === 'en') ?? entries[0];
}

function SentForm({ record }: { readonly record: TypedRecord<CaseView> }) {
  const t = useMessages('account');
  const format = useFormat();
  const { language } = useLanguage();
  const [status, words] = useStatus(record);
  const { title, code, sentAt } = record.body;
  const [written = language, name = t('forms.untitled')] = inLanguage(title ?? {}, language) ?? [];
  return (
    <ContentRow>
      <Text strong lang={written === language ? undefined : written}>
        <bdi>{name}</bdi>
      </Text>
      <StatusLine status={status}>{words}</StatusLine>
      <ConsultationPart opId={record.id} level={3} />
      <Text size="xs" tone="soft" tabular>
        {t('forms.about', {
          code: `\u2066${code}\u2069`,
          when: format.date(sentAt, SHORT_DAY),
        })}
      </Text>
    </ContentRow>
  );
}
