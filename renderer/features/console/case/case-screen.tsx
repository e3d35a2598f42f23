import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import {
  Heading,
  Icon,
  NativeButton,
  Notice,
  Skeleton,
  Stack,
  TextLink,
} from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Answer, Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { useShortcuts } from '../base/use-shortcuts.ts';
import styles from './case-screen.module.css';
import { CaseView } from './case-view.tsx';

type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly detail: CaseDetail };

/** One case, or an alert whose form hasn't come yet. */
export function CaseScreen() {
  const t = useMessages('console');
  const { caseId = '' } = useParams({ strict: false });
  const { vendor } = useConsole();
  return (
    <div className={styles.screen}>
      <div className={styles.back}>
        <nav aria-label={t('case.where')}>
          <TextLink to="/console/$vendor" params={{ vendor }} tone="ink" standalone>
            <Icon name="arrow-back" size={20} />
            {t('case.back')}
          </TextLink>
        </nav>
        <Beside caseId={caseId} />
      </div>
      <Case key={caseId} caseId={caseId} />
    </div>
  );
}

/** Those before and after it in the list that it was opened from. */
function Beside({ caseId }: { readonly caseId: string }) {
  const t = useMessages('console');
  const { vendor, queue, opened } = useConsole();
  const navigate = useNavigate();
  const ids = queue.get('ids') ?? [];
  const index = ids.indexOf(caseId);
  const [before, after] = index < 0 ? [] : [ids[index - 1], ids[index + 1]];
  const go = (id: string | undefined) =>
    id === undefined
      ? undefined
      : () => {
          opened.set('line', id);
          void navigate({ to: '/console/$vendor/cases/$caseId', params: { vendor, caseId: id } });
        };
  useShortcuts({ j: go(after), k: go(before) });
  if (index < 0) return null;
  const link = (id: string | undefined, label: string) =>
    id === undefined ? (
      <span className={styles.none}>{label}</span>
    ) : (
      <TextLink
        to="/console/$vendor/cases/$caseId"
        params={{ vendor, caseId: id }}
        tone="ink"
        standalone
        onClick={() => {
          opened.set('line', id);
        }}
      >
        {label}
      </TextLink>
    );
  return (
    <span className={styles.beside}>
      <span className={styles.place}>{t('case.of', { number: index + 1, count: ids.length })}</span>
      {link(before, t('case.previous'))}
      {link(after, t('case.next'))}
    </span>
  );
}

function Case({ caseId }: { readonly caseId: string }) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api } = useConsole();
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const show = useCallback((answer: Answer<CaseDetail>) => {
    setShown(
      answer.ok ? { state: 'ready', detail: answer.value } : { state: 'failed', failure: answer.failure },
    );
  }, []);
  const change = useCallback((detail: CaseDetail) => setShown({ state: 'ready', detail }), []);
  const reload = useCallback(() => api.readCase(caseId), [api, caseId]);
  useEffect(() => {
    let current = true;
    void api.readCase(caseId).then((answer) => current && show(answer));
    return () => {
      current = false;
    };
  }, [api, caseId, show]);

  if (shown.state === 'loading') return <Skeleton heading lines={8} />;
  if (shown.state === 'ready') {
    const { detail } = shown;
    return <CaseView detail={detail} onChange={change} reload={reload} />;
  }
  const lost = shown.failure.code === 'NOT_FOUND';
  return (
    <Stack gap={4} align="start">
      <Heading level={1}>{t(lost ? 'case.notFound' : 'case.unreachable')}</Heading>
      <Notice tone="warning">{textOf(shown.failure)}</Notice>
      {!lost && (
        <NativeButton onClick={() => void api.readCase(caseId).then(show)}>{t('again')}</NativeButton>
      )}
    </Stack>
  );
}
