import { lazy, useEffect } from 'react';
import { formOf } from '../../../../sync/protocol/operations/about.ts';
import { OptionalPart } from '../../../base/optional-part.tsx';
import { useNow } from '../../../base/use-now.ts';
import {
  ContentRow,
  Heading,
  Icon,
  LinkRow,
  Row,
  Rows,
  Stack,
  StatusLine,
  TextLink,
} from '../../../design/basic/index.ts';
import {
  useDeliveries,
  useDrafts,
  useLockState,
  usePack,
} from '../../../device/provider/platform-provider.tsx';
import { useFormat, useLanguage, useLocalized, useMessageStore, useMessages } from '../../../i18n/index.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { offersLock } from './offers-lock.ts';
import { isSent, type Unfinished, unfinished } from './unfinished.ts';

const loadLock = () => import('./lock-section.tsx');
const LockSection = lazy(async () => ({ default: (await loadLock()).LockSection }));

/** Drafts to continue and what waits to be sent, then what became of what was sent; nothing where there is nothing. */
export function UnfinishedList() {
  const t = useMessages('shell');
  const { drafts, refresh } = useDrafts();
  const deliveries = useDeliveries();
  const lock = useLockState();
  const now = useNow();
  const store = useMessageStore();
  const { language } = useLanguage();
  useEffect(() => void refresh().catch(() => undefined), [refresh]);
  const lines = unfinished(drafts, deliveries, now, lock === 'locked');
  const lockable = offersLock(lock, drafts ?? [], deliveries ?? []);
  const shown = lines.length > 0 || lockable;
  // Copies are saved where there is no network: their texts come while there is one.
  useEffect(() => {
    if (shown) void store.load('device', language).catch(() => undefined);
  }, [shown, store, language]);
  if (!shown) return null;
  return (
    <Stack gap={5}>
      <Lines id="unfinished" title={t('unfinished.title')} lines={lines.filter((line) => !isSent(line))} />
      <Lines id="sent" title={t('unfinished.sent')} lines={lines.filter(isSent)} />
      {lockable && (
        <OptionalPart>
          <LockSection />
        </OptionalPart>
      )}
    </Stack>
  );
}

interface LinesProps {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly Unfinished[];
}

function Lines({ id, title, lines }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <Heading level={2} size="m" id={id}>
        {title}
      </Heading>
      <Rows>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </Rows>
    </Stack>
  );
}

function Line({ line }: { readonly line: Unfinished }) {
  const t = useMessages('shell');
  const { questionnaires } = usePack();
  const read = useLocalized();
  const slug = line.kind === 'delivery' ? formOf(line.delivery) : line.slug;
  const form = questionnaires.find((each) => each.slug === slug);
  const name = form && !line.nameless ? read(form.title) : t('unfinished.someForm');
  if (line.kind === 'delivery') return <DeliveryRow delivery={line.delivery} name={name} />;
  return line.locked ? <LockedRow at={line.at} /> : <DraftRow line={line} name={name} />;
}

/** What is locked says nothing of itself but that it is there; the section below opens it. */
function LockedRow({ at }: { readonly at: string }) {
  const t = useMessages('shell');
  const format = useFormat();
  const now = useNow();
  return (
    <ContentRow>
      <Row gap={3} wrap={false}>
        <Icon name="lock" size={24} />
        <Stack gap={0}>
          <span>{t('unfinished.someForm')}</span>
          <StatusLine status="quiet">{t('unfinished.locked', { when: format.relative(at, now) })}</StatusLine>
        </Stack>
      </Row>
    </ContentRow>
  );
}

interface DraftRowProps {
  readonly line: Extract<Unfinished, { kind: 'draft' }>;
  readonly name: string;
}

function DraftRow({ line, name }: DraftRowProps) {
  const t = useMessages('shell');
  const format = useFormat();
  const now = useNow();
  const { slug } = usePack();
  return (
    <LinkRow
      icon="pencil"
      link={
        <TextLink
          to="/connect/$vendor/questionnaire/$questionnaire"
          params={{ vendor: slug, questionnaire: line.slug }}
          tone="ink"
        >
          {t('unfinished.continue', { form: name })}
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
