import type { Issue, IssueCode } from '../model/contract.ts';
import { isObject, stringOf } from '../model/fhir-json.ts';
import type { CompiledPlan } from '../plan/plan.ts';
import { compareTemporal, isDateTime } from '../values/temporal.ts';

const STATUSES: readonly unknown[] = ['in-progress', 'completed', 'amended', 'entered-in-error', 'stopped'];

type Finding = readonly [code: IssueCode, severity: Issue['severity'], element: string, diagnostics: string];

/** The rules about the response as a whole. A code list of FHIR, the form's canonical, its status and its period. */
export function responseIssues(plan: CompiledPlan, response: unknown): readonly Issue[] {
  return findings(plan, response).map(([code, severity, element, diagnostics]) => ({
    code,
    severity,
    parameters: {},
    diagnostics,
    expression: element === '' ? 'QuestionnaireResponse' : `QuestionnaireResponse.${element}`,
  }));
}

function findings(plan: CompiledPlan, response: unknown): readonly Finding[] {
  if (!isObject(response) || response.resourceType !== 'QuestionnaireResponse') {
    return [['structure', 'error', '', 'this is not a FHIR QuestionnaireResponse']];
  }
  const found: Finding[] = [];
  if (!STATUSES.includes(response.status)) {
    found.push(['structure', 'error', 'status', 'the status is not one of QuestionnaireResponseStatus']);
  }
  found.push(...canonicalFindings(plan, response.questionnaire));
  const { status } = plan.questionnaire;
  if (status !== 'active') {
    found.push(['questionnaire-status', 'warning', '', 'the form is not an active one']);
  }
  const { authored } = response;
  if (authored === undefined) return found;
  if (typeof authored !== 'string' || !isDateTime(authored)) {
    found.push(['type', 'error', 'authored', 'authored is not a FHIR dateTime']);
    return found;
  }
  const period = plan.questionnaire.effectivePeriod;
  const early = period?.start !== undefined && compareTemporal(authored, period.start) === -1;
  if (early || (period?.end !== undefined && isAfter(authored, period.end))) {
    found.push([
      'outside-effective-period',
      'warning',
      'authored',
      'the form was not in effect when this was authored',
    ]);
  }
  return found;
}

/** FHIR R4 Period: an end of 2021-12 includes all of that month, so only what follows the same digits is after it. */
function isAfter(authored: string, end: string): boolean {
  return !authored.startsWith(end) && compareTemporal(authored, end) === 1;
}

function canonicalFindings(plan: CompiledPlan, questionnaire: unknown): readonly Finding[] {
  if (plan.url === undefined) return [];
  const canonical = stringOf(questionnaire);
  if (canonical === undefined) {
    return [['structure', 'warning', 'questionnaire', 'the response does not say which form it answers']];
  }
  const [url, version] = canonical.split('|');
  if (url !== plan.url) return [['structure', 'error', 'questionnaire', 'the response answers another form']];
  return version !== undefined && plan.version !== undefined && version !== plan.version
    ? [['structure', 'warning', 'questionnaire', 'the response answers another version of the form']]
    : [];
}
