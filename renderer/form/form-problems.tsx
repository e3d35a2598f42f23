import type { Issue, NodeId } from '../../sync/questionnaire/model/contract.ts';
import { Notice } from '../design/basic/status/notice.tsx';
import { Text } from '../design/basic/text/text.tsx';
import { ErrorSummary, type FormError } from '../design/controls/fields/error-summary.tsx';
import { focusField } from '../design/controls/fields/focus-field.ts';
import { useFormat, useMessages } from '../i18n/index.ts';
import { useAllShown, useFormSettings } from './context/form-context.tsx';
import { controlId, groupId } from './context/ids.ts';
import { lineage } from './context/reveal.ts';
import { plainText } from './text/item-text.tsx';
import { issueText } from './values/issue-text.ts';
import styles from './whole-form.module.css';

/** A list that is longer than this is not read; each mended answer brings up the next. */
const MAX_LISTED = 10;

interface FormProblemsProps {
  readonly signatureId: string;
  readonly takesFocus: boolean;
}

/** What is between the answers and the end of the form, each a way to its question. */
export function FormProblems({ signatureId, takesFocus }: FormProblemsProps) {
  const { form, board, reveal } = useFormSettings();
  const t = useMessages('form');
  const format = useFormat();
  const issues = useAllShown(board);
  const byNode = Map.groupBy(issues, ({ node }) => node);
  const errors: FormError[] = [];
  const unreachable: string[] = [];
  const textOf = (node: NodeId, own: readonly Issue[]) => {
    const state = form.read(node);
    if (!state) return undefined;
    const what = [...new Set(own.map((issue) => issueText(issue, state, t, format)))].join(' ');
    const name = nameOf(node);
    return { state, text: name === '' ? what : `${name} – ${what}` };
  };
  function nameOf(node: NodeId): string {
    for (const each of lineage(form, node)) {
      const state = form.read(each);
      if (state && plainText(state) !== '') return plainText(state);
    }
    return '';
  }
  for (const [node, own] of byNode) {
    if (node === undefined) {
      for (const issue of own) {
        if (issue.code === 'signature-required')
          errors.push({ fieldId: signatureId, text: t('issue.signature-required') });
        else unreachable.push(t('form.formIssue', { name: issue.diagnostics }));
      }
      continue;
    }
    const said = textOf(node, own);
    if (!said) continue;
    if (said.state.hidden) {
      unreachable.push(t('form.hiddenIssue', { name: nameOf(node) || said.state.linkId }));
      continue;
    }
    const fieldId = said.state.kind === 'group' ? groupId(node) : controlId(node);
    errors.push({
      fieldId,
      text: said.text,
      onGo: () => void reveal.go(node).then(() => focusField(fieldId)),
    });
  }
  if (errors.length === 0 && unreachable.length === 0) return null;
  return (
    <div className={styles.problems}>
      <ErrorSummary
        errors={errors.slice(0, MAX_LISTED)}
        title={t('form.summary', { count: errors.length })}
        takesFocus={takesFocus}
      />
      {errors.length > MAX_LISTED && (
        <Text tone="soft" className={styles.more}>
          {t('form.summaryMore', { count: errors.length - MAX_LISTED })}
        </Text>
      )}
      {unreachable.length > 0 && (
        <Notice tone="warning" live="alert">
          {[...new Set(unreachable)].map((text) => (
            <Text key={text}>{text}</Text>
          ))}
        </Notice>
      )}
    </div>
  );
}
