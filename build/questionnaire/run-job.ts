/** The commands: one job in, one result out. What only one of them needs is loaded by it. */
import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js';
import type { FormOptions, QuestionnaireFault } from '../../sync/questionnaire/model/contract.ts';
import { digest, type Forms, type OpenedForm } from './forms.ts';
import { UnusableInputError } from './input.ts';
import { type Command, hasErrors, type Job, type Result, remarksOf, type Settings } from './job.ts';

type Run = (job: Job, settings: Settings, forms: Forms) => Promise<Result>;

function issueType(code: string): OperationOutcomeIssue['code'] {
  return code.startsWith('que-') ? 'invariant' : 'business-rule';
}

async function faultsOutcome(faults: readonly QuestionnaireFault[]): Promise<OperationOutcome> {
  const { ISSUE_SYSTEM } = await import('../../sync/questionnaire/rules/outcome.ts');
  return {
    resourceType: 'OperationOutcome',
    issue:
      faults.length === 0
        ? [{ severity: 'information', code: 'informational', diagnostics: 'no issues' }]
        : faults.map(({ severity, code, path, message, remedy }) => ({
            severity,
            code: issueType(code),
            details: { coding: [{ system: ISSUE_SYSTEM, code }], text: message },
            diagnostics: `${message}. ${remedy}`,
            expression: [path],
          })),
  };
}

/** A form that can't be run: everything that is wrong with it is printed, and the first of it said. */
async function refused(faults: readonly QuestionnaireFault[]): Promise<Result> {
  const [first] = faults;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return {
    exitCode: 2,
    output: await faultsOutcome(faults),
    remarks: [
      `The form can not be used: ${first === undefined ? '' : `${first.path}: ${first.message}`}${more}.`,
    ],
  };
}

function optionsOf({ tools }: Extract<OpenedForm, { ok: true }>, { language, now }: Settings): FormOptions {
  return {
    ...tools,
    ...(language === undefined ? {} : { language }),
    ...(now === undefined ? {} : { now }),
  };
}

function requireResponse(job: Job) {
  if (job.response === undefined) throw new UnusableInputError('The response is missing.');
  return job.response;
}

/** A result and what was to be said of it: beside it on the standard error, or both as SDC's Parameters. */
function withIssues(
  name: 'return' | 'response',
  resource: object | undefined,
  outcome: OperationOutcome,
  { parameters }: Settings,
): Result {
  const exitCode = hasErrors(outcome) ? 1 : 0;
  if (resource === undefined) return { exitCode: 1, output: outcome, remarks: [] };
  if (!parameters) return { exitCode, output: resource, remarks: remarksOf(outcome) };
  const issues = name === 'return' ? 'outcome' : 'issues';
  return {
    exitCode,
    remarks: [],
    output: {
      resourceType: 'Parameters',
      parameter: [
        { name, resource },
        { name: issues, resource: outcome },
      ],
    },
  };
}

const validate: Run = async (job, settings, forms) => {
  const response = requireResponse(job);
  const opened = await forms.open(job, false);
  if (!opened.ok) return refused(opened.faults);
  const { validateResponse } = await import('../../sync/questionnaire/validate-response.ts');
  const mode = settings.draft ? 'draft' : 'final';
  const { outcome } = validateResponse(opened.plan, response, mode, optionsOf(opened, settings));
  return { exitCode: hasErrors(outcome) ? 1 : 0, output: outcome, remarks: [] };
};

const lint: Run = async (job, settings, forms) => {
  const [{ lintQuestionnaire }, opened] = await Promise.all([
    import('../../sync/questionnaire/lint-questionnaire.ts'),
    forms.open(job, true),
  ]);
  const tools = opened.ok ? opened.tools : {};
  const outcome = await faultsOutcome(
    lintQuestionnaire(job.questionnaire, 'publish', {
      ...tools,
      supporting: job.supporting,
      ...(settings.language === undefined ? {} : { languages: [settings.language] }),
    }),
  );
  return { exitCode: hasErrors(outcome) ? 1 : 0, output: outcome, remarks: [] };
};

const assemble: Run = async ({ questionnaire, supporting }, settings) => {
  const [{ assembleQuestionnaire }, { createExpressionEngine }] = await Promise.all([
    import('../../sync/questionnaire/operations/assemble.ts'),
    import('../../sync/questionnaire/expressions/fhirpath-engine.ts'),
  ]);
  const expressions = createExpressionEngine();
  const { questionnaire: assembled, outcome } = assembleQuestionnaire(questionnaire, supporting, {
    expressions,
  });
  return withIssues('return', assembled, outcome, settings);
};

const extract: Run = async (job, settings, forms) => {
  const response = requireResponse(job);
  const opened = await forms.open(job, true);
  if (!opened.ok) return refused(opened.faults);
  const { extractResponse, needsElementModel } = await import(
    '../../sync/questionnaire/operations/extract/extract.ts'
  );
  const elements = needsElementModel(opened.plan)
    ? await (await import('../../sync/questionnaire/operations/extract/element-model.ts')).loadElementModel()
    : undefined;
  const { authored } = response;
  const { bundle, outcome } = extractResponse(opened.plan, response, {
    ...optionsOf(opened, settings),
    now: settings.now ?? (typeof authored === 'string' ? authored : settings.clock),
    digest,
    launchContext: job.context,
    supporting: job.supporting,
    ...(elements === undefined ? {} : { elements }),
  });
  return withIssues('return', bundle, outcome, settings);
};

const populate: Run = async (job, settings, forms) => {
  const opened = await forms.open(job, true);
  if (!opened.ok) return refused(opened.faults);
  const { populateForm } = await import('../../sync/questionnaire/operations/populate.ts');
  const { response, outcome } = populateForm(opened.plan, {
    ...optionsOf(opened, settings),
    now: settings.now ?? settings.clock,
    launchContext: job.context,
    supporting: job.supporting,
  });
  return withIssues('response', response, outcome, settings);
};

const render: Run = async (job, settings, forms) => {
  const opened = await forms.open(job, false);
  if (!opened.ok) return refused(opened.faults);
  const [{ renderText }, { createForm }, { editForm }, { isResponse }] = await Promise.all([
    import('../../sync/questionnaire/operations/render-text.ts'),
    import('../../sync/questionnaire/form/open-form.ts'),
    import('../../sync/questionnaire/edit-form.ts'),
    import('../../sync/questionnaire/operations/extract/extract.ts'),
  ]);
  const { plan } = opened;
  const options: FormOptions = { ...optionsOf(opened, settings), launchContext: job.context };
  const filled = isResponse(job.response);
  const form = isResponse(job.response) ? editForm(plan, job.response, options) : createForm(plan, options);
  const { language } = settings;
  const output = renderText(form, { blank: !filled, ...(language === undefined ? {} : { language }) });
  return { exitCode: 0, output, remarks: [] };
};

export const RUNS: Readonly<Record<Command, Run>> = { validate, lint, assemble, extract, populate, render };
