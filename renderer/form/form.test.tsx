import type { Questionnaire, QuestionnaireItem } from 'fhir/r4.js';
import { Profiler } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { compileQuestionnaire, createForm } from '../../sync/questionnaire/index.ts';
import type { Form } from '../../sync/questionnaire/model/contract.ts';
import { render } from '../design/testing/render.tsx';
import { FormProvider } from './context/form-context.tsx';
import { createIssueBoard } from './context/issue-board.ts';
import { ItemBoundary } from './context/item-boundary.tsx';
import { FormItems } from './form-items.tsx';
import { Question } from './question/question.tsx';
import { controls, loadControls } from './question/registry.tsx';

// The bundler of the tests must not find new dependencies halfway.
beforeAll(() => loadControls(Object.keys(controls) as (keyof typeof controls)[]));

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const unit = (code: string) => ({
  url: `${CORE}questionnaire-unit`,
  valueCoding: { system: 'http://unitsofmeasure.org', code, display: code },
});
const codings = (...codes: readonly string[]) =>
  codes.map((code) => ({ valueCoding: { system: 'https://care.example', code, display: code } }));

function formOf(...item: readonly QuestionnaireItem[]): Form {
  const questionnaire: Questionnaire = {
    resourceType: 'Questionnaire',
    status: 'active',
    url: 'https://care.example/q',
    item: [...item],
  };
  const compiled = compileQuestionnaire(questionnaire);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  return createForm(compiled.plan, { language: 'en' });
}

function show(form: Form, language: 'en' | 'ar' = 'en') {
  const board = createIssueBoard(form);
  render(
    <FormProvider form={form} board={board}>
      <FormItems nodes={form.root} />
    </FormProvider>,
    language,
  );
  return board;
}

const answersOf = (form: Form, index = 0) => form.read(form.root[index] ?? '')?.answers;

describe('one subscription per item', () => {
  test('a key renders the one control again, and no other', async () => {
    const form = formOf(
      ...Array.from(
        { length: 30 },
        (_, index): QuestionnaireItem => ({ linkId: `q${index}`, type: 'string', text: `Question ${index}` }),
      ),
    );
    const renders = new Map<string, number>();
    render(
      <FormProvider form={form}>
        {form.root.map((node) => (
          <Profiler key={node} id={node} onRender={(id) => renders.set(id, (renders.get(id) ?? 0) + 1)}>
            <Question node={node} />
          </Profiler>
        ))}
      </FormProvider>,
    );
    // All thirty are there, and React's effects are over.
    await expect.poll(() => renders.size).toBe(30);
    await userEvent.click(page.getByLabelText(/^Question 7 /));
    renders.clear();
    await userEvent.type(page.getByLabelText(/^Question 7 /), 'abc');
    expect(answersOf(form, 7)).toEqual([{ type: 'string', value: 'abc' }]);
    expect([...renders.keys()]).toEqual([form.root[7]]);
    expect(renders.get(form.root[7] ?? '')).toBe(3);
  });

  test('a question appears where its condition holds, and the others stay as they are', async () => {
    const form = formOf(
      { linkId: 'smoke', type: 'boolean', text: 'Do you smoke?' },
      {
        linkId: 'much',
        type: 'integer',
        text: 'How much?',
        enableWhen: [{ question: 'smoke', operator: '=', answerBoolean: true }],
      },
    );
    show(form);
    await userEvent.click(page.getByRole('radio', { name: 'Yes' }), { force: true });
    await expect.element(page.getByLabelText(/How much/)).toBeVisible();
    await userEvent.click(page.getByRole('radio', { name: 'No' }), { force: true });
    await expect.element(page.getByLabelText(/How much/)).not.toBeInTheDocument();
  });
});

