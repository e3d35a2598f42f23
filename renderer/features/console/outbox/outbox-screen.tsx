import { useCallback, useState } from 'react';
import { outboxListSchema, type WrittenMessage } from '../../../../sync/protocol/api/outbox.ts';
import { classes } from '../../../base/classes.ts';
import { Heading, Skeleton, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { EmptyState } from '../base/list/empty-state.tsx';
import lineStyles from '../base/list/lines.module.css';
import { ReadFailure } from '../base/read-failure.tsx';
import { useLive } from '../base/use-live.ts';
import styles from './outbox-screen.module.css';

/** What a demo vendor's server has written instead of sending it. */
export function OutboxScreen() {
  const t = useMessages('outbox');
  const { api, session } = useConsole();
  const { name: vendor } = session.vendor;
  const ask = useCallback(
    (before?: string) =>
      api.ask('GET', `outbox${before ? `?${new URLSearchParams({ before })}` : ''}`, outboxListSchema),
    [api],
  );
  const [{ value, failure }, { refresh }] = useLive(useCallback(() => ask(), [ask]));
  const [older, setOlder] = useState<{
    readonly messages: readonly WrittenMessage[];
    readonly more: boolean;
  }>();
  const [missed, setMissed] = useState<Failure>();
  const shown = value && [...value.messages, ...(older?.messages ?? [])];
  const more = older?.more ?? value?.more ?? false;
  const showOlder = async () => {
    const answer = await ask(shown?.at(-1)?.name);
    setMissed(answer.ok ? undefined : answer.failure);
    if (answer.ok)
      setOlder({ messages: [...(older?.messages ?? []), ...answer.value.messages], more: answer.value.more });
  };
  const isOff = failure?.code === 'NOT_FOUND';
  const failed = isOff ? missed : (failure ?? missed);
  return (
    <div className={styles.screen}>
      <Heading level={1} size="l">
        {t('title')}
      </Heading>
      {isOff ? (
        <EmptyState title={t('off')} text={t('off.text', { vendor })} />
      ) : (
        <Text tone="soft">{t('lead', { vendor })}</Text>
      )}
      {failed && <ReadFailure failure={failed} isStale={value !== undefined} onAgain={refresh} />}
      {!value && !failure && <Skeleton lines={6} />}
      {shown?.length === 0 && <EmptyState title={t('empty')} text={t('empty.text')} />}
      {shown && shown.length > 0 && (
        <ul className={classes(lineStyles.lines, lineStyles.measured)} aria-label={t('list')}>
          {shown.map((message) => (
            <Message key={message.name} message={message} />
          ))}
        </ul>
      )}
      {more && (
        <div>
          <Button variant="secondary" onPress={() => void showOlder()}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** In its own language, which may be another one than the page's. */
function Message({
  message: { name, channel, to, subject, text, language, at },
}: {
  readonly message: WrittenMessage;
}) {
  const t = useMessages('outbox');
  const format = useFormat();
  const { vendor } = useConsole();
  return (
    <li>
      <details className={styles.message}>
        <summary>
          <span className={styles.subject} lang={channel === 'mail' ? language : undefined} dir="auto">
            {channel === 'mail' ? subject : t('text')}
          </span>
          <time className={styles.time} dateTime={at}>
            {format.dateTime(at)}
          </time>
          <span className={styles.to}>{t('to', { to: `\u2068${to}\u2069` })}</span>
        </summary>
        <div className={styles.body}>
          <pre className={styles.text} lang={language} dir="auto">
            {text}
          </pre>
          {channel === 'mail' && (
            <a
              href={`/console/${vendor}/api/outbox/${encodeURIComponent(name)}`}
              target="_blank"
              rel="noreferrer"
              aria-label={`${t('open')}: ${subject}`}
            >
              {t('open')}
            </a>
          )}
        </div>
      </details>
    </li>
  );
}
