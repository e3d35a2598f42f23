import type { ConsultationDetail, Decide } from '../../../../sync/protocol/api/consultations.ts';
import { useMessages } from '../../../i18n/index.ts';
import { ApproveForm } from './approve-form.tsx';
import type { AttestedGuard } from './guard-list.tsx';
import { DeclineForm, ReferForm, TextForm } from './text-forms.tsx';
import type { ConsultationState } from './use-consultation.ts';

/** The form that takes the place of the buttons. */
export type Opened =
  | 'approve'
  | 'ask'
  | 'decline'
  | 'refer'
  | 'note'
  | 'withdraw'
  | 'answered'
  | 'liveDone'
  | { readonly attest: AttestedGuard };

interface OpenedFormProps {
  readonly opened: Opened;
  readonly open: (opened: Opened) => void;
  readonly detail: ConsultationDetail;
  readonly isBusy: boolean;
  readonly consultation: ConsultationState;
  readonly after: (done: Promise<boolean>) => void;
  readonly onDecide: (decide: Decide) => Promise<void>;
  readonly onCancel: () => void;
}

export function OpenedForm({
  opened,
  open,
  detail,
  isBusy,
  consultation,
  after,
  onDecide,
  onCancel,
}: OpenedFormProps) {
  const t = useMessages('decide');
  const form = { detail, isBusy, onCancel, onDecide: (decide: Decide) => void onDecide(decide) };
  const text = { isBusy, onCancel };
  if (typeof opened === 'object')
    return (
      <TextForm
        name="attest"
        begun={opened.attest.guard === 'history' ? t('attest.history') : ''}
        {...text}
        onSubmit={(written) => after(consultation.attest({ ...opened.attest, text: written }))}
      />
    );
  switch (opened) {
    case 'approve':
      return <ApproveForm {...form} onAttest={(attest) => open({ attest })} />;
    case 'decline':
      return <DeclineForm {...form} />;
    case 'refer':
      return <ReferForm {...form} />;
    case 'ask':
      return (
        <TextForm
          name="ask"
          lang={detail.language}
          {...text}
          onSubmit={(written) => void onDecide({ does: 'ask', text: written })}
        />
      );
    case 'withdraw':
      return (
        <TextForm
          name="withdraw"
          lang={detail.language}
          {...text}
          onSubmit={(written) => void onDecide({ does: 'withdraw', text: written })}
        />
      );
    case 'note':
      return (
        <TextForm
          name="note"
          begun={t('note.soap')}
          {...text}
          onSubmit={(written) => after(consultation.note(written))}
        />
      );
    case 'answered':
      return (
        <TextForm name="answered" {...text} onSubmit={(written) => after(consultation.answered(written))} />
      );
    case 'liveDone':
      return (
        <TextForm name="liveDone" {...text} onSubmit={(written) => after(consultation.liveDone(written))} />
      );
  }
}