describe('controls', () => {
  test('a number keeps what was typed, and tells the engine when it is none', async () => {
    const form = formOf({ linkId: 'n', type: 'decimal', text: 'Dose' });
    show(form);
    await userEvent.type(page.getByLabelText(/Dose/), '2,');
    await expect.element(page.getByLabelText(/Dose/)).toHaveValue('2,');
    expect(answersOf(form)).toEqual([{ type: 'decimal', value: 2 }]);
    await userEvent.type(page.getByLabelText(/Dose/), '5x');
    expect(answersOf(form)).toEqual([{ type: 'string', value: '2,5x' }]);
    expect(form.read(form.root[0] ?? '')?.issues.map((issue) => issue.code)).toEqual(['type']);
  });

  test('a height is entered in feet and inches and stored in centimetres', async () => {
    const form = formOf({ linkId: 'h', type: 'integer', text: 'Height', extension: [unit('cm')] });
    show(form);
    await userEvent.click(page.getByRole('radio', { name: 'ft, in' }), { force: true });
    await userEvent.type(page.getByLabelText('Feet'), '5');
    await userEvent.type(page.getByLabelText('Inches'), '11');
    expect(answersOf(form)).toEqual([{ type: 'integer', value: 180 }]);
    await expect.element(page.getByText('About 180 cm')).toBeVisible();
  });

  test('an exclusive answer clears the others', async () => {
    const form = formOf({
      linkId: 'm',
      type: 'choice',
      repeats: true,
      text: 'Which?',
      answerOption: [
        ...codings('Aspirin', 'Insulin'),
        {
          ...codings('None')[0],
          valueCoding: { code: 'None', display: 'None' },
          extension: [{ url: `${CORE}questionnaire-optionExclusive`, valueBoolean: true }],
        },
      ],
    });
    show(form);
    await userEvent.click(page.getByRole('checkbox', { name: 'Aspirin' }), { force: true });
    await userEvent.click(page.getByRole('checkbox', { name: 'None' }), { force: true });
    expect(answersOf(form)).toEqual([{ type: 'Coding', value: { code: 'None', display: 'None' } }]);
  });

  test('an open choice takes the patient’s own words', async () => {
    const form = formOf({
      linkId: 'o',
      type: 'open-choice',
      text: 'Which?',
      answerOption: codings('Aspirin'),
    });
    show(form);
    await userEvent.click(page.getByRole('radio', { name: 'Something else' }), { force: true });
    await userEvent.type(page.getByLabelText('In your own words'), 'Willow bark');
    expect(answersOf(form)).toEqual([{ type: 'string', value: 'Willow bark' }]);
    await userEvent.click(page.getByRole('radio', { name: 'Aspirin' }), { force: true });
    expect(answersOf(form)).toMatchObject([{ type: 'Coding', value: { code: 'Aspirin' } }]);
  });

  test('an open choice without words of one’s own is kept as it was chosen', async () => {
    const form = formOf({
      linkId: 'o',
      type: 'open-choice',
      text: 'Which?',
      answerOption: codings('Aspirin'),
    });
    show(form);
    await userEvent.click(page.getByRole('radio', { name: 'Something else' }), { force: true });
    expect(answersOf(form)).toEqual([{ type: 'string', value: 'Something else' }]);
    await expect.element(page.getByLabelText('In your own words')).toHaveValue('');
    await userEvent.type(page.getByLabelText('In your own words'), 'Tea');
    expect(answersOf(form)).toEqual([{ type: 'string', value: 'Tea' }]);
    await userEvent.clear(page.getByLabelText('In your own words'));
    expect(answersOf(form)).toEqual([{ type: 'string', value: 'Something else' }]);
    await expect.element(page.getByRole('radio', { name: 'Something else' })).toBeChecked();
  });

  test('a repeating question gets a field per answer', async () => {
    const form = formOf({ linkId: 'r', type: 'string', repeats: true, text: 'Allergy' });
    show(form);
    await userEvent.type(page.getByLabelText(/^Allergy/), 'Nuts');
    await userEvent.click(page.getByRole('button', { name: 'Add another' }));
    await userEvent.type(page.getByLabelText('2. Allergy'), 'Milk');
    expect(answersOf(form)).toEqual([
      { type: 'string', value: 'Nuts' },
      { type: 'string', value: 'Milk' },
    ]);
    await userEvent.click(page.getByRole('button', { name: 'Remove answer 1' }));
    expect(answersOf(form)).toEqual([{ type: 'string', value: 'Milk' }]);
  });

  test('a repeating group gets instances with headings, and loses them again', async () => {
    const form = formOf({
      linkId: 'g',
      type: 'group',
      repeats: true,
      text: 'Medicine',
      item: [{ linkId: 'name', type: 'string', text: 'Name' }],
    });
    const board = createIssueBoard(form);
    const App = () => (
      <FormProvider form={form} board={board}>
        <Instances form={form} />
      </FormProvider>
    );
    render(<App />);
    await userEvent.click(page.getByRole('button', { name: 'Add another' }));
    expect(form.root).toHaveLength(2);
  });

  test('a date of any precision is stored as it was given', async () => {
    const form = formOf({ linkId: 'd', type: 'date', text: 'Since when?' });
    show(form);
    await userEvent.type(page.getByLabelText('Year'), '2026');
    expect(answersOf(form)).toEqual([{ type: 'date', value: '2026' }]);
    await userEvent.type(page.getByLabelText('Month'), '5');
    expect(answersOf(form)).toEqual([{ type: 'date', value: '2026-05' }]);
  });

  test('Arabic digits are numbers - on a right-to-left page', async () => {
    const form = formOf({ linkId: 'n', type: 'integer', text: 'العمر' });
    show(form, 'ar');
    await userEvent.type(page.getByLabelText(/العمر/), '٣٤');
    expect(answersOf(form)).toEqual([{ type: 'integer', value: 34 }]);
  });
});

function Instances({ form }: { readonly form: Form }) {
  return <FormItems nodes={form.root} />;
}

describe('issues', () => {
  test('appear when they are shown, say what to do, and go with the answer', async () => {
    const form = formOf({ linkId: 'q', type: 'boolean', text: 'Do you smoke?', required: true });
    const board = show(form);
    await expect.element(page.getByRole('radio', { name: 'Yes' })).toBeInTheDocument();
    expect(page.getByText('Choose an answer.').elements()).toHaveLength(0);
    board.show(form.validate('final'));
    await expect.element(page.getByText('Choose an answer.')).toBeVisible();
    await userEvent.click(page.getByRole('radio', { name: 'Yes' }), { force: true });
    await expect.element(page.getByText('Choose an answer.')).not.toBeInTheDocument();
  });
});

describe('a broken item', () => {
  test('leaves the rest of the form usable, and can be tried again', async () => {
    let broken = true;
    const Fragile = () => {
      if (broken) throw new Error('broken on purpose');
      return <p>Mended</p>;
    };
    render(
      <>
        <ItemBoundary
          fallback={(retry) => (
            <button type="button" onClick={retry}>
              Try again
            </button>
          )}
        >
          <Fragile />
        </ItemBoundary>
        <p>The rest</p>
      </>,
    );
    await expect.element(page.getByText('The rest')).toBeVisible();
    broken = false;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByText('Mended')).toBeVisible();
  });
});
