import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { type RefusalReason, refusalReasons } from '../../../../sync/domain/identity/identity-document.ts';
import { isExpired } from '../../../../sync/domain/identity/identity-rules.ts';
import type { IdentityAnswer, IdentityDecision } from '../../../../sync/protocol/api/identity.ts';
import { Heading, NativeButton, Notice, Stack, Text } from '../../../design/basic/index.ts';
import { ChoiceRows, DateField, isIsoDate } from '../../../design/controls/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { useLive } from '../base/use-live.ts';
import styles from './identity-part.module.css';
import viewStyles from './patient-view.module.css';
import { usePatientsApi } from './use-patients-api.ts';

type Document = NonNullable<IdentityAnswer['document']>;

/** What the patient shows of who they are; staff compare it, and say so. Opening a photo is on record at the server. */
export function IdentityPart({ id }: { readonly id: string }) {
  const t = useMessages('patients');
  const textOf = useFailureText();
  const patientsApi = usePatientsApi();
  const read = useCallback(() => patientsApi.identity(id), [patientsApi, id]);
  const [{ value, failure }, { refresh, show }] = useLive(read);
  const [problem, setProblem] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const title = useId();
  const decide = async (decision: IdentityDecision) => {
    setProblem(undefined);
    setPending(true);
    const answer = await patientsApi.decideIdentity(id, decision);
    setPending(false);
    if (!answer.ok) {
      setProblem(answer.failure);
      return refresh();
    }
    show(answer.value);
    heading.current?.focus();
  };
  return (
    <section className={viewStyles.part} aria-labelledby={title}>
      <Heading level={2} size="s" id={title} ref={heading}>
        {t('identity.title')}
      </Heading>
      {!value && failure && <Text tone="soft">{textOf(failure)}</Text>}
      {problem && (
        <Notice tone="warning" live="alert">
          {problem.code === 'NOT_FOUND' ? t('identity.changed') : textOf(problem)}
        </Notice>
      )}
      {value &&
        (value.document ? (
          <Shown
            key={value.document.id}
            patient={id}
            document={value.document}
            pending={pending}
            onDecide={(decision) => void decide(decision)}
          />
        ) : (
          <Text tone="soft">{t('identity.none')}</Text>
        ))}
    </section>
  );
}

interface ShownProps {
  readonly patient: string;
  readonly document: Document;
  readonly pending: boolean;
  readonly onDecide: (decision: IdentityDecision) => void;
}

function Shown({ patient, document, pending, onDecide }: ShownProps) {
  const t = useMessages('patients');
  const format = useFormat();
  const { id, status, receivedAt, decidedAt, decidedBy, reason, photos, expiresOn, deletedOn } = document;
  const [now] = useState(() => new Date());
  const day = (instant: string) => format.date(instant, SHORT_DAY);
  return (
    <Stack gap={3}>
      <div>
        <Text strong>{t(`identity.doc.${document.document}`)}</Text>
        <Text>
          {status === 'sent'
            ? t('identity.sent', { when: day(receivedAt) })
            : t(`identity.${status}`, {
                who: `\u2068${decidedBy ?? ''}\u2069`,
                when: day(decidedAt ?? receivedAt),
              })}
        </Text>
        {expiresOn !== undefined && (
          <Text>
            {t(isExpired(expiresOn, now) ? 'identity.expired' : 'identity.expires', {
              when: format.calendarDate(expiresOn, SHORT_DAY),
            })}
          </Text>
        )}
        {reason !== undefined && <Text>{t(`identity.reason.${reason}`)}</Text>}
        {deletedOn !== undefined && (
          <Text size="xs" tone="soft">
            {photos.length > 0 ? t('identity.gone', { when: day(deletedOn) }) : t('identity.wasGone')}
          </Text>
        )}
      </div>
      {photos.map((sha256, index) => (
        <Photo key={sha256} path={`patients/${patient}/identity/${sha256}`} number={index + 1} />
      ))}
      {photos.length > 0 && <Decision {...{ id, status, pending, onDecide }} />}
    </Stack>
  );
}

