import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ConsultationDetail, Decide } from '../../../../sync/protocol/api/consultations.ts';
import type { InboxItem } from '../../../../sync/protocol/api/inbox.ts';
import { createConsoleServer } from '../testing/console-server.ts';
import { inboxItem } from '../testing/inbox.ts';
import { createKioskServer } from '../testing/kiosk-server.ts';
import { openConsoleAt } from '../testing/open-console.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const idOf = (number: number) => `0197a000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`;
const AT = '2026-11-20T12:00:00.000Z';

const begun: ConsultationDetail = {
  ...{ state: 'waiting', changedAt: null, clinician: null, draft: null, language: 'en' },
  guards: [
    { name: 'place', state: 'met', attestable: false, rules: [] },
    { name: 'history', state: 'unmet', attestable: true, rules: [] },
  ],
  fee: null,
  lines: [
    {
      ...{ order: idOf(90), code: 'OR-1234', sku: 'SIL-10', product: 'sildenafil', quantity: 1 },
      medicine: { name: { en: 'Sildenafil' }, form: { en: 'Tablet, 50 mg' } },
    },
  ],
  medicines: [{ product: 'sildenafil', name: { en: 'Sildenafil' }, form: { en: 'Tablet, 50 mg' } }],
  history: [],
  staff: [
    { email: 'ana@meadow.example', name: 'Ana Ruiz' },
    { email: 'ben@meadow.example', name: 'Ben Ode' },
  ],
};

/** Consultations in memory: what was done is `done`. A decision is final at once, or can be undone on `waits`. */
function consultationServer(first: ConsultationDetail, waits?: InboxItem) {
  const all = new Map<string, ConsultationDetail>();
  const done: { readonly id: string; readonly path: string; readonly body: unknown }[] = [];
  const kiosks = createKioskServer();
  const states = {
    approve: 'prescribed',
    ask: 'needs_info',
    decline: 'declined',
    refer: 'referred',
    live: 'live_visit',
    withdraw: 'withdrawn',
  } as const;
  function change(id: string, rest: string, body: unknown): void {
    const before = all.get(id) ?? first;
    const mine = { email: 'ana@meadow.example', name: 'Ana Ruiz', mine: true };
    done.push({ id, path: rest, body });
    if (rest === 'claim') all.set(id, { ...before, state: 'in_review', clinician: mine });
    if (rest === 'attestations')
      all.set(id, {
        ...before,
        guards: before.guards.map((guard) => ({
          ...guard,
          state: guard.state === 'unmet' ? 'attested' : guard.state,
        })),
      });
    if (rest === 'notes')
      all.set(id, {
        ...before,
        history: [
          {
            no: 1,
            at: AT,
            does: 'note',
            by: 'staff',
            name: 'Ana Ruiz',
            about: null,
            text: (body as { text: string }).text,
          },
        ],
      });
    if (rest === 'decision' && waits) {
      waits.pending = { action: 'review', by: 'Ana Ruiz', at: AT, remainingMs: 60_000, mine: true };
      all.set(id, { ...before, clinician: mine, draft: body as Decide });
    } else if (rest === 'decision')
      all.set(id, { ...before, clinician: mine, state: states[(body as Decide).does] });
  }
  return {
    done,
    server: {
      answer(method: string, path: string, body: unknown): Response | undefined {
        const [, id = '', rest = ''] = /^cases\/([^/]+)\/consultation(?:\/(.+))?$/.exec(path) ?? [];
        if (id === '') return kiosks.answer(method, path, body);
        if (method === 'POST') change(id, rest, body);
        return Response.json(all.get(id) ?? first);
      },
    } as ReturnType<typeof createKioskServer>,
  };
}

function openWith(count: number, path: string, first = begun, canUndo = false) {
  const lines = Array.from({ length: count }, (_, index) =>
    inboxItem({
      id: idOf(index),
      code: `A1-B2C${index}`,
      patientName: `Patient ${index}`,
      care: { state: 'waiting', assignee: null },
    }),
  );
  const { done, server } = consultationServer(first, canUndo ? lines[0] : undefined);
  return { done, ...openConsoleAt(path, createConsoleServer({ lines, more: server })) };
}

