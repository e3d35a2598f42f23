import type { QuestionnaireResponse } from 'fhir/r4.js';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../design/testing/render.tsx';
import { controls, loadControls } from './question/registry.tsx';
import { QuestionnaireForm } from './questionnaire-form.tsx';
import type { QuestionnaireFormProps } from './questionnaire-form-props.ts';
import {
  choice,
  display,
  expression,
  group,
  itemControl,
  questionnaireOf,
  SDC,
  text,
} from './testing/whole-forms.ts';

// The bundler of the tests must not find new dependencies halfway.
beforeAll(() => loadControls([...(Object.keys(controls) as (keyof typeof controls)[]), 'signature']));

interface Given {
  readonly changes: QuestionnaireResponse[];
  readonly completed: QuestionnaireResponse[];
}

function show(questionnaire: unknown, props: Partial<QuestionnaireFormProps> = {}): Given {
  const given: Given = { changes: [], completed: [] };
  render(
    <QuestionnaireForm
      questionnaire={questionnaire}
      onChange={(response) => given.changes.push(response)}
      onComplete={(response) => void given.completed.push(response)}
      {...props}
    />,
  );
  return given;
}

const field = (name: string | RegExp) => page.getByRole('textbox', { name });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const focused = () => document.activeElement;

describe('a whole form', () => {
  test('hands over a completed response that the final validation accepts', async () => {
    const given = show(questionnaireOf(text('Name', { required: true })));
    await userEvent.type(field('Name'), 'Ada');
    await press('Finish');
    await expect.poll(() => given.completed).toHaveLength(1);
    expect(given.completed[0]).toMatchObject({
      status: 'completed',
      item: [{ linkId: 'Name', answer: [{ valueString: 'Ada' }] }],
    });
  });

  test('that asks for a signature is not handed over without one, and carries it', async () => {
    const required = {
      url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-signatureRequired',
      valueCodeableConcept: {
        coding: [{ system: 'urn:iso-astm:E1762-95:2013', code: '1.2.840.10065.1.12.1.1' }],
      },
    };
    const given = show({ ...questionnaireOf(text('Reason')), extension: [required] });
    await userEvent.type(field(/^Reason/), 'A cough');
    await press('Finish');
    await expect.element(page.getByRole('link', { name: 'Sign the form.' })).toBeVisible();
    expect(given.completed).toEqual([]);
    await userEvent.click(page.getByText('Type my name', { exact: true }));
    await userEvent.type(field('Your full name'), 'Ada Lovelace');
    await press('Sign');
    await press('Finish');
    await expect.poll(() => given.completed).toHaveLength(1);
    expect(given.completed[0]?.extension).toMatchObject([
      {
        url: 'http://hl7.org/fhir/StructureDefinition/questionnaireresponse-signature',
        valueSignature: { who: { display: 'Ada Lovelace' }, data: btoa('Ada Lovelace') },
      },
    ]);
  });

  test('whose expressions never end says so, and is answered and handed over all the same', async () => {
    const bomb = (linkId: string) =>
      text(linkId, {
        type: 'integer',
        required: true,
        readOnly: true,
        extension: [expression('calculatedExpression', '1.repeat($this + 1).count()')],
      });
    const given = show(questionnaireOf(text('Name', { required: true }), bomb('Total'), bomb('Score')));
    await expect
      .element(
        page.getByRole('status').filter({ hasText: 'We can’t calculate some results on this device.' }),
      )
      .toBeVisible();
    await userEvent.type(field('Name'), 'Ada');
    await press('Finish');
    await expect.poll(() => given.completed).toHaveLength(1);
    expect(given.completed[0]?.item).toEqual([
      { linkId: 'Name', text: 'Name', answer: [{ valueString: 'Ada' }] },
    ]);
  });

  test('whose expressions end says nothing of it', async () => {
    const twice = text('Twice', {
      type: 'integer',
      readOnly: true,
      extension: [expression('calculatedExpression', '2 + 2')],
    });
    show(questionnaireOf(text('Name'), twice));
    await expect.element(field(/^Name/)).toBeVisible();
    expect(page.getByText('can’t calculate').query()).toBeNull();
  });

  test('shows what was answered before, and goes on from there', async () => {
    const questionnaire = questionnaireOf(text('Name'));
    const given = show(questionnaire, {
      response: {
        resourceType: 'QuestionnaireResponse',
        status: 'in-progress',
        item: [{ linkId: 'Name', text: 'Name', answer: [{ valueString: 'Ada' }] }],
      },
    });
    await expect.element(field(/^Name/)).toHaveValue('Ada');
    await press('Finish');
    await expect.poll(() => given.completed[0]?.item?.[0]?.answer).toEqual([{ valueString: 'Ada' }]);
  });

  test('tells of changes when the answers rest, not at every key', async () => {
    const given = show(questionnaireOf(text('Name')));
    await userEvent.type(field(/^Name/), 'Ada Lovelace');
    await expect
      .poll(() => given.changes.at(-1)?.item?.[0]?.answer)
      .toEqual([{ valueString: 'Ada Lovelace' }]);
    expect(given.changes.length).toBeLessThan('Ada Lovelace'.length);
  });

  test('lists what is missing, leads to the field, and lets go of it once it is answered', async () => {
    const given = show(questionnaireOf(text('Name', { required: true }), text('Town', { required: true })));
    await expect.element(field('Town')).toBeVisible();
    await press('Finish');
    const summary = page.getByRole('region', { name: 'Check 2 answers' });
    await expect.element(summary).toHaveFocus();
    await userEvent.click(page.getByRole('link', { name: /Town/ }));
    await expect.element(field('Town')).toHaveFocus();
    await expect.element(field('Town')).toHaveAccessibleDescription(/Enter an answer/);
    await userEvent.type(field('Town'), 'Ulm');
    await expect.element(page.getByRole('link', { name: /Town/ })).not.toBeInTheDocument();
    expect(given.completed).toEqual([]);
  });

  test('says its first errors in the summary; where one was shown, the next is read out at the question', async () => {
    show(questionnaireOf(text('Name', { required: true }), text('Town')));
    await expect.element(field('Name')).toBeVisible();
    const liveRegions = () => document.querySelectorAll('form [aria-live]').length;
    expect(liveRegions()).toBe(0);
    await press('Finish');
    await expect.element(page.getByRole('region', { name: 'Check one answer' })).toHaveFocus();
    expect(liveRegions()).toBe(1);
    await userEvent.type(field('Name'), 'Ada');
    await expect.element(page.getByRole('link', { name: /Name/ })).not.toBeInTheDocument();
    expect(liveRegions()).toBe(1);
  });

  test.each([
    // The box of the question and of its field, label, "(optional)", control.
    ['a text', text('q'), 5],
    ['a number', text('q', { type: 'integer' }), 5],
    // A radio group, and for each option the row, its label, button and mark.
    ['a choice of three', choice('q', ['a', 'b', 'c']), 5 + 3 * 4],
    // A group, for each of three parts a box, label and input, and the calendar's button with its picture.
    ['a date', text('q', { type: 'date' }), 5 + 3 * 3 + 4],
  ])('costs few elements a question, since a long page has hundreds - %s', async (_, item, elements) => {
    show(questionnaireOf(item));
    const question = page.getByText(/^q \(optional\)$/);
    await expect.element(question).toBeVisible();
    const box = question.element().parentElement?.parentElement;
    expect(1 + (box?.querySelectorAll('*').length ?? 0)).toBe(elements);
  });

  test('does not end when Enter is pressed in a field', async () => {
    const given = show(questionnaireOf(text('Name')));
    await userEvent.type(field(/^Name/), 'Ada{Enter}');
    expect(given.completed).toEqual([]);
  });

  test('keeps the answers and says so where they could not be handed over', async () => {
    show(questionnaireOf(text('Name')), { onComplete: () => Promise.reject(new Error('no')) });
    await userEvent.type(field(/^Name/), 'Ada');
    await press('Finish');
    await expect.element(page.getByText(/They’re still here/)).toBeVisible();
    await expect.element(field(/^Name/)).toHaveValue('Ada');
  });

  test('is handed over where it asks for something hidden, which nobody could answer', async () => {
    const given = show(
      questionnaireOf(
        text('Case number', {
          required: true,
          extension: [
            { url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden', valueBoolean: true },
          ],
        }),
        text('Name'),
      ),
    );
    await userEvent.type(field(/^Name/), 'Ada');
    await press('Finish');
    await expect.poll(() => given.completed).toHaveLength(1);
  });

  test('is refused with the item, the reason and what mends it', async () => {
    show(questionnaireOf(text('twice'), text('twice')));
    const panel = page.getByRole('alert');
    await expect.element(panel.getByText(/We can’t open this form/)).toBeVisible();
    await expect.element(panel.getByText(/Item twice/)).toBeVisible();
    await expect.element(panel.getByText(/Give every item its own linkId\./)).toBeVisible();
  });

  test.each([null, 7, 'form', [], {}, { resourceType: 'Patient' }])(
    'is refused and never breaks - %j',
    async (nonsense) => {
      show(nonsense);
      await expect.element(page.getByRole('alert').getByText(/We can’t open this form/)).toBeVisible();
    },
  );
});

describe('alone', () => {
  let alone: { readonly root: Root; readonly host: HTMLElement } | undefined;
  afterEach(() => {
    alone?.root.unmount();
    alone?.host.remove();
    document.documentElement.lang = 'en';
    document.documentElement.dir = 'ltr';
  });

  test('a form brings its own words, in its language', async () => {
    const host = document.createElement('div');
    document.body.append(host);
    alone = { root: createRoot(host), host };
    alone.root.render(
      <QuestionnaireForm
        questionnaire={questionnaireOf(text('Nombre'))}
        language="es"
        onComplete={() => undefined}
      />,
    );
    await expect.element(page.getByRole('button', { name: 'Terminar' })).toBeVisible();
  });
});

describe('pages', () => {
  const paged = () =>
    questionnaireOf(
      display('intro', 'Take your time.', itemControl('header')),
      group('Sleep', 'page', [text('Bed time', { required: true })]),
      group('Days', 'page', [text('Noon')]),
    );

  test('are left only once they are right, and the focus goes to the heading of the next', async () => {
    show(paged());
    await expect.element(field('Bed time')).toBeVisible();
    await press('Continue');
    await expect.element(page.getByRole('link', { name: /Bed time/ })).toBeVisible();
    await userEvent.type(field('Bed time'), 'ten');
    await press('Continue');
    await expect.element(page.getByRole('heading', { name: 'Days' })).toHaveFocus();
    await expect.element(page.getByText('Page 2 of 2')).toBeVisible();
    await expect.element(page.getByText('Take your time.')).toBeVisible();
    await press('Back');
    await expect.element(page.getByRole('heading', { name: 'Sleep' })).toHaveFocus();
    await expect.element(field('Bed time')).toHaveValue('ten');
  });
});

describe('tabs', () => {
  const tabbed = () =>
    questionnaireOf(
      group('All', 'tab-container', [
        group('Heart', undefined, [text('Beat')]),
        group('Lungs', undefined, [text('Breath', { required: true })]),
      ]),
    );

  test('are moved through by arrow keys, and keep what was typed', async () => {
    show(tabbed());
    await userEvent.type(field(/^Beat/), 'fast');
    const heart = page.getByRole('tab', { name: 'Heart' });
    await userEvent.click(heart);
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('tab', { name: 'Lungs' })).toHaveFocus();
    await expect.element(page.getByRole('tabpanel', { name: 'Lungs' })).toBeVisible();
    await expect.element(field('Breath')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(field(/^Beat/)).toHaveValue('fast');
  });

  test('say what is wrong in them, and open for the question that is asked for', async () => {
    show(tabbed());
    await expect.element(field(/^Beat/)).toBeVisible();
    await press('Finish');
    await expect.element(page.getByRole('tab', { name: /Lungs 1 to check/ })).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: /Breath/ }));
    await expect.element(field('Breath')).toHaveFocus();
  });
});

