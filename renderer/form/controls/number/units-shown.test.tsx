import type { Coding, Extension, Questionnaire, QuestionnaireItem } from 'fhir/r4.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '../../../../sync/domain/languages.ts';
import { compileQuestionnaire, createForm } from '../../../../sync/questionnaire/index.ts';
import type { Form } from '../../../../sync/questionnaire/model/contract.ts';
import { render } from '../../../design/testing/render.tsx';
import { FormProvider } from '../../context/form-context.tsx';
import { Question } from '../../question/question.tsx';
import { controls, loadControls } from '../../question/registry.tsx';

// The bundler of the tests must not find new dependencies halfway.
beforeAll(() => loadControls(Object.keys(controls) as (keyof typeof controls)[]));

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const UCUM = 'http://unitsofmeasure.org';
const days: Coding = { system: UCUM, code: 'd', display: 'days' };
const minutes: Coding = {
  system: UCUM,
  code: 'min',
  display: 'minutes',
  _display: {
    extension: [
      {
        url: `${CORE}translation`,
        extension: [
          { url: 'lang', valueCode: 'es' },
          { url: 'content', valueString: 'min. de reloj' },
        ],
      },
    ],
  },
};
const unitIs = (valueCoding: Coding, name = 'unit'): Extension => ({
  url: `${CORE}questionnaire-${name}`,
  valueCoding,
});

/** Written in English. */
function formOf(item: Pick<QuestionnaireItem, 'type'> & Partial<QuestionnaireItem>): Form {
  const questionnaire: Questionnaire = {
    resourceType: 'Questionnaire',
    status: 'active',
    url: 'https://care.example/q',
    language: 'en',
    item: [{ linkId: 'q', text: 'How long?', ...item }],
  };
  const compiled = compileQuestionnaire(questionnaire);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  return createForm(compiled.plan, { language: 'es' });
}

/** @param lang of the form's texts, where it isn't the page's */
const show = (form: Form, language: Language, lang?: Language) =>
  render(
    <FormProvider form={form} lang={lang}>
      <Question node={form.root[0] ?? ''} />
    </FormProvider>,
    language,
  );
const values = (form: Form) => form.read(form.root[0] ?? '')?.answers.map(({ value }) => value);
const field = () => page.getByRole('textbox');

/** What is read out with the field, after its hint. */
const unitBeside = () => {
  const described = field().query()?.getAttribute('aria-describedby')?.split(' ') ?? [];
  return document.getElementById(described.at(-1) ?? '')?.textContent;
};
async function expectBeside(unit: string): Promise<void> {
  await expect.poll(unitBeside).toBe(unit);
}

describe('a unit, in the language of the texts', () => {
  test.each([
    ['es', 'días', 'día'],
    ['ar', 'أيام', 'يوم'],
    ['en', 'days', 'days'],
  ] as const)('stands beside the number, and follows it - %s', async (language, many, one) => {
    const form = formOf({ type: 'integer', extension: [unitIs(days)] });
    show(form, language);
    await expectBeside(many);
    await userEvent.type(field(), '1');
    await expectBeside(one);
    expect(values(form)).toEqual([1]);
  });

  test('stays English where the form is shown in English on a Spanish page', async () => {
    show(formOf({ type: 'integer', extension: [unitIs(days)] }), 'es', 'en');
    await expectBeside('days');
  });

  test('is stored as the form says it, however it is shown', async () => {
    const form = formOf({ type: 'quantity', extension: [unitIs(days)] });
    show(form, 'es');
    await expectBeside('días');
    await userEvent.type(field(), '3');
    expect(values(form)).toEqual([{ value: 3, unit: 'days', system: UCUM, code: 'd' }]);
    await expectBeside('días');
  });

  test('is chosen by its name - as the author translated it, else as the language has it', async () => {
    const form = formOf({
      type: 'quantity',
      extension: [unitIs(days, 'unitOption'), unitIs(minutes, 'unitOption')],
    });
    show(form, 'es');
    await userEvent.type(field(), '3');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Unidad' }), 'min. de reloj');
    expect(Array.from(document.querySelectorAll('option'), ({ textContent }) => textContent)).toEqual([
      'días',
      'min. de reloj',
    ]);
    expect(values(form)).toEqual([{ value: 3, unit: 'minutes', system: UCUM, code: 'min' }]);
  });

  test('is said of what a change of unit would make of the number', async () => {
    const hours: Coding = { system: UCUM, code: 'h', display: 'hours' };
    const form = formOf({
      type: 'quantity',
      extension: [unitIs(days, 'unitOption'), unitIs(hours, 'unitOption')],
    });
    const units = { convert: (value: number) => value * 24 };
    render(
      <FormProvider form={form} units={units}>
        <Question node={form.root[0] ?? ''} />
      </FormProvider>,
      'es',
    );
    await userEvent.type(field(), '2');
    await userEvent.click(page.getByRole('radio', { name: 'horas' }), { force: true });
    await expect.element(page.getByRole('button', { name: /48 horas/ })).toBeVisible();
    expect(page.getByText(/hours|days/).query()).toBeNull();
    expect(values(form)).toEqual([{ value: 2, unit: 'hours', system: UCUM, code: 'h' }]);
  });

  test('is said on a slider', async () => {
    const slider: Extension = {
      url: `${CORE}questionnaire-itemControl`,
      valueCodeableConcept: { coding: [{ code: 'slider' }] },
    };
    const limits = ['minValue', 'maxValue'].map((name, index) => ({
      url: `${CORE}${name}`,
      valueInteger: index * 10,
    }));
    const form = formOf({
      type: 'integer',
      extension: [unitIs(days), slider, ...limits],
      initial: [{ valueInteger: 4 }],
    });
    show(form, 'es');
    await expect.element(page.getByRole('slider')).toHaveAttribute('aria-valuetext', '4 días');
    await expectBeside('días');
  });

  test('is said of an answer that can’t be changed', async () => {
    show(
      formOf({
        type: 'integer',
        readOnly: true,
        extension: [unitIs(days)],
        initial: [{ valueInteger: 5 }],
      }),
      'es',
    );
    await expect.element(page.getByText('5 días')).toBeVisible();
  });
});
