import type { QuestionnaireItem } from 'fhir/r4.js';
import { Profiler, Suspense } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Form } from '../../sync/questionnaire/model/contract.ts';
import { render } from '../design/testing/render.tsx';
import { createMessageStore, loadMessages, MessagesProvider } from '../i18n/index.ts';
import { FormProvider } from './context/form-context.tsx';
import { FormItems } from './form-items.tsx';
import { openForm } from './open-form.ts';
import { controls, loadControls } from './question/registry.tsx';
import { expression, questionnaireOf, text } from './testing/whole-forms.ts';

// The bundler of the tests must not find new dependencies halfway.
beforeAll(() => loadControls(Object.keys(controls) as (keyof typeof controls)[]));

const answerOf = (linkId: string) => `%resource.item.where(linkId='${linkId}').answer.value`;

/** 500 questions: 25 are calculated and 25 appear by an expression, each from a question of its own. */
function items(): readonly QuestionnaireItem[] {
  return Array.from({ length: 500 }, (_, index) => {
    const linkId = `Question ${index}`;
    const from = `Question ${index - 5}`;
    if (index % 20 === 15)
      return text(linkId, { extension: [expression('calculatedExpression', answerOf(from))] });
    if (index % 20 === 17)
      return text(linkId, {
        extension: [expression('enableWhenExpression', `${answerOf(`Question ${index - 7}`)}.exists()`)],
      });
    return text(linkId);
  });
}

async function open(): Promise<Form> {
  const opened = await openForm(questionnaireOf(...items()), { language: 'en' });
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  return opened.form;
}

test('a key renders the one control of 500 questions, and what its answer decides', async () => {
  const form = await open();
  const renders = new Map<string, number>();
  render(
    <FormProvider form={form} whole>
      {form.root.map((node) => (
        <Profiler
          key={node}
          id={form.read(node)?.linkId ?? node}
          onRender={(id) => renders.set(id, (renders.get(id) ?? 0) + 1)}
        >
          <FormItems nodes={[node]} />
        </Profiler>
      ))}
    </FormProvider>,
  );
  const plain = page.getByRole('textbox', { name: /^Question 253 / });
  await expect.element(plain).toBeVisible();
  // Mounting may be spread over several commits: it is over when nothing has rendered for a while.
  let seen = -1;
  await expect
    .poll(
      () => {
        const total = [...renders.values()].reduce((sum, count) => sum + count, 0);
        const settled = total === seen && renders.size === form.root.length;
        seen = total;
        return settled;
      },
      { interval: 300 },
    )
    .toBe(true);
  renders.clear();
  await userEvent.type(plain, 'abc');
  expect([...renders]).toEqual([['Question 253', 3]]);

  renders.clear();
  // Read by the calculation of question 255 and by the condition of question 257.
  await userEvent.type(page.getByRole('textbox', { name: /^Question 250 / }), 'abc');
  await expect.element(page.getByRole('textbox', { name: /^Question 257 / })).toBeVisible();
  expect(new Set(renders.keys())).toEqual(new Set(['Question 250', 'Question 255', 'Question 257']));
  expect(renders.get('Question 250')).toBe(3);
  // It appears once, and has nothing to say at the keys after that.
  expect(renders.get('Question 257')).toBe(1);
});

test('an item that throws shows its own notice, and the others go on', async () => {
  const form = await open();
  const [first = '', second = '', third = ''] = form.root;
  const broken = {
    ...form.read(second),
    get answers(): never {
      throw new Error('broken on purpose');
    },
  };
  // One state for all readings: a new one each time would never settle.
  const fragile: Form = Object.create(form, {
    read: { value: (node: string) => (node === second ? broken : form.read(node)) },
  });
  render(
    <FormProvider form={fragile} whole>
      <FormItems nodes={[first, second, third]} />
    </FormProvider>,
  );
  await expect.element(page.getByText('We can’t show this question')).toBeVisible();
  await userEvent.type(page.getByRole('textbox', { name: /^Question 2 / }), 'x');
  expect(form.read(third)?.answers).toEqual([{ type: 'string', value: 'x' }]);
});

test('questions come together once their words are there, not one by one', async () => {
  const words = Promise.withResolvers<void>();
  const store = createMessageStore(async (area, language) => {
    if (area === 'form') await words.promise;
    return await loadMessages(area, language);
  });
  const form = await open();
  render(
    <Suspense fallback="Loading">
      <MessagesProvider store={store} initialLanguage="en">
        <FormProvider form={form}>
          <p>Questions</p>
          <FormItems nodes={form.root.slice(0, 2)} />
        </FormProvider>
      </MessagesProvider>
    </Suspense>,
  );
  const first = page.getByText(/^(Loading|Questions)$/);
  await expect.element(first).toBeVisible();
  expect(first.element().textContent).not.toBe('Questions');
  words.resolve();
  await expect.element(page.getByRole('textbox', { name: /^Question 1 / })).toBeVisible();
});
