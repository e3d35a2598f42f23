import type { Extension, Questionnaire, QuestionnaireItem } from 'fhir/r4.js';
import { useState } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { compileQuestionnaire, createForm } from '../../../sync/questionnaire/index.ts';
import type { Form, NodeState } from '../../../sync/questionnaire/model/contract.ts';
import { render } from '../../design/testing/render.tsx';
import { FormProvider } from '../context/form-context.tsx';
import { createIssueBoard } from '../context/issue-board.ts';
import { clearingAnswers } from '../question/clear-answer.tsx';
import { Question } from '../question/question.tsx';
import { controls, loadControls, Signing } from '../question/registry.tsx';

// The bundler of the tests must not find new dependencies halfway.
beforeAll(() => loadControls([...(Object.keys(controls) as (keyof typeof controls)[]), 'signature']));

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const UCUM = 'http://unitsofmeasure.org';
const unitOption = (code: string): Extension => ({
  url: `${CORE}questionnaire-unitOption`,
  valueCoding: { system: UCUM, code, display: code },
});
const option = (code: string, extension: Extension[] = []) => ({
  valueCoding: { system: 'https://care.example', code, display: code },
  extension,
});
const alone: Extension = { url: `${CORE}questionnaire-optionExclusive`, valueBoolean: true };

function formOf(item: Omit<QuestionnaireItem, 'linkId'>, more: Partial<Questionnaire> = {}): Form {
  const compiled = compileQuestionnaire({
    resourceType: 'Questionnaire',
    status: 'active',
    url: 'https://care.example/q',
    item: [{ linkId: 'q', ...item }],
    ...more,
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  return createForm(compiled.plan, { language: 'en' });
}

function show(
  form: Form,
  { language = 'en', whole = false }: { language?: 'en' | 'es' | 'ar'; whole?: boolean } = {},
) {
  const board = createIssueBoard(form);
  render(
    <FormProvider form={form} board={board} whole={whole} {...(whole ? { clearing: clearingAnswers } : {})}>
      <Question node={form.root[0] ?? ''} />
    </FormProvider>,
    language,
  );
  return board;
}

const values = (form: Form) => form.read(form.root[0] ?? '')?.answers.map(({ value }) => value);
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }));
const choose = (role: 'radio' | 'checkbox', name: string | RegExp) =>
  userEvent.click(page.getByRole(role, { name }), { force: true });

test('a control that was loaded ahead is there at once, without a skeleton before it', async () => {
  const form = formOf(
    { type: 'boolean' },
    {
      item: [
        { linkId: 'first', type: 'boolean', text: 'Did you sleep?' },
        { linkId: 'second', type: 'date', text: 'On which day?' },
      ],
    },
  );
  function OneByOne() {
    const [node, setNode] = useState(form.root[0] ?? '');
    return (
      <FormProvider form={form} board={createIssueBoard(form)}>
        <Question key={node} node={node} />
        <button type="button" onClick={() => setNode(form.root[1] ?? '')}>
          Next
        </button>
      </FormProvider>
    );
  }
  const host = render(<OneByOne />);
  await expect.element(page.getByRole('radio', { name: 'Yes' })).toBeVisible();
  const seen: (string | null)[] = [];
  const watch = new MutationObserver(() =>
    seen.push(host.querySelector('[class*="skeleton"]')?.className ?? null),
  );
  watch.observe(host, { childList: true, subtree: true });
  await press('Next');
  await expect.element(page.getByRole('textbox').first()).toBeVisible();
  watch.disconnect();
  expect(seen.filter((skeleton) => skeleton !== null)).toEqual([]);
});

/** As the engine says it of a calculated question. */
function saying(form: Form, said: Partial<NodeState>): Form {
  const states = new WeakMap<NodeState, NodeState>();
  return {
    ...form,
    read(node) {
      const state = form.read(node);
      if (!state) return state;
      const known = states.get(state) ?? { ...state, ...said };
      states.set(state, known);
      return known;
    },
  };
}

describe('a text', () => {
  test('brings the keyboard that its author asks for', async () => {
    const keyboard: Extension = { url: `${SDC}keyboard`, valueCode: 'phone' };
    show(formOf({ type: 'string', text: 'Phone?', extension: [keyboard] }));
    const field = page.getByRole('textbox', { name: /^Phone/ });
    await expect.element(field).toHaveAttribute('inputmode', 'tel');
    // What is typed is kept as it is: the keyboard limits nobody.
    await userEvent.fill(field, 'ask my sister');
    await expect.element(field).toHaveValue('ask my sister');
  });
});

