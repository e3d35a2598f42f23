import { type SubmitEvent, useId, useRef, useState } from 'react';
import type { AlertView, CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { Heading, Icon, Notice, Text } from '../../../design/basic/index.ts';
import { Button, TextField } from '../../../design/controls/index.ts';
import { LocalizedText, useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { PendingDecision } from '../base/pending-decision.tsx';
import { useDecisionFocus } from '../base/use-decision-focus.ts';
import { AlertContact } from './alert-contact.tsx';
import styles from './alert-panel.module.css';
import { RuleOrigin } from './finding-list.tsx';

const NOTE_LENGTH = 4000;

export interface AlertPanelProps {
  readonly alert: AlertView;
  readonly patient: CaseDetail['patient'];
  readonly place: CaseDetail['place'];
  readonly rules: CaseDetail['rules'];
  /** Of the questions and answers. */
  readonly lang: string | undefined;
  /** What is known of it has changed. */
  readonly onChange: () => Promise<void>;
}

/** What the patient said that can't wait. It stays until somebody writes down what was done. */
export function AlertPanel({ alert, patient, place, rules, lang, onChange }: AlertPanelProps) {
  const t = useMessages('console');
  const format = useFormat();
  const title = useId();
  const { acknowledged, dismissed, pending } = alert;
  const panel = useRef<HTMLElement>(null);
  useDecisionFocus(panel, acknowledged ? 'final' : pending ? 'pending' : 'open');
  return (
    <section
      ref={panel}
      tabIndex={-1}
      id={`alert-${alert.id}`}
      className={acknowledged ? styles.done : styles.open}
      aria-labelledby={title}
    >
      {!acknowledged && patient && <AlertContact contact={patient.contact} place={place} />}
      <div className={styles.head}>
        <Icon name={acknowledged ? 'check' : 'warning'} size={24} className={styles.icon} />
        <div>
          <Heading level={2} size="m" id={title}>
            {alert.label ? <LocalizedText text={alert.label} /> : alert.rule}
          </Heading>
          <Text size="xs" tone="soft">
            {t('alert.times', {
              code: `\u2066${alert.code}\u2069`,
              received: format.dateTime(alert.receivedAt),
              answered: alert.answeredAt === null ? t('times.unknown') : format.dateTime(alert.answeredAt),
            })}
          </Text>
        </div>
      </div>
      {alert.evidence.length > 0 && (
        <dl className={styles.evidence} {...(lang ? { lang, dir: 'auto' } : {})}>
          {alert.evidence.map(({ linkId, question, answers }) => (
            <div key={linkId}>
              <dt>{question}</dt>
              <dd>{answers.join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
      {rules
        .filter(({ rule }) => rule === alert.rule)
        .map((rule) => (
          <RuleOrigin key={`${rule.foundBy} ${rule.at}`} rule={rule} />
        ))}
      {acknowledged ? (
        <div className={styles.note}>
          <Text strong>
            {t(dismissed ? 'alert.dismissed' : 'alert.acknowledged', {
              name: acknowledged.by,
              when: format.dateTime(acknowledged.at),
            })}
          </Text>
          <p dir="auto">{acknowledged.note}</p>
        </div>
      ) : pending ? (
        <PendingDecision pending={pending} id={alert.id} onChange={onChange} />
      ) : (
        <Acknowledge alert={alert} onChange={onChange} />
      )}
    </section>
  );
}

function Acknowledge({ alert, onChange }: Pick<AlertPanelProps, 'alert' | 'onChange'>) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api, notes, session } = useConsole();
  const [note, setNote] = useState(notes.get(alert.id) ?? '');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  if (!session.mayDecide) return <Text tone="soft">{t('case.readOnly')}</Text>;

  const write = (value: string) => {
    setNote(value);
    notes.set(alert.id, value);
    setError(undefined);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const fault =
      note.trim() === ''
        ? t('alert.note.missing')
        : note.trim().length > NOTE_LENGTH
          ? t('alert.note.long', { most: NOTE_LENGTH })
          : undefined;
    setError(fault);
    setFailure(undefined);
    if (fault !== undefined || pending) return;
    setPending(true);
    const answer = await api.acknowledge(alert.id, note.trim());
    // The note stays at hand while the decision can be undone.
    if (answer.ok) await onChange();
    else setFailure(answer.failure);
    setPending(false);
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('alert.note')}
        hint={t('alert.note.hint')}
        multiline
        maxLength={NOTE_LENGTH}
        value={note}
        onChange={write}
        {...(error === undefined ? {} : { error })}
      />
      {failure && (
        <Notice tone="warning" live="alert">
          {textOf(failure)} {t('alert.note.kept')}
        </Notice>
      )}
      <div>
        <Button variant="secondary" data-decision type="submit" isPending={pending}>
          {t('alert.acknowledge')}
        </Button>
      </div>
    </form>
  );
}
