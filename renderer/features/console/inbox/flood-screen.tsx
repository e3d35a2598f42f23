import { useParams } from '@tanstack/react-router';
import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import type { FloodDetail } from '../../../../sync/protocol/api/floods.ts';
import {
  Heading,
  Icon,
  NativeButton,
  Notice,
  Skeleton,
  Text,
  TextLink,
} from '../../../design/basic/index.ts';
import { Button, TextField } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import lineStyles from '../base/list/lines.module.css';
import { UnshownRows } from '../base/list/unshown-rows.tsx';
import { ReadFailure } from '../base/read-failure.tsx';
import caseStyles from '../case/case-screen.module.css';
import { FloodCounts, FloodName, FloodSpan } from './flood-name.tsx';
import styles from './flood-screen.module.css';
import { InboxLine } from './inbox-line.tsx';

/** What came beyond a quota: all of it to be looked through, and one decision about the whole. */
export function FloodScreen() {
  const t = useMessages('console');
  const { caseId = '' } = useParams({ strict: false });
  const { vendor } = useConsole();
  return (
    <div className={caseStyles.screen}>
      <nav className={caseStyles.back} aria-label={t('case.where')}>
        <TextLink to="/console/$vendor" params={{ vendor }} tone="ink" standalone>
          <Icon name="arrow-back" size={20} />
          {t('case.back')}
        </TextLink>
      </nav>
      <FloodOf key={caseId} id={caseId} />
    </div>
  );
}

function FloodOf({ id }: { readonly id: string }) {
  const t = useMessages('console');
  const { api } = useConsole();
  const [detail, setDetail] = useState<FloodDetail>();
  const [failure, setFailure] = useState<Failure>();
  const read = useCallback(
    (cursor?: string) =>
      api.flood(id, cursor).then((answer) => {
        setFailure(answer.ok ? undefined : answer.failure);
        if (!answer.ok) return;
        const { value } = answer;
        setDetail((before) =>
          cursor === undefined || !before
            ? value
            : // What came since the first page was read may belong between the lines that are shown: it isn't among them.
              { ...value, items: [...before.items, ...value.items], seenTo: before.seenTo },
        );
      }),
    [api, id],
  );
  useEffect(() => {
    void read();
  }, [read]);

  if (!detail)
    return failure ? (
      <ReadFailure failure={failure} isStale={false} onAgain={() => void read()} />
    ) : (
      <Skeleton heading lines={8} />
    );
  const { flood, items, cursor, serverTime } = detail;
  return (
    <div className={styles.flood}>
      <header className={styles.head}>
        <Heading level={1} size="xl">
          <FloodName flood={flood} />
        </Heading>
        <Text tone="soft">
          <FloodCounts flood={flood} />
        </Text>
        <Text tone="soft">
          <FloodSpan flood={flood} />
        </Text>
        <TextLink href="#decision" standalone className={styles.skip}>
          {t('flood.toDecision')}
        </TextLink>
      </header>
      <div className={styles.list}>
        {failure && <ReadFailure failure={failure} isStale onAgain={() => void read()} />}
        <UnshownRows rows={detail.unshown} />
        <ul className={lineStyles.lines} data-lines>
          {items.map((item) => (
            <InboxLine key={item.id} item={item} now={serverTime} />
          ))}
        </ul>
        {cursor !== null && (
          <div>
            <NativeButton variant="secondary" onClick={() => void read(cursor)}>
              {t('inbox.more')}
            </NativeButton>
          </div>
        )}
      </div>
      <Decision id={id} detail={detail} onChange={setDetail} />
    </div>
  );
}

interface DecisionProps {
  readonly id: string;
  readonly detail: FloodDetail;
  readonly onChange: (detail: FloodDetail) => void;
}

function Decision({ id, detail, onChange }: DecisionProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api, session } = useConsole();
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const { flood, open } = detail;

  const decide = async (ask: Promise<Awaited<ReturnType<typeof api.liftBlock>>>) => {
    setPending(true);
    setFailure(undefined);
    const answer = await ask;
    setPending(false);
    if (!answer.ok) return setFailure(answer.failure);
    setNote('');
    onChange(answer.value);
  };
  const dismiss = (event: SubmitEvent) => {
    event.preventDefault();
    if (pending) return;
    if (note.trim() === '') return setError(t('flood.note.missing'));
    void decide(api.dismissFlood(id, { note: note.trim(), seenTo: detail.seenTo }));
  };
  return (
    <section id="decision" className={styles.decision} aria-label={t('flood.decision')}>
      <Text>{t(flood.blocked ? 'flood.blocked.text' : open ? 'flood.text' : 'flood.done')}</Text>
      {detail.note !== null && (
        <p className={styles.note} dir="auto">
          {detail.note}
        </p>
      )}
      {!session.mayDecide && <Text tone="soft">{t('case.readOnly')}</Text>}
      {session.mayDecide && open && (
        <form className={styles.form} noValidate onSubmit={dismiss}>
          <TextField
            label={t('flood.note')}
            hint={t('flood.note.hint')}
            multiline
            maxLength={4000}
            value={note}
            onChange={(value) => {
              setNote(value);
              setError(undefined);
            }}
            {...(error === undefined ? {} : { error })}
          />
          <div>
            <Button type="submit" isPending={pending}>
              {t(flood.blocked || flood.scope !== 'device' ? 'flood.dismiss' : 'flood.block', {
                count: flood.alerts + flood.cases,
              })}
            </Button>
          </div>
        </form>
      )}
      {session.mayDecide && flood.blocked && (
        <div>
          <NativeButton variant="secondary" onClick={() => void decide(api.liftBlock(id))}>
            {t('flood.lift')}
          </NativeButton>
        </div>
      )}
      {failure && (
        <Notice tone="warning" live="alert">
          {textOf(failure)}
        </Notice>
      )}
    </section>
  );
}