describe('a date', () => {
  test('typed as a whole into one field is understood, and said back in words', async () => {
    const form = formOf({ type: 'date', text: 'When?' });
    show(form);
    await expect.element(page.getByRole('textbox', { name: 'Month' })).toBeVisible();
    const places = () => document.querySelectorAll('[aria-live]').length;
    const untouched = places();
    await userEvent.click(page.getByRole('textbox', { name: 'Month' }));
    expect(places()).toBe(untouched + 1);
    await userEvent.type(page.getByRole('textbox', { name: 'Month' }), '3 Apr 1990');
    expect(values(form)).toEqual(['1990-04-03']);
    await expect.element(page.getByText('Tuesday, April 3, 1990')).toBeVisible();
    // Nothing moves under the fingers; the parts find their places when the field is left.
    await expect.element(page.getByRole('textbox', { name: 'Month' })).toHaveValue('3 Apr 1990');
    await userEvent.tab();
    await expect.element(page.getByRole('textbox', { name: 'Year' })).toHaveValue('1990');
  });

  test('stays partial, in words and in the answer', async () => {
    const form = formOf({ type: 'date', text: 'متى؟' });
    show(form, { language: 'ar' });
    await userEvent.type(page.getByRole('textbox').first(), 'نيسان ١٩٩٠');
    expect(values(form)).toEqual(['1990-04']);
    await expect.element(page.getByText('أبريل 1990')).toBeVisible();
  });

  test('is asked only as finely as the form’s own format', async () => {
    const form = formOf({
      type: 'date',
      text: 'Since?',
      extension: [{ url: `${CORE}entryFormat`, valueString: 'MM/YYYY' }],
    });
    show(form);
    await expect.element(page.getByRole('textbox', { name: 'Year' })).toBeVisible();
    expect(page.getByRole('textbox', { name: 'Day' }).elements()).toHaveLength(0);
  });

  test('with a time that can’t be read keeps the time for the engine to report', async () => {
    const form = formOf({ type: 'dateTime', text: 'When?' });
    show(form);
    await userEvent.fill(page.getByRole('textbox', { name: 'Month' }), '11/20/2026');
    await userEvent.fill(page.getByRole('textbox', { name: 'Time' }), 'at tea');
    expect(values(form)).toEqual(['2026-11-20Tat tea']);
    expect(form.read(form.root[0] ?? '')?.issues.map(({ code }) => code)).toEqual(['type']);
    await userEvent.fill(page.getByRole('textbox', { name: 'Time' }), '5 pm');
    expect(values(form)?.[0]).toMatch(/^2026-11-20T17:00:00/);
  });

  test('with "10:30" is no moment before AM or PM is chosen, and the error stands at the time', async () => {
    const form = formOf({ type: 'dateTime', text: 'When?' });
    const board = show(form);
    await userEvent.fill(page.getByRole('textbox', { name: 'Month' }), '11/20/2026');
    await userEvent.fill(page.getByRole('textbox', { name: 'Time' }), '10:30');
    const [answer] = form.read(form.root[0] ?? '')?.answers ?? [];
    expect(answer).toEqual({ type: 'string', value: '2026-11-20T10:30' });
    const issues = form.validate('final');
    expect(issues.map(({ code }) => code)).toEqual(['type']);
    board.show(issues);
    await expect
      .element(page.getByRole('textbox', { name: 'Time' }))
      .toHaveAccessibleDescription(/Choose AM or PM\./);
    await choose('radio', 'PM');
    expect(values(form)?.[0]).toMatch(/^2026-11-20T22:30:00[+-]/);
    expect(form.validate('final')).toEqual([]);
  });

  test('keeps a time whose date is missing, and says that the date is', async () => {
    const form = formOf({ type: 'dateTime', text: 'When?' });
    show(form);
    await userEvent.fill(page.getByRole('textbox', { name: 'Time' }), '22:30');
    expect(values(form)).toEqual(['T22:30:00']);
    expect(form.validate('final').map(({ code }) => code)).toEqual(['type']);
    await userEvent.fill(page.getByRole('textbox', { name: 'Month' }), '11/20/2026');
    expect(values(form)?.[0]).toMatch(/^2026-11-20T22:30:00/);
  });
});

