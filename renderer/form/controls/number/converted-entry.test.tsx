import type { Extension, QuestionnaireItem } from 'fhir/r4.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { compileQuestionnaire, createForm } from '../../../../sync/questionnaire/index.ts';
import type { Form } from '../../../../sync/questionnaire/model/contract.ts';
import { render } from '../../../design/testing/render.tsx';
import { FormProvider } from '../../context/form-context.tsx';
import { Question } from '../../question/question.tsx';
import { controls, loadControls } from '../../question/registry.tsx';
import { createUnitPreference, type UnitPreference } from '../../values/unit-preference.ts';

beforeAll(() => loadControls(Object.keys(controls) as (keyof typeof controls)[]));

const unit = (code: string): Extension => ({
  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit',
  valueCoding: { system: 'http://unitsofmeasure.org', code, display: code },
});

function formOf(code: string, type: QuestionnaireItem['type'] = 'quantity'): Form {
  const compiled = compileQuestionnaire({
    resourceType: 'Questionnaire',
    status: 'active',
    url: 'https://care.example/q',
    item: [{ linkId: 'q', type, text: 'How much?', extension: [unit(code)] }],
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  return createForm(compiled.plan, { language: 'en' });
}

const show = (form: Form, region = 'US', unitPreference?: UnitPreference) =>
  render(
    <FormProvider form={form} unitPreference={unitPreference}>
      <Question node={form.root[0] ?? ''} />
    </FormProvider>,
    'en',
    region,
  );

const answerOf = (form: Form) => {
  const [answer] = form.read(form.root[0] ?? '')?.answers ?? [];
  return answer?.type === 'Quantity' ? answer.value.value : answer?.value;
};
const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const units = (name: string) => page.getByRole('radio', { name, exact: true });

describe('a weight in the United States', () => {
  test('is asked in pounds first, and stored in the form’s kilograms', async () => {
    const form = formOf('kg');
    show(form);
    await expect.element(units('lb')).toBeChecked();
    await userEvent.fill(field(/How much/), '180');
    expect(answerOf(form)).toBe(81.65);
  });

  test('is there again as it was typed, also where the form has whole kilograms only', async () => {
    const form = formOf('kg', 'integer');
    const first = show(form);
    await userEvent.fill(field(/How much/), '180');
    expect(answerOf(form)).toBe(82);
    first.remove();
    show(form);
    await expect.element(field(/How much/)).toHaveValue('180');
  });

  test('that was switched to kilograms keeps its meaning, and the next question begins with them', async () => {
    const form = formOf('kg');
    const preference = createUnitPreference('US');
    const first = show(form, 'US', preference);
    await userEvent.fill(field(/How much/), '180');
    await userEvent.click(units('kg'), { force: true });
    await expect.element(field(/How much/)).toHaveValue('81.65');
    expect(answerOf(form)).toBe(81.65);
    first.remove();
    show(formOf('kg'), 'US', preference);
    await expect.element(units('kg')).toBeChecked();
  });
});

test('a weight is asked in kilograms first elsewhere', async () => {
  show(formOf('kg'), 'GB');
  await expect.element(units('kg')).toBeChecked();
});

describe('a height in feet and inches', () => {
  test('written into the first field is parted, never run together', async () => {
    const form = formOf('cm');
    show(form);
    await userEvent.fill(field('Feet'), '5\'11"');
    expect(answerOf(form)).toBe(180.34);
    await userEvent.click(field('Inches'));
    await expect.element(field('Feet')).toHaveValue('5');
    await expect.element(field('Inches')).toHaveValue('11');
    expect(answerOf(form)).toBe(180.34);
  });

  test('has less than 12 inches beside the feet - and says so at the inches', async () => {
    const form = formOf('cm');
    const first = show(form);
    await userEvent.fill(field('Feet'), '5');
    const { id } = field('Feet').element();
    await userEvent.fill(field('Inches'), '13');
    expect(form.validate('final').map(({ code }) => code)).toEqual(['type']);
    await userEvent.click(field('Feet'));
    await expect.element(page.getByText('Use 0 to 11 inches.')).toBeVisible();
    await expect.element(field('Inches')).toHaveAttribute('id', id);
    first.remove();
    show(form);
    await expect.element(field('Inches')).toHaveValue('13');
    await userEvent.fill(field('Inches'), '11');
    await expect.element(page.getByText('Use 0 to 11 inches.')).not.toBeInTheDocument();
    expect(answerOf(form)).toBe(180.34);
  });

  test('that can’t be read is kept, and holds up the form', async () => {
    const form = formOf('cm');
    show(form);
    await userEvent.fill(field('Feet'), 'tall');
    expect(answerOf(form)).toBe('tall');
    expect(form.validate('final').map(({ code }) => code)).toEqual(['type']);
  });
});