describe('tables', () => {
  test('gtable - a field is named by its row and its column, and a new row takes the focus', async () => {
    const given = show(
      questionnaireOf(group('Medicine', 'gtable', [text('Name'), text('Dose')], { repeats: true })),
    );
    await userEvent.type(field('Medicine 1 Name'), 'Aspirin');
    await press('Add another');
    await expect.element(field('Medicine 2 Name')).toHaveFocus();
    await expect.element(page.getByText('Medicine 2 added.')).toBeInTheDocument();
    await userEvent.keyboard('Insulin');
    await press('Remove Medicine 1');
    await expect.element(field('Medicine 1 Name')).toHaveValue('Insulin');
    await expect.element(page.getByText('Medicine 1 removed. One left.')).toBeInTheDocument();
    expect(focused()?.textContent).toContain('Medicine 1');
    await press('Finish');
    await expect
      .poll(() => given.completed[0]?.item)
      .toMatchObject([
        { linkId: 'Medicine', item: [{ linkId: 'Name', answer: [{ valueString: 'Insulin' }] }] },
      ]);
  });

  test('grid - rows share the columns of the same text', async () => {
    show(
      questionnaireOf(
        group('Eyes', 'grid', [
          group('Reflex', undefined, [text('r1', { text: 'Left' }), text('r2', { text: 'Right' })]),
          group('Acuity', undefined, [text('a2', { text: 'Right' })]),
        ]),
      ),
    );
    await expect.element(field('Acuity Right')).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: 'Left' })).toBeInTheDocument();
    expect(page.getByRole('columnheader').elements()).toHaveLength(2);
  });

  test('table - each answer is named by its question and its column, and one question takes one', async () => {
    const given = show(
      questionnaireOf(
        group('Often', 'table', [choice('Tired', ['No', 'Yes']), choice('Sad', ['No', 'Yes'])]),
      ),
    );
    await userEvent.click(page.getByRole('radio', { name: 'Tired No' }));
    await userEvent.click(page.getByRole('radio', { name: 'Tired Yes' }));
    await userEvent.click(page.getByRole('radio', { name: 'Sad No' }));
    await press('Finish');
    await expect
      .poll(() =>
        given.completed[0]?.item?.[0]?.item?.map(({ answer }) =>
          answer?.map((each) => each.valueCoding?.code),
        ),
      )
      .toEqual([['Yes'], ['No']]);
  });

  test('a question that a condition takes away leaves its cell', async () => {
    show(
      questionnaireOf(
        group(
          'Medicine',
          'gtable',
          [
            text('Name'),
            text('Dose', { enableWhen: [{ question: 'Name', operator: 'exists', answerBoolean: true }] }),
          ],
          { repeats: true },
        ),
      ),
    );
    await expect.element(field('Medicine 1 Name')).toBeVisible();
    expect(field('Medicine 1 Dose').elements()).toHaveLength(0);
    await userEvent.type(field('Medicine 1 Name'), 'x');
    await expect.element(field('Medicine 1 Dose')).toBeVisible();
  });
});