describe('a time of day', () => {
  test('that could be morning or evening is not stored as a time, and holds up the form until it is clear', async () => {
    const form = formOf({ type: 'time', text: 'Bedtime?' });
    show(form);
    await userEvent.fill(page.getByRole('textbox', { name: /Bedtime/ }), '10:30');
    expect(form.read(form.root[0] ?? '')?.answers).toEqual([{ type: 'string', value: '10:30' }]);
    expect(form.validate('final').map(({ code }) => code)).toEqual(['type']);
    await choose('radio', 'PM');
    expect(form.read(form.root[0] ?? '')?.answers).toEqual([{ type: 'time', value: '22:30:00' }]);
  });
});

describe('a number', () => {
  test('whose signs mean another one elsewhere is said back', async () => {
    const form = formOf({ type: 'decimal', text: 'Count' });
    show(form);
    await expect.element(page.getByLabelText(/Count/)).toBeVisible();
    const places = () => document.querySelectorAll('[aria-live]').length;
    const untouched = places();
    // The place for it is there before what is said: only then is it read out, even if all of it is pasted.
    await userEvent.click(page.getByLabelText(/Count/));
    expect(places()).toBe(untouched + 1);
    await userEvent.type(page.getByLabelText(/Count/), '1,234');
    expect(values(form)).toEqual([1234]);
    await expect.element(page.getByText('Read as 1,234')).toBeVisible();
    await userEvent.type(page.getByLabelText(/Count/), '.5');
    expect(values(form)).toEqual([1234.5]);
    await expect.element(page.getByText(/Read as/)).not.toBeInTheDocument();
  });
});

describe('a quantity', () => {
  const weight = {
    type: 'quantity' as const,
    text: 'Weight',
    extension: [unitOption('kg'), unitOption('[lb_av]')],
  };

  test('in another unit keeps its number, and offers what it would be', async () => {
    const form = formOf(weight);
    show(form);
    // In the US the first unit is lb, whichever the form names first.
    await expect.element(page.getByRole('radio', { name: '[lb_av]' })).toBeChecked();
    await choose('radio', 'kg');
    await userEvent.type(page.getByLabelText(/Weight/), '70');
    await choose('radio', '[lb_av]');
    expect(values(form)).toMatchObject([{ value: 70, code: '[lb_av]' }]);
    await press('Change it to 154.3 [lb_av]');
    expect(values(form)).toMatchObject([{ value: 154.3, code: '[lb_av]' }]);
    await expect.element(page.getByLabelText(/Weight/)).toHaveFocus();
    await expect.element(page.getByText(/You wrote/)).not.toBeInTheDocument();
  });

  test('keeps the number where that was meant', async () => {
    const form = formOf(weight);
    show(form);
    await choose('radio', 'kg');
    await userEvent.type(page.getByLabelText(/Weight/), '70');
    await choose('radio', '[lb_av]');
    await press(/^Keep 70/);
    expect(values(form)).toMatchObject([{ value: 70, code: '[lb_av]' }]);
  });

  test('takes a unit of one’s own where the form is open to it', async () => {
    const form = formOf({
      type: 'quantity',
      text: 'How much?',
      extension: [
        ...['mL', 'L', 'dL'].map(unitOption),
        { url: `${SDC}unitOpen`, valueCode: 'optionsOrString' },
      ],
    });
    show(form);
    await userEvent.type(page.getByLabelText(/How much/), '2');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Unit' }), 'Another unit');
    await userEvent.type(page.getByLabelText('Which unit?'), 'bottles');
    expect(values(form)).toEqual([{ value: 2, unit: 'bottles' }]);
  });
});

