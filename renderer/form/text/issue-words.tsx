import type { Issue, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { issueText } from '../values/issue-text.ts';

interface IssueWordsProps {
  readonly issues: readonly Issue[];
  readonly state: NodeState;
}

/** What is wrong with one item. Hundreds of items have nothing to say, so what finds the words is here and not with each of them. */
export function IssueWords({ issues, state }: IssueWordsProps) {
  const t = useMessages('form');
  const format = useFormat();
  return [...new Set(issues.map((issue) => issueText(issue, state, t, format)))].join(' ');
}
