import type { AnswerValue, IssueCode } from '../model/contract.ts';
import type { Finding, Rule, Subject } from '../plan/plan.ts';
import { isBlank } from '../values/values.ts';

type Check = (answer: AnswerValue, subject: Subject) => Omit<Finding, 'answer'> | undefined;

/** A rule about each answer by itself. Blank answers count as missing and are judged by `required` alone. */
export function perAnswer(section: string, applies: Rule['applies'], check: Check): Rule {
  return {
    section,
    concern: 'value',
    applies,
    check: (subject) =>
      subject.answers.flatMap((answer, index) => {
        if (isBlank(answer)) return [];
        const finding = check(answer, subject);
        return finding === undefined ? [] : [{ ...finding, answer: index }];
      }),
  };
}

export function error(code: IssueCode, diagnostics: string, parameters?: Finding['parameters']): Finding {
  return { code, severity: 'error', diagnostics, ...(parameters === undefined ? {} : { parameters }) };
}

export function textOf(answer: AnswerValue): string | undefined {
  return answer.type === 'string' || answer.type === 'uri' ? answer.value : undefined;
}