describe('several choices', () => {
  test('say what an option that stands alone took back', async () => {
    const form = formOf({
      type: 'choice',
      repeats: true,
      text: 'Which?',
      answerOption: [option('Nuts'), option('Milk'), option('None', [alone])],
    });
    show(form);
    await choose('checkbox', 'Nuts');
    await choose('checkbox', 'None');
    await expect
      .element(page.getByRole('status').last())
      .toHaveTextContent('“None” can’t be combined, so we cleared your other answers.');
    await choose('checkbox', 'Milk');
    await expect
      .element(page.getByRole('status').last())
      .toHaveTextContent('“None” can’t be combined, so we cleared it.');
    expect(values(form)).toMatchObject([{ code: 'Milk' }]);
  });

  test('beyond as many as there may be can’t be chosen, and the words say why', async () => {
    const form = formOf({
      type: 'choice',
      repeats: true,
      text: 'Which?',
      extension: [{ url: `${CORE}questionnaire-maxOccurs`, valueInteger: 2 }],
      answerOption: [option('a'), option('b'), option('c')],
    });
    show(form);
    await choose('checkbox', 'a');
    await choose('checkbox', 'b');
    await expect.element(page.getByRole('checkbox', { name: 'c' })).toBeDisabled();
    await expect.element(page.getByText(/^You can choose 2/)).toBeVisible();
  });

  test('keep what was written beside them while an option that stands alone is tried', async () => {
    const form = formOf({
      type: 'open-choice',
      repeats: true,
      text: 'Which?',
      answerOption: [option('Nuts'), option('None', [alone])],
    });
    show(form);
    await choose('checkbox', 'Something else');
    await userEvent.type(page.getByLabelText('In your own words'), 'Bees');
    await choose('checkbox', 'None');
    expect(values(form)).toMatchObject([{ code: 'None' }]);
    await choose('checkbox', 'Something else');
    expect(values(form)).toEqual(['Bees']);
  });

  test('are kept with the row for one’s own words, also without words, until it is unticked', async () => {
    const form = formOf({
      type: 'open-choice',
      repeats: true,
      text: 'Which?',
      answerOption: [option('Nuts')],
    });
    show(form);
    await choose('checkbox', 'Nuts');
    await choose('checkbox', 'Something else');
    expect(values(form)).toMatchObject([{ code: 'Nuts' }, 'Something else']);
    await userEvent.click(page.getByRole('checkbox', { name: 'Something else' }), { force: true });
    expect(values(form)).toMatchObject([{ code: 'Nuts' }]);
  });
});

describe('an answer that is no longer offered', () => {
  test('stays in sight until another is chosen', async () => {
    const form = formOf({ type: 'choice', text: 'Which?', answerOption: [option('New')] });
    form.answer(form.root[0] ?? '', [
      { type: 'Coding', value: { system: 'https://care.example', code: 'old', display: 'Old' } },
    ]);
    show(form);
    await expect.element(page.getByRole('radio', { name: 'Old' })).toBeChecked();
    await choose('radio', 'New');
    await expect.element(page.getByRole('radio', { name: 'Old' })).not.toBeInTheDocument();
    expect(values(form)).toMatchObject([{ code: 'New' }]);
  });
});