describe('deciding', () => {
  test('takes ten cases from the list to a decision without a mouse', async () => {
    const { done, router } = openWith(10, '/console/meadow');
    await expect.element(page.getByRole('link', { name: /Patient 0/ })).toBeVisible();
    await userEvent.keyboard('j{Enter}');
    for (let index = 0; index < 10; index += 1) {
      await expect.poll(() => router.state.location.pathname).toBe(`/console/meadow/cases/${idOf(index)}`);
      await expect.element(page.getByRole('heading', { name: 'New', exact: true })).toBeVisible();
      await userEvent.keyboard('a');
      await expect.element(page.getByText('Assigned to you')).toBeVisible();
      await userEvent.keyboard('d');
      await expect.element(page.getByRole('combobox', { name: 'Reason' })).toHaveFocus();
      await userEvent.keyboard('o');
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await expect.element(page.getByRole('heading', { name: 'Declined', exact: true })).toBeVisible();
      await userEvent.keyboard('j');
    }
    const decisions = done.filter((one) => one.path === 'decision');
    expect(decisions.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => idOf(index)));
    expect(decisions[0]?.body).toMatchObject({ does: 'decline', reason: 'outside-scope' });
  });

  test.each([
    [null, 'The patient hasn’t started paying. Marking the case reviewed charges nothing.'],
    ['authorized', /^Held on the patient’s card\. It’s charged when you mark the case reviewed/],
    ['captured', 'Paid. If you decline, refer, or withdraw now, it’s refunded.'],
  ] as const)('says how far the fee of a consultation is: %s', async (payment, text) => {
    const order = payment && { id: idOf(91), code: 'FE-1234', payment };
    const fee = { amount: 2000, currency: 'USD', order };
    openWith(1, `/console/meadow/cases/${idOf(0)}`, { ...begun, lines: [], medicines: [], fee });
    const panel = page.getByRole('region', { name: 'New' });
    await expect.element(panel.getByText('Consultation fee, $20')).toBeVisible();
    await expect.element(panel.getByText(text, { exact: true })).toBeVisible();
    expect(panel.getByRole('link', { name: /FE-1234/ }).elements()).toHaveLength(order ? 1 : 0);
  });

  test('says of what was approved that it waits for an ID', async () => {
    const lines = begun.lines.map((line) => ({ ...line, waitsForId: true as const }));
    const guards = [
      ...begun.guards,
      { name: 'identity' as const, state: 'unmet' as const, attestable: true, rules: [] },
    ];
    const { done } = openWith(1, `/console/meadow/cases/${idOf(0)}`, {
      ...{ ...begun, state: 'prescribed', lines, guards },
    });
    await expect.element(page.getByText(/^Approved, but this order needs a photo ID/)).toBeVisible();
    expect(page.getByText('Allergies and medicines not confirmed').elements()).toEqual([]);
    // Staff who see the ID at the counter confirm it here.
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    await userEvent.fill(page.getByRole('textbox'), 'Shown at the counter.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await vi.waitFor(() => expect(done.at(-1)).toMatchObject({ path: 'attestations' }));
    expect(done.at(-1)?.body).toMatchObject({ guard: 'identity' });
  });

  test('says what is missing before anything is prescribed, and takes a note for it', async () => {
    const { done } = openWith(1, `/console/meadow/cases/${idOf(0)}`);
    const approve = page.getByRole('button', { name: 'Approve and prescribe' });
    await expect.element(approve).toBeDisabled();
    await expect.element(page.getByText('Allergies and medicines not confirmed')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(approve).toBeEnabled();
    await userEvent.keyboard('p');
    await expect
      .element(page.getByRole('textbox', { name: 'Medicine' }))
      .toHaveValue('Sildenafil, Tablet, 50 mg');
    await userEvent.click(page.getByRole('form').getByRole('button', { name: 'Approve and prescribe' }));
    await expect.element(page.getByText('Enter how to take it')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Directions' }), 'One, an hour before.');
    await userEvent.fill(page.getByRole('textbox', { name: 'Quantity' }), '10 tablets');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('heading', { name: 'Prescribed', exact: true })).toBeVisible();
    expect(done.at(-1)?.body).toMatchObject({
      does: 'approve',
      prescription: { product: 'sildenafil', sku: 'SIL-10', quantity: '10 tablets', refills: 0, days: 30 },
    });
  });

  test('shows the first field that is wrong, and what was decided, on a short screen', async () => {
    await page.viewport(1280, 500);
    openWith(1, `/console/meadow/cases/${idOf(0)}`, { ...begun, guards: [] }, true);
    await expect.element(page.getByRole('button', { name: 'Approve and prescribe' })).toBeEnabled();
    await userEvent.keyboard('p');
    const expires = page.getByRole('form').getByRole('group', { name: 'Valid until' });
    await userEvent.click(expires.getByRole('textbox').first());
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const directions = page.getByRole('textbox', { name: 'Directions' });
    await expect.element(directions).toHaveFocus();
    await expect.element(page.getByText('Enter how to take it')).toBeInViewport();
    await userEvent.fill(directions, 'One, an hour before.');
    await userEvent.fill(page.getByRole('textbox', { name: 'Quantity' }), '10 tablets');
    await userEvent.click(expires.getByRole('textbox').first());
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect.element(undo).toHaveFocus();
    await expect.element(undo).toBeInViewport();
  });

  test('prescribes nothing that a stop rule is about until it is overridden in writing', async () => {
    const product = 'sildenafil';
    const rule = { id: 'nitrates', label: { en: 'Takes nitrates' } };
    const { done } = openWith(1, `/console/meadow/cases/${idOf(0)}`, {
      ...begun,
      guards: [{ name: 'product', product, state: 'unmet', attestable: true, rules: [rule] }],
    });
    await expect.element(page.getByText(/Sildenafil.*a stop rule applies/)).toBeVisible();
    // An order waits: the case isn't closed as read.
    await expect.element(page.getByRole('button', { name: 'Mark reviewed' })).not.toBeInTheDocument();
    const prescribes = async () => {
      await userEvent.keyboard('p');
      await userEvent.fill(page.getByRole('textbox', { name: 'Directions' }), 'One, an hour before.');
      await userEvent.fill(page.getByRole('textbox', { name: 'Quantity' }), '10 tablets');
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
    };
    await prescribes();
    await expect
      .element(page.getByText('Override the rule first, or choose another medicine.'))
      .toBeVisible();
    expect(done).toEqual([]);
    await userEvent.click(page.getByRole('form').getByRole('button', { name: 'Override' }));
    await userEvent.fill(page.getByRole('form').getByRole('textbox'), 'Stopped them a year ago.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText(/stop rule overridden/)).toBeVisible();
    expect(done.at(-1)?.body).toEqual({ guard: 'product', product, text: 'Stopped them a year ago.' });
    await prescribes();
    await expect.element(page.getByRole('heading', { name: 'Prescribed', exact: true })).toBeVisible();
  });

  test('says which order isn’t filled where another medicine is chosen', async () => {
    openWith(1, `/console/meadow/cases/${idOf(0)}`, {
      ...begun,
      guards: [],
      medicines: [
        ...begun.medicines,
        { product: 'tadalafil', name: { en: 'Tadalafil' }, form: { en: 'Tablet, 10 mg' } },
      ],
    });
    await expect.element(page.getByRole('button', { name: 'Approve and prescribe' })).toBeEnabled();
    await userEvent.keyboard('p');
    const form = page.getByRole('form');
    const unfilled = form.getByText(/^Order .*OR-1234.* includes another medicine/);
    const product = form.getByRole('combobox', { name: 'Product' });
    await expect.element(product).toBeVisible();
    await expect.element(unfilled).not.toBeInTheDocument();
    await userEvent.selectOptions(product, 'tadalafil');
    await expect.element(unfilled).toBeVisible();
  });

  test('prescribes what asks for an ID once one is on file, and anything else meanwhile', async () => {
    const guard: ConsultationDetail['guards'][number] = {
      ...{ name: 'identity', product: 'sildenafil', state: 'unmet', attestable: true, rules: [] },
      needs: 'valid-id',
    };
    const { done } = openWith(1, `/console/meadow/cases/${idOf(0)}`, { ...begun, guards: [guard] });
    await expect.element(page.getByText('Required for Sildenafil')).toBeVisible();
    await expect.element(page.getByText(/The ID on file has expired/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Approve and prescribe' })).toBeEnabled();
    await userEvent.keyboard('p');
    await userEvent.click(page.getByRole('form').getByRole('button', { name: 'Confirm' }));
    await userEvent.fill(page.getByRole('form').getByRole('textbox'), 'Showed a passport on video.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText(/Photo ID confirmed/)).toBeVisible();
    expect(done.at(-1)?.body).toMatchObject({ guard: 'identity', text: 'Showed a passport on video.' });
  });

  test('leaves a form by Escape, and keeps what a template’s words were changed to', async () => {
    const { done } = openWith(1, `/console/meadow/cases/${idOf(0)}`);
    await expect.element(page.getByRole('button', { name: 'Decline' })).toBeVisible();
    await userEvent.keyboard('d');
    const reason = page.getByRole('combobox', { name: 'Reason' });
    await userEvent.selectOptions(reason, 'interaction');
    const text = page.getByRole('textbox', { name: 'What the patient will read' });
    await expect.element(text).not.toHaveValue('');
    await userEvent.fill(text, 'My own words.');
    await userEvent.selectOptions(reason, 'needs-exam');
    await expect.element(text).toHaveValue('My own words.');
    await userEvent.keyboard('{Escape}');
    await expect.element(reason).not.toBeInTheDocument();
    expect(done).toEqual([]);
  });

  test('does nothing by single keys once they are switched off', async () => {
    openWith(1, `/console/meadow/cases/${idOf(0)}`);
    await expect.element(page.getByRole('button', { name: 'Decline' })).toBeVisible();
    await userEvent.keyboard('?');
    const box = page.getByRole('checkbox', { name: 'Use single-key shortcuts' });
    await expect.element(box).toBeInTheDocument();
    (box.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await userEvent.keyboard('d');
    await expect.element(page.getByRole('combobox', { name: 'Reason' })).not.toBeInTheDocument();
  });

  test('keeps a narrowed list under a name, for this person', async () => {
    openWith(2, '/console/meadow');
    await userEvent.click(page.getByRole('button', { name: 'Mine' }));
    await userEvent.click(page.getByRole('button', { name: 'Save view' }));
    await userEvent.keyboard('My queue{Enter}');
    await expect
      .element(page.getByRole('button', { name: 'My queue' }))
      .toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(page.getByRole('button', { name: 'Clear' }));
    await expect
      .element(page.getByRole('button', { name: 'My queue' }))
      .toHaveAttribute('aria-pressed', 'false');
  });
});
