import type { AnswerNode, CaseDetail } from '../../../../sync/protocol/api/cases.ts';

type Rule = CaseDetail['rules'][number];

export interface Finding {
  /** Of the rule; undefined for an unusual value that met none. */
  readonly rule: string | undefined;
  /** One entry for each time it was met; empty where nothing more is known of the rule. */
  readonly times: readonly Rule[];
  /** The answers that it rests on, as far as no finding before it has them. */
  readonly answers: readonly AnswerNode[];
}

/** What was found in a case, each once: what an alert of it says already is left to the alert. */
export function findingsOf({
  alerts,
  flagged,
  rules,
}: Pick<CaseDetail, 'alerts' | 'flagged' | 'rules'>): readonly Finding[] {
  const told = new Set(alerts.map(({ rule }) => rule));
  const met = [...rules.map(({ rule }) => rule), ...flagged.flatMap((node) => node.rules)];
  const left = new Set(flagged);
  const take = (isOf: (node: AnswerNode) => boolean) => {
    const answers = [...left].filter(isOf);
    for (const node of answers) left.delete(node);
    return answers;
  };
  const found = [...new Set(met)]
    .filter((rule) => !told.has(rule))
    .map((rule) => ({
      rule,
      times: rules.filter((one) => one.rule === rule),
      answers: take((node) => node.rules.includes(rule)),
    }));
  const unusual = take((node) => node.confirmedImplausible);
  return unusual.length === 0 ? found : [...found, { rule: undefined, times: [], answers: unusual }];
}
