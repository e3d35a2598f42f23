import type { QuestionnaireResponse } from 'fhir/r4.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compileQuestionnaire, createForm } from '../../sync/questionnaire/index.ts';
import { MAX_WAIT_MS, REST_MS, reportChanges } from './report-changes.ts';
import { questionnaireOf, text } from './testing/whole-forms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start() {
  const compiled = compileQuestionnaire(questionnaireOf(text('Name')));
  if (!compiled.ok) throw new Error('refused');
  const form = createForm(compiled.plan);
  const reported: QuestionnaireResponse[] = [];
  const report = reportChanges(form, (response) => reported.push(response));
  const type = (value: string) => form.answer(form.root[0] ?? '', [{ type: 'string', value }]);
  return { reported, report, type };
}

test('one response is made of many keys, when they rest', () => {
  const { reported, type } = start();
  for (const typed of ['A', 'Ad', 'Ada']) {
    type(typed);
    vi.advanceTimersByTime(REST_MS - 1);
  }
  expect(reported).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reported).toMatchObject([{ status: 'in-progress', item: [{ answer: [{ valueString: 'Ada' }] }] }]);
  vi.advanceTimersByTime(MAX_WAIT_MS * 2);
  expect(reported).toHaveLength(1);
});

test('somebody who never rests is reported all the same', () => {
  const { reported, type } = start();
  for (let at = 0; at < MAX_WAIT_MS; at += REST_MS / 2) {
    type(`typed ${at}`);
    vi.advanceTimersByTime(REST_MS / 2);
  }
  expect(reported.length).toBeGreaterThan(0);
});

test('what is not reported yet is reported when it has to be, and once', () => {
  const { reported, report, type } = start();
  type('Ada');
  report.flush();
  report.flush();
  expect(reported).toHaveLength(1);
});

test('after the end nothing is reported', () => {
  const { reported, report, type } = start();
  type('Ada');
  report.stop();
  vi.advanceTimersByTime(MAX_WAIT_MS * 2);
  expect(reported).toEqual([]);
});
