import { type SubmitEvent, useId, useState } from 'react';
import type { MergeView, PatientDetail } from '../../../../sync/protocol/api/patients.ts';
import { NativeButton, Notice, Stack, Text, TextLink } from '../../../design/basic/index.ts';
import { Button, focusFirstInvalid, Sheet, TextField } from '../../../design/controls/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import lineStyles from '../base/list/lines.module.css';
import styles from './merge-list.module.css';
import { usePatientsApi } from './use-patients-api.ts';

export interface MergeListProps {
  readonly merges: readonly MergeView[];
  readonly onChange: (detail: PatientDetail) => void;
}

/** What was merged into this patient, by whom and why; and what came before it was undone. */
export function MergeList({ merges, onChange }: MergeListProps) {
  const t = useMessages('patients');
  const format = useFormat();
  const { session } = useConsole();
  const [undoing, setUndoing] = useState<MergeView>();
  return (
    <>
      <ul className={lineStyles.lines}>
        {merges.map((merge) => {
          const { id, kind, at, by, reason, undone } = merge;
          return (
            <li key={id} className={styles.merge}>
              <div className={styles.words}>
                <span>{t(`merges.${kind}`, { when: format.dateTime(at), name: by })}</span>
                <span className={styles.reason}>
                  <bdi>{reason}</bdi>
                </span>
                {undone && (
                  <>
                    <strong>
                      {t('merges.undone', { when: format.dateTime(undone.at), name: undone.by })}
                    </strong>
                    <span className={styles.reason}>
                      <bdi>{undone.reason}</bdi>
                    </span>
                    <Arisen arisen={merge.arisen} />
                  </>
                )}
              </div>
              {!undone && session.mayDecide && (
                <NativeButton variant="quiet" onClick={() => setUndoing(merge)}>
                  {t('merges.undo')}
                </NativeButton>
              )}
            </li>
          );
        })}
      </ul>
      {undoing && (
        <UndoSheet
          merge={undoing}
          onUndone={(detail) => {
            setUndoing(undefined);
            onChange(detail);
          }}
          onClose={() => setUndoing(undefined)}
        />
      )}
    </>
  );
}

function Arisen({ arisen }: Pick<MergeView, 'arisen'>) {
  const t = useMessages('patients');
  const format = useFormat();
  const { vendor } = useConsole();
  if (arisen.length === 0) return null;
  return (
    <>
      <Text size="xs">{t('merges.arisen')}</Text>
      <ul className={styles.arisen}>
        {arisen.map(({ what, id, at }) => (
          <li key={id}>
            {what === 'form' ? (
              <TextLink to="/console/$vendor/cases/$caseId" params={{ vendor, caseId: id }}>
                {t('merges.arisen.form', { when: format.dateTime(at) })}
              </TextLink>
            ) : (
              t(`merges.arisen.${what}`, { when: format.dateTime(at) })
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface UndoSheetProps {
  readonly merge: MergeView;
  readonly onUndone: (detail: PatientDetail) => void;
  readonly onClose: () => void;
}

function UndoSheet({ merge, onUndone, onClose }: UndoSheetProps) {
  const t = useMessages('patients');
  const textOf = useFailureText();
  const patientsApi = usePatientsApi();
  const form = useId();
  const [reason, setReason] = useState('');
  const [isJudged, setJudged] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setJudged(true);
    if (pending) return;
    if (reason.trim() === '') return focusFirstInvalid(event.currentTarget);
    setPending(true);
    const answer = await patientsApi.undoMerge(merge.id, reason.trim());
    setPending(false);
    if (answer.ok) onUndone(answer.value);
    else setFailure(answer.failure);
  };
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={t('undo.title')}
      actions={
        <Button type="submit" form={form} isPending={pending}>
          {t('undo.button')}
        </Button>
      }
    >
      <form id={form} noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          {failure && (
            <Notice tone="warning" live="alert">
              {textOf(failure)}
            </Notice>
          )}
          <Text>{t('undo.text')}</Text>
          <TextField
            label={t('merge.reason')}
            multiline
            maxLength={1000}
            value={reason}
            onChange={setReason}
            {...(isJudged && reason.trim() === '' ? { error: t('merge.reason.missing') } : {})}
          />
        </Stack>
      </form>
    </Sheet>
  );
}