describe('an option', () => {
  test('shows its picture only where nobody else learns of it', async () => {
    const media = (valueAttachment: Extension['valueAttachment']): Extension[] => [
      { url: `${SDC}itemAnswerMedia`, ...(valueAttachment ? { valueAttachment } : {}) },
    ];
    const form = formOf({
      type: 'choice',
      text: 'Where?',
      answerOption: [
        option(
          'Here',
          media({ contentType: 'image/svg+xml', data: btoa('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
        ),
        option('There', media({ url: 'https://elsewhere.example/there.png' })),
      ],
    });
    show(form);
    await expect.element(page.getByRole('radio', { name: 'There' })).toBeInTheDocument();
    expect([...document.images].map(({ src }) => src.slice(0, 10))).toEqual(['data:image']);
  });

  test('never shows its score', async () => {
    const form = formOf({
      type: 'choice',
      text: 'How often?',
      answerOption: [option('Often', [{ url: `${CORE}ordinalValue`, valueDecimal: 3 }])],
    });
    show(form);
    await expect.element(page.getByRole('radio', { name: 'Often' })).toBeInTheDocument();
    expect(document.body.textContent).not.toContain('3');
  });
});

describe('a question that can’t be changed', () => {
  test('is text that takes the focus, whatever its type', async () => {
    const form = formOf({ type: 'choice', text: 'Which?', readOnly: true, answerOption: [option('One')] });
    form.answer(form.root[0] ?? '', [
      { type: 'Coding', value: { system: 'https://care.example', code: 'One', display: 'One' } },
    ]);
    show(form);
    const field = page.getByRole('textbox', { name: 'Which?' });
    await expect.element(field).toHaveTextContent('One');
    await expect.element(field).toHaveAttribute('aria-readonly', 'true');
    await userEvent.tab();
    await expect.element(field).toHaveFocus();
  });
});

describe('a calculated value', () => {
  test('that was changed says whose it is, and goes back to the form’s own', async () => {
    const recalculated: string[] = [];
    const form = saying(formOf({ type: 'decimal', text: 'BMI' }), { calculated: true, edited: true });
    show({ ...form, recalculate: (node) => recalculated.push(node) });
    await expect.element(page.getByText('You entered this value.')).toBeVisible();
    await press('Use calculated value');
    expect(recalculated).toEqual([form.root[0]]);
    await expect.element(page.getByLabelText(/BMI/)).toHaveFocus();
  });

  test('that can’t be changed is read out when it changes', async () => {
    const form = saying(formOf({ type: 'decimal', text: 'BMI', readOnly: true }), { calculated: true });
    show(form);
    await expect.element(page.getByRole('textbox', { name: 'BMI' })).toHaveAttribute('aria-live', 'polite');
  });
});

describe('an answer on a whole page', () => {
  test('that can’t be unchosen by its own rows can be cleared', async () => {
    const form = formOf({ type: 'boolean', text: 'Smoker?' });
    show(form, { whole: true });
    await choose('radio', 'No');
    await press('Clear answer');
    expect(values(form)).toEqual([]);
    await expect.element(page.getByRole('radio', { name: 'No' })).toHaveFocus();
  });
});

describe('an issue', () => {
  test('of the author’s own rule shows the author’s words', async () => {
    const form = formOf({ type: 'string', text: 'Name' });
    const board = show(form, { language: 'es' });
    await expect.element(page.getByLabelText(/Name/)).toBeVisible();
    board.show([
      {
        code: 'constraint',
        severity: 'error',
        parameters: { human: 'El nombre va sin números.' },
        diagnostics: 'constraint',
        node: form.root[0] ?? '',
        expression: 'QuestionnaireResponse.item',
      },
    ]);
    await expect
      .element(page.getByLabelText(/Name/))
      .toHaveAccessibleDescription(/El nombre va sin números\./);
  });
});

describe('signing', () => {
  function sign() {
    const form = formOf({ type: 'string', text: 'Name' });
    const signed: unknown[] = [];
    render(
      <FormProvider form={{ ...form, sign: (signature) => signed.push(signature) }}>
        <Signing id="sign" />
      </FormProvider>,
    );
    return { form, signed };
  }

  test('by a typed name is a signature of its own', async () => {
    const { signed } = sign();
    await choose('radio', 'Type my name');
    await userEvent.type(page.getByLabelText('Your full name'), 'Ada Lovelace');
    await press('Sign');
    expect(signed).toMatchObject([
      { sigFormat: 'text/plain', who: { display: 'Ada Lovelace' }, data: btoa('Ada Lovelace') },
    ]);
    await expect.element(page.getByText(/^Signed on/)).toBeVisible();
    await press('Remove signature');
    expect(signed.at(-1)).toBeUndefined();
  });

  test('by a drawn line is a picture of it', async () => {
    const { signed } = sign();
    const pad = page.getByRole('img', { name: /Draw here/ });
    await expect.element(pad).toHaveAccessibleName('Draw here Nothing drawn yet');
    const svg = pad.element();
    const { left, top, width, height } = svg.getBoundingClientRect();
    for (const [type, part] of [
      ['pointerdown', 0.2],
      ['pointermove', 0.5],
      ['pointerup', 0.5],
    ] as const)
      svg.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          isPrimary: true,
          pointerId: 1,
          clientX: left + width * part,
          clientY: top + height / 2,
        }),
      );
    await expect.element(pad).toHaveAccessibleName('Draw here A signature has been drawn');
    await press('Sign');
    const [signature] = signed as { sigFormat: string; data: string }[];
    expect(signature?.sigFormat).toBe('image/svg+xml');
    expect(atob(signature?.data ?? '')).toMatch(/<path d="M120 100h0L300 100"\/>/);
  });

  test('without either says what is missing', async () => {
    const { signed } = sign();
    await press('Sign');
    await expect.element(page.getByText('Draw your signature or type your name.')).toBeVisible();
    expect(signed).toEqual([]);
  });
});
