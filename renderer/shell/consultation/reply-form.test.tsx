import axe from 'axe-core';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ConsultationView } from '../../../sync/domain/care/consultation.ts';
import { CONSULTATION_RECORD } from '../../../sync/protocol/records/consultation.ts';
import { open } from '../../app/testing/open.tsx';
import { ibm } from '../../design/testing/ibm.ts';
import { createTestPlatform } from '../../device/testing/platform.ts';
import { createTestAccount, testSession } from '../../platform/contract/account-testing.ts';
import { createTestShelf } from '../../platform/contract/shelf-testing.ts';
import { testDelivery } from '../../platform/contract/testing.ts';

const form = testDelivery({ state: 'received' });
const NAME = `reply/${form.opId}`;
const asked = {
  id: 'aaaaaaaa-0000-4000-8000-00000000000a',
  text: 'Which tablets do you take?',
  at: '2026-11-20T09:00:00.000Z',
  until: '2026-11-30T09:00:00.000Z',
};
const view: ConsultationView = { state: 'needs_info', changedAt: asked.at, clinician: 'Dr. Lin', asked };
const answer = page.getByRole('textbox', { name: 'Your answer' });

/** The page of a form that the clinic asks about, as after each load: the shelf is all that stays. */
function load(shelf = createTestShelf()) {
  const account = createTestAccount(testSession);
  account.show([{ kind: CONSULTATION_RECORD, v: 1, id: form.opId, seq: 1, body: view }]);
  const base = createTestPlatform({ deliveries: [form], account, shelf });
  const send = vi.fn<typeof base.deliveries.send>(async (_submission, owner) => {
    const reply = testDelivery({
      ...{
        kind: 'care.reply',
        opId: 'bbbbbbbb-0000-4000-8000-000000000001',
        about: { asked: asked.id },
        owner,
      },
    });
    base.setDeliveries([form, reply]);
    return reply;
  });
  const platform = { ...base, deliveries: { ...base.deliveries, send } };
  open('/connect/meadow/questionnaire/sleep/success', { platform });
  return { platform, shelf, send };
}

async function isClean() {
  expect((await axe.run(document.body)).violations).toEqual([]);
  expect(await ibm()).toEqual([]);
}

describe('an answer to what the clinic asked', () => {
  test('is still there after a reload, and is sent offline: it will send automatically', async () => {
    const first = load();
    await expect.element(page.getByText(asked.text)).toBeVisible();
    await answer.fill('Zolpidem, 5 mg');
    await isClean();
    await expect.poll(() => first.shelf.value(NAME)).toEqual({ text: 'Zolpidem, 5 mg' });
    // Nothing of the page is told: as after a crash.
    document.body.replaceChildren();

    const second = load(first.shelf);
    await expect.element(answer).toHaveValue('Zolpidem, 5 mg');
    second.platform.setConnection({ state: 'offline' });
    await expect.element(page.getByText(/save your answer here and send it/)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Send to Meadow' }));
    await expect
      .element(
        page.getByText(
          'Your answer is saved on this device. It will send automatically when you’re back online.',
        ),
      )
      .toBeVisible();
    await isClean();
    expect(second.send).toHaveBeenCalledOnce();
    expect(second.send.mock.calls[0]?.[0].payload([])).toMatchObject({
      ...{ consultation: form.opId, asked: asked.id, text: 'Zolpidem, 5 mg' },
    });
    await expect.poll(() => second.shelf.value(NAME)).toBeUndefined();
  });

  test('stays on the shelf where it couldn’t be queued', async () => {
    const { send, shelf } = load();
    send.mockRejectedValueOnce(new Error('quota'));
    await answer.fill('None');
    await userEvent.click(page.getByRole('button', { name: 'Send to Meadow' }));
    await expect.element(page.getByText(/We couldn’t save your answer/)).toBeVisible();
    await expect.element(answer).toHaveValue('None');
    await expect.poll(() => shelf.value(NAME)).toEqual({ text: 'None' });
  });

  test('goes on in another tab, and is never written over while it is being typed', async () => {
    const { shelf } = load(createTestShelf({ [NAME]: { text: 'From another tab' } }));
    await expect.element(answer).toHaveValue('From another tab');
    await answer.fill('From here');
    shelf.put(NAME, { text: 'From another tab, later' });
    await expect.poll(() => shelf.value(NAME)).toEqual({ text: 'From here' });
    await expect.element(answer).toHaveValue('From here');
  });

  test('leaves nothing behind where the page ended just after it was queued', async () => {
    const { platform, shelf } = load(createTestShelf({ [NAME]: { text: 'Sent' } }));
    await expect.element(answer).toHaveValue('Sent');
    platform.setDeliveries([
      form,
      testDelivery({ kind: 'care.reply', about: { asked: asked.id }, state: 'received' }),
    ]);
    await expect.element(page.getByText('Meadow has your answer.')).toBeVisible();
    await expect.poll(() => shelf.value(NAME)).toBeUndefined();
  });
});
