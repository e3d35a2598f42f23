import type { Questionnaire } from 'fhir/r4.js';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '../../../../../sync/domain/languages.ts';
import { testPack, testQuestionnaire } from '../../../../../sync/domain/testing/fixture-clinic.ts';
import { render } from '../../../../design/testing/render.tsx';
import { PlatformProvider } from '../../../../device/provider/platform-provider.tsx';
import { createPlatformSession } from '../../../../device/provider/platform-session.ts';
import { createMemoryPlatform } from '../../testing/memory-platform.ts';
import { RunHolderProvider, useRunHolder } from '../run/run-holder.tsx';
import { type AnswerRow, AnswerRows } from './answer-rows.tsx';
import { reviewSections } from './review-rows.ts';

const days = {
  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit',
  valueCoding: { system: 'http://unitsofmeasure.org', code: 'd', display: 'days' },
};
const form: Questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'https://meadow.example/sleep',
  version: '1.0',
  title: 'Cough',
  language: 'en',
  item: [{ linkId: 'days', type: 'integer', text: 'Since when?', extension: [days] }],
};

/** The answers of a run whose one question is answered by three. */
function Reviewed() {
  const { begin } = useRunHolder();
  const [rows, setRows] = useState<readonly AnswerRow[]>();
  const answer = async () => {
    const run = await begin();
    run.form.answer(run.form.root[0] ?? '', [{ type: 'integer', value: 3 }]);
    setRows(reviewSections(run).flatMap((section) => section.rows));
  };
  return rows ? (
    <AnswerRows rows={rows} label="Answers" onChange={() => {}} />
  ) : (
    <button type="button" onClick={() => void answer()}>
      Answer
    </button>
  );
}

test.each([
  ['es', ['en', 'es', 'ar'], '3 días'],
  ['ar', ['en', 'es', 'ar'], '3 أيام'],
  ['en', ['en', 'es', 'ar'], '3 days'],
  // Without an official translation the form is shown in English, its units included.
  ['es', ['en'], '3 days'],
] as const)(
  'an answer is reviewed with its unit in the language of the form - %s, of %s',
  async (language, languages, text) => {
    const offered = testQuestionnaire({ formLanguages: [...languages] });
    const pack = testPack({ questionnaires: [offered] });
    const memory = createMemoryPlatform();
    const platform = { ...memory, drafts: { ...memory.drafts, definition: async () => form } };
    render(
      <PlatformProvider pack={pack} session={createPlatformSession(pack, async () => platform)}>
        <RunHolderProvider offered={offered} onGo={() => {}}>
          <Reviewed />
        </RunHolderProvider>
      </PlatformProvider>,
      language satisfies Language,
    );
    await userEvent.click(page.getByRole('button', { name: 'Answer' }));
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  },
);
