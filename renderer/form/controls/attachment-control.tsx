import type { Attachment } from 'fhir/r4.js';
import { useState } from 'react';
import { FilePicker } from '../../design/controls/file-picker.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { MOST_ATTACHMENT_BYTES, readAttachment } from '../attachment.ts';
import type { ControlProps } from '../control-props.ts';
import { useFormSettings } from '../form-context.tsx';
import { maxSize, mimeTypes } from '../item-extensions.ts';

/** A file or photo, kept in the answer. */
export function AttachmentControl({ state, answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const format = useFormat();
  const { beforePicker } = useFormSettings();
  const [problem, setProblem] = useState<string>();
  const accepted = mimeTypes(state.item);
  const most = Math.min(maxSize(state.item) ?? MOST_ATTACHMENT_BYTES, MOST_ATTACHMENT_BYTES);
  const answer = answers[0];
  const file: Attachment | undefined = answer?.type === 'Attachment' ? answer.value : undefined;
  const pick = async (picked: File | undefined) => {
    if (!picked) return;
    const reading = await readAttachment(picked, accepted, most);
    if (reading.ok) {
      setProblem(undefined);
      onAnswer([{ type: 'Attachment', value: reading.attachment }]);
    } else {
      const size = format.number(most / 1_000_000, {
        style: 'unit',
        unit: 'megabyte',
        maximumFractionDigits: 1,
      });
      setProblem(
        reading.reason === 'too-large'
          ? t('issue.attachment-size', { size })
          : reading.reason === 'wrong-type'
            ? t('issue.attachment-type', { types: accepted.join(', ') })
            : t('attachment.unreadable'),
      );
    }
  };
  return (
    // Phones may end the page behind the camera: everything typed is stored before it opens.
    <div onClickCapture={() => void beforePicker()}>
      <FilePicker
        {...field}
        lang={undefined}
        error={problem ?? field.error}
        files={file ? [{ id: '0', name: file.title ?? t('attachment.untitled'), size: file.size ?? 0 }] : []}
        accept={accepted.length > 0 ? accepted : undefined}
        maxBytes={most}
        onSelect={(files) => void pick(files[0])}
        onRemove={() => onAnswer([])}
      />
    </div>
  );
}
