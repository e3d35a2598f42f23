import { useState } from 'react';
import { type DeclineReason, declineReasons } from '../../../../sync/domain/care/consultation.ts';
import { NativeSelect, TextField } from '../../../design/controls/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { FormOf } from './approve-form.tsx';
import { DecideForm } from './decide-form.tsx';
import { templateOf } from './templates.ts';

const MAX_TEXT = 4000;
const linesOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 8);

/** Why not, in words that the patient reads, and what else would help: begun from a template in their language. */
export function DeclineForm({ detail, isBusy, onDecide, onCancel }: FormOf) {
  const t = useMessages('decide');
  const [reason, setReason] = useState<DeclineReason>();
  const [text, setText] = useState('');
  const [alternatives, setAlternatives] = useState('');
  const [isOwn, setOwn] = useState(false);
  const [isJudged, setJudged] = useState(false);
  const choose = (chosen: DeclineReason | undefined) => {
    setReason(chosen);
    // What somebody has written stays.
    if (!chosen || isOwn) return;
    const template = templateOf(chosen, detail.language);
    setText(template.text);
    setAlternatives(template.alternatives.join('\n'));
  };
  const submit = () => {
    setJudged(true);
    if (reason && text.trim() !== '')
      onDecide({ does: 'decline', reason, text: text.trim(), alternatives: linesOf(alternatives) });
  };
  return (
    <DecideForm
      title={t('decline.title')}
      submit={t('decline.submit')}
      {...{ isBusy, onCancel }}
      onSubmit={submit}
    >
      <NativeSelect
        label={t('decline.reason')}
        options={declineReasons.map((id) => ({ id, label: t(`reason.${id}`) }))}
        value={reason ?? null}
        onChange={(id) => choose(declineReasons.find((one) => one === id))}
        error={isJudged && !reason ? t('decline.reason.missing') : undefined}
      />
      <TextField
        label={t('decline.text')}
        hint={t('decline.text.hint')}
        multiline
        maxLength={MAX_TEXT}
        lang={detail.language}
        value={text}
        onChange={(next) => {
          setOwn(true);
          setText(next);
        }}
        error={isJudged && text.trim() === '' ? t('text.missing') : undefined}
      />
      <TextField
        label={t('alternatives')}
        hint={t('alternatives.hint')}
        multiline
        optionalWord
        lang={detail.language}
        value={alternatives}
        onChange={(next) => {
          setOwn(true);
          setAlternatives(next);
        }}
      />
    </DecideForm>
  );
}

export function ReferForm({ detail, isBusy, onDecide, onCancel }: FormOf) {
  const t = useMessages('decide');
  const [where, setWhere] = useState('');
  const [text, setText] = useState('');
  const [isJudged, setJudged] = useState(false);
  const submit = () => {
    setJudged(true);
    if (where.trim() !== '' && text.trim() !== '')
      onDecide({ does: 'refer', where: where.trim(), text: text.trim(), alternatives: [] });
  };
  return (
    <DecideForm
      title={t('refer.title')}
      submit={t('refer.submit')}
      {...{ isBusy, onCancel }}
      onSubmit={submit}
    >
      <TextField
        label={t('refer.where')}
        lang={detail.language}
        value={where}
        onChange={setWhere}
        error={isJudged && where.trim() === '' ? t('refer.where.missing') : undefined}
      />
      <TextField
        label={t('refer.text')}
        multiline
        lang={detail.language}
        value={text}
        onChange={setText}
        error={isJudged && text.trim() === '' ? t('text.missing') : undefined}
      />
    </DecideForm>
  );
}

export interface TextFormProps {
  readonly name: 'ask' | 'note' | 'withdraw' | 'answered' | 'liveDone' | 'attest';
  /** Of what the patient reads. */
  readonly lang?: string | undefined;
  /** To begin with. */
  readonly begun?: string | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (text: string) => void;
  readonly onCancel: () => void;
}

/** One field: a question, a note, or what happened beside the form. */
export function TextForm({ name, lang, begun = '', isBusy, onSubmit, onCancel }: TextFormProps) {
  const t = useMessages('decide');
  const [text, setText] = useState(begun);
  const [isJudged, setJudged] = useState(false);
  const submit = () => {
    setJudged(true);
    if (text.trim() !== '') onSubmit(text.trim());
  };
  return (
    <DecideForm
      title={t(`${name}.title`)}
      submit={t(`${name}.submit`)}
      {...{ isBusy, onCancel }}
      onSubmit={submit}
    >
      <TextField
        label={t(`${name}.label`)}
        hint={t(`${name}.hint`)}
        multiline
        lang={lang}
        value={text}
        onChange={setText}
        error={isJudged && text.trim() === '' ? t('text.missing') : undefined}
      />
    </DecideForm>
  );
}