describe('what is around questions', () => {
  test('a closed section opens for an error inside', async () => {
    show(
      questionnaireOf(
        group('More', undefined, [text('Town', { required: true })], {
          extension: [{ url: `${SDC}collapsible`, valueCode: 'default-closed' }],
        }),
      ),
    );
    await expect.element(page.getByRole('button', { name: 'Finish' })).toBeVisible();
    expect(field('Town').elements()).toHaveLength(0);
    await press('Finish');
    await expect.element(field('Town')).toBeVisible();
  });

  test('help opens in place, a flyover by its button, and a consent text is there in full', async () => {
    show(
      questionnaireOf(
        text('Name', {
          item: [
            display('h', 'As on your card.', itemControl('help')),
            display('f', 'Any name.', itemControl('flyover')),
          ],
        }),
        display('l', 'I agree to all of this.', itemControl('legal')),
      ),
    );
    await expect.element(page.getByRole('note').getByText(/I agree to all of this\./)).toBeVisible();
    await expect.element(page.getByText('As on your card.')).not.toBeVisible();
    await userEvent.click(page.getByText('Help with this'));
    await expect.element(page.getByText('As on your card.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'What this means' }));
    await expect.element(page.getByText('Any name.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('Any name.')).not.toBeVisible();
  });

  test('a repeating group keeps to the least and the most that its author wants', async () => {
    const limit = (name: string, valueInteger: number) => ({
      url: `http://hl7.org/fhir/StructureDefinition/questionnaire-${name}`,
      valueInteger,
    });
    show(
      questionnaireOf(
        group('Child', undefined, [text('Name')], { repeats: true, extension: [limit('maxOccurs', 2)] }),
      ),
    );
    await press('Add another');
    await expect.element(page.getByRole('heading', { name: 'Child 2' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add another' })).not.toBeInTheDocument();
    await press('Remove Child 2');
    await expect.element(page.getByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
  });

  test('a picture is named, and a link says that it opens elsewhere', async () => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    show(
      questionnaireOf(
        text('Pain', {
          extension: [
            {
              url: `${SDC}itemMedia`,
              valueAttachment: { contentType: 'image/png', data: pixel, title: 'A body' },
            },
            {
              url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-supportLink',
              valueUri: 'https://care.example/pain',
            },
            {
              url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-supportLink',
              valueUri: 'javascript:alert(1)',
            },
          ],
        }),
      ),
    );
    await expect.element(page.getByRole('img', { name: 'A body' })).toBeInTheDocument();
    const links = page.getByRole('link');
    await expect.element(links).toHaveAccessibleName(/care\.example.*new tab/);
    expect(links.elements()).toHaveLength(1);
  });
});
