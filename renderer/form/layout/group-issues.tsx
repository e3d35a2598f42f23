import type { NodeId } from '../../../sync/questionnaire/model/contract.ts';
import { Icon } from '../../design/basic/text/icon.tsx';
import styles from '../context/form.module.css';
import { useFormSettings, useShownIssues } from '../context/form-context.tsx';
import { IssueWords } from '../text/issue-words.tsx';

/** What is wrong with a group as a whole: too few instances, nothing answered. */
export function GroupIssues({ node }: { readonly node: NodeId }) {
  const { form, board } = useFormSettings();
  const issues = useShownIssues(board, node);
  const state = form.read(node);
  if (issues.length === 0 || !state) return null;
  return (
    <div className={styles.groupError} role="status">
      <Icon name="error" size={20} />
      <span>
        <IssueWords issues={issues} state={state} />
      </span>
    </div>
  );
}
