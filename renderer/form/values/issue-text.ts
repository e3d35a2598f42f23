/** What is wrong with an answer and what to do, by the engine's code. */
import type { Issue, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import type { Format, MessageKey, Translate } from '../../i18n/index.ts';
import { fileTypeList } from '../files/file-types.ts';
import { type ControlKey, chooseControl } from './choose-control.ts';

const missing: Readonly<Partial<Record<ControlKey, MessageKey<'form'>>>> = {
  boolean: 'issue.required.choice',
  checkbox: 'issue.required.checkbox',
  select: 'issue.required.choice',
  choice: 'issue.required.choice',
  combobox: 'issue.required.choice',
  'multi-choice': 'issue.required.several',
  'multi-combobox': 'issue.required.several',
  number: 'issue.required.number',
  quantity: 'issue.required.number',
  slider: 'issue.required.number',
  date: 'issue.required.date',
  'date-time': 'issue.required.date',
  time: 'issue.required.time',
  attachment: 'issue.required.file',
};

const wrongType: Readonly<Record<string, MessageKey<'form'>>> = {
  integer: 'issue.type.integer',
  decimal: 'issue.type.number',
  quantity: 'issue.type.number',
  date: 'issue.type.date',
  dateTime: 'issue.type.date',
  time: 'issue.type.time',
  url: 'issue.type.url',
};

/** Limits that are dates or figures, written as the reader writes them. */
function limitText(issue: Issue, format: Format): string {
  const { limit = '', unit } = issue.parameters;
  const text =
    typeof limit === 'number'
      ? format.number(limit)
      : /^\d{4}-\d{2}-\d{2}$/.test(limit)
        ? format.calendarDate(limit)
        : limit;
  return unit === undefined || unit === '' ? text : `${text} ${unit}`;
}

const sizeText = (bytes: number, format: Format): string =>
  bytes >= 1024 * 1024
    ? `${format.number(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`
    : `${format.number(Math.ceil(bytes / 1024))} kB`;

export function issueText(issue: Issue, state: NodeState, t: Translate<'form'>, format: Format): string {
  const number = (name: string) => format.number(Number(issue.parameters[name] ?? 0));
  const date = state.item.type === 'date' || state.item.type === 'dateTime';
  switch (issue.code) {
    case 'required':
      return t(
        state.kind === 'group'
          ? 'issue.required.group'
          : (missing[chooseControl(state)] ?? 'issue.required.text'),
      );
    case 'type':
      return t(wrongType[state.item.type] ?? 'issue.type.other');
    case 'min-length':
      return t('issue.min-length', { minimum: number('minimum') });
    case 'max-length':
      return t('issue.max-length', { maximum: number('maximum') });
    case 'pattern': {
      const { format: expected } = issue.parameters;
      return expected ? t('issue.pattern.format', { format: String(expected) }) : t('issue.pattern');
    }
    case 'min-value':
    case 'min-quantity':
      return t(date ? 'issue.min-date' : 'issue.min-value', { limit: limitText(issue, format) });
    case 'max-value':
    case 'max-quantity':
      return t(date ? 'issue.max-date' : 'issue.max-value', { limit: limitText(issue, format) });
    case 'max-decimal-places':
      return t('issue.max-decimal-places', { maximum: Number(issue.parameters.maximum ?? 0) });
    case 'quantity-incomparable':
    case 'unit-not-allowed':
      return t('issue.unit');
    case 'min-occurs':
      return t('issue.min-occurs', { minimum: Number(issue.parameters.minimum ?? 1) });
    case 'max-occurs':
      return t('issue.max-occurs', { maximum: Number(issue.parameters.maximum ?? 1) });
    case 'not-an-option':
      return t('issue.not-an-option');
    case 'option-exclusive':
      return t('issue.option-exclusive');
    case 'line-break':
      return t('issue.line-break');
    case 'attachment-size':
      return issue.parameters.maximum === undefined
        ? t('issue.attachment-broken')
        : t('issue.attachment-size', { size: sizeText(Number(issue.parameters.maximum), format) });
    case 'attachment-type':
      return t('issue.attachment-type', {
        types: fileTypeList(String(issue.parameters.types ?? '').split(', '), format),
      });
    case 'constraint': {
      // The author's own words, which the engine gives in the form's language.
      const { human } = issue.parameters;
      return typeof human === 'string' && human !== '' ? human : t('issue.other');
    }
    case 'calculation-differs':
    case 'expression-failed':
    case 'signature-required':
      return t(`issue.${issue.code}`);
    default:
      return t('issue.other');
  }
}