/** Opened on demand: an identity document lies on no screen that nobody looks at. */
function Photo({ path, number }: { readonly path: string; readonly number: number }) {
  const t = useMessages('patients');
  const textOf = useFailureText();
  const { api } = useConsole();
  const [url, setUrl] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (url === undefined) return;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  const open = async () => {
    setBusy(true);
    setFailure(undefined);
    const answer = await api.file(path);
    setBusy(false);
    if (answer.ok) setUrl(URL.createObjectURL(answer.value));
    else setFailure(answer.failure);
  };
  return (
    <div className={styles.photo}>
      <NativeButton
        variant="secondary"
        disabled={busy}
        onClick={() => (url === undefined ? void open() : setUrl(undefined))}
      >
        {t(url === undefined ? 'identity.show' : 'identity.hide', { number })}
      </NativeButton>
      <div aria-live="polite">
        {failure && <Text>{failure.code === 'NOT_FOUND' ? t('identity.notHere') : textOf(failure)}</Text>}
      </div>
      {url !== undefined && (
        <img src={url} alt={t('identity.photo', { number })} className={styles.picture} />
      )}
    </div>
  );
}

function Decision({
  id,
  status,
  pending,
  onDecide,
}: Pick<ShownProps, 'pending' | 'onDecide'> & Pick<Document, 'id' | 'status'>) {
  const t = useMessages('patients');
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState<RefusalReason>();
  const [tried, setTried] = useState(false);
  const refuse = () => {
    setTried(true);
    if (reason !== undefined) onDecide({ id, decision: 'refused', reason });
  };
  if (isAsking)
    return (
      <Stack gap={3}>
        <ChoiceRows
          label={t('identity.reason')}
          options={refusalReasons.map((one) => ({ id: one, label: t(`identity.reason.${one}`) }))}
          value={reason ?? null}
          onChange={(chosen) => setReason(refusalReasons.find((one) => one === chosen))}
          error={tried && reason === undefined ? t('identity.reason.missing') : undefined}
        />
        <div className={styles.actions}>
          <NativeButton disabled={pending} onClick={refuse}>
            {t('identity.refuse')}
          </NativeButton>
          <NativeButton variant="quiet" onClick={() => setAsking(false)}>
            {t('identity.cancel')}
          </NativeButton>
        </div>
      </Stack>
    );
  return (
    <Stack gap={2}>
      <Text size="xs" tone="soft">
        {t('identity.compare')}
      </Text>
      {status !== 'confirmed' && <Confirm id={id} pending={pending} onDecide={onDecide} />}
      <div className={styles.actions}>
        <NativeButton variant="secondary" disabled={pending} onClick={() => setAsking(true)}>
          {t('identity.ask')}
        </NativeButton>
      </div>
    </Stack>
  );
}

function Confirm({ id, pending, onDecide }: Pick<ShownProps, 'pending' | 'onDecide'> & Pick<Document, 'id'>) {
  const t = useMessages('patients');
  const [expiresOn, setExpiresOn] = useState('');
  const [tried, setTried] = useState(false);
  const wrong = expiryFault(expiresOn);
  const confirm = () => {
    setTried(true);
    if (wrong !== undefined) return;
    onDecide({ id, decision: 'confirmed', ...(isBlank(expiresOn) ? {} : { expiresOn }) });
  };
  return (
    <>
      <DateField
        label={t('identity.expiresOn')}
        hint={t('identity.expiresOn.hint')}
        value={expiresOn}
        onChange={setExpiresOn}
        error={tried && wrong !== undefined ? t(`identity.expiresOn.${wrong}`) : undefined}
      />
      <div className={styles.actions}>
        <NativeButton disabled={pending} onClick={confirm}>
          {t('identity.confirm')}
        </NativeButton>
      </div>
    </>
  );
}

/** What was typed and taken out again leaves its separators. */
const isBlank = (typed: string) => !/\d|\p{Letter}/u.test(typed);

function expiryFault(typed: string): 'wrong' | 'past' | undefined {
  if (isBlank(typed)) return undefined;
  if (typed.length !== 10 || !isIsoDate(typed)) return 'wrong';
  return isExpired(typed, new Date()) ? 'past' : undefined;
}
