import type { Attachment } from 'fhir/r4.js';
import { useState } from 'react';
import type { AnswerValue } from '../../../sync/questionnaire/model/contract.ts';
import { FilePicker, useBytes } from '../../design/controls/fields/file-picker.tsx';
import { type MessageKey, useFormat, useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import { useFormSettings } from '../context/form-context.tsx';
import { AttachmentPicture } from '../files/attachment-picture.tsx';
import { fileSources } from '../files/file-sources.ts';
import { fileTypeList } from '../files/file-types.ts';
import { attachmentsOf } from '../files/files.ts';
import { prepareFile } from '../files/prepare-file.ts';
import { maxOccurs, maxSize, mimeTypes } from '../values/item-extensions.ts';

const attachmentsIn = (answers: readonly AnswerValue[]): readonly Attachment[] =>
  answers.flatMap((answer) => (answer.type === 'Attachment' ? answer.value : []));
const answersOf = (attachments: readonly Attachment[]): AnswerValue[] =>
  attachments.map((value) => ({ type: 'Attachment', value }));

/** Why the device didn't keep it; screens of the flow say more about it. */
const refusals: Readonly<Partial<Record<string, MessageKey<'form'>>>> = {
  quota: 'attachment.noRoom',
  locked: 'attachment.locked',
  'taken-over': 'attachment.takenOver',
};

function refusalOf(error: unknown): MessageKey<'form'> {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return refusals[code] ?? 'attachment.notKept';
}

/** Photos and documents: prepared on the device and kept there, each as soon as it is picked. */
export function AttachmentControl({ state, answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const format = useFormat();
  const bytes = useBytes();
  const { form, flush, files } = useFormSettings();
  const [problem, setProblem] = useState<string>();
  const [preparing, setPreparing] = useState(0);
  const accepted = mimeTypes(state.item);
  const mostBytes = Math.min(maxSize(state.item) ?? files.mostBytes, files.mostBytes);
  const shown = attachmentsIn(answers);
  const most = state.repeats ? (maxOccurs(state.item) ?? Number.POSITIVE_INFINITY) : 1;
  /** While a photo is being prepared others may come and go: never what was shown when it was picked. */
  const current = () => attachmentsIn(form.read(state.id)?.answers ?? []);

  const dropAfterSave = async (dropped: readonly Attachment[]) => {
    // A draft that still names a photo must never outlive it.
    await flush();
    await Promise.all(dropped.map((attachment) => files.drop(attachment).catch(() => undefined)));
  };
  const words = {
    'too-large': () => t('issue.attachment-size', { size: bytes(mostBytes) }),
    'wrong-type': () => t('issue.attachment-type', { types: fileTypeList(accepted, format) }),
    unreadable: () => t('attachment.unreadable'),
  };
  const take = async (file: File): Promise<string | undefined> => {
    const replaced = state.repeats ? [] : current();
    if (state.repeats && current().length >= most) return t('attachment.enough', { most });
    if (attachmentsOf(form).length - replaced.length >= files.mostFiles)
      return t('attachment.formFull', { most: files.mostFiles });
    const prepared = await prepareFile(file, { accepted, mostBytes });
    if (!prepared.ok) return words[prepared.reason]();
    try {
      const kept = await files.keep(prepared.file);
      onAnswer(answersOf([...(state.repeats ? current() : []), kept]));
    } catch (error) {
      return t(refusalOf(error));
    }
    await dropAfterSave(replaced);
    return undefined;
  };
  const pick = async (picked: readonly File[]) => {
    setProblem(undefined);
    setPreparing((count) => count + 1);
    try {
      // One after the other: twenty photos at once are more than a phone's memory.
      for (const file of state.repeats ? picked : picked.slice(0, 1)) {
        const refused = await take(file);
        if (refused !== undefined) setProblem(refused);
      }
    } finally {
      setPreparing((count) => count - 1);
    }
  };
  const remove = (index: number) => {
    setProblem(undefined);
    onAnswer(answersOf(shown.filter((_, place) => place !== index)));
    void dropAfterSave(shown.slice(index, index + 1));
  };
  return (
    <FilePicker
      {...field}
      lang={undefined}
      error={problem ?? field.error}
      files={shown.map((attachment, index) => ({
        id: String(index),
        name: attachment.title ?? t('attachment.untitled'),
        size: attachment.size ?? 0,
        picture: <AttachmentPicture attachment={attachment} read={files.read} />,
      }))}
      sources={
        state.readOnly || (state.repeats && shown.length >= most)
          ? []
          : fileSources({ accepted, given: shown.length, repeats: state.repeats, t })
      }
      beforeOpen={flush}
      maxBytes={mostBytes}
      status={preparing > 0 ? t('attachment.preparing') : undefined}
      note={accepted.some((type) => type.startsWith('image')) ? t('attachment.private') : undefined}
      onSelect={(picked) => void pick(picked)}
      onRemove={(id) => remove(Number(id))}
    />
  );
}
