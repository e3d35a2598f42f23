import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formHash } from '../../../sync/questionnaire/form-hash.ts';
import { handOffParts, sealHandOff } from '../../../sync/seal/hand-off.ts';
import { open } from '../../app/testing/open.tsx';
import { createTestPlatform } from '../../device/testing/platform.ts';
import { testDraft } from '../../platform/contract/testing.ts';

const CODE = '4K7Q2-MX9TD';
const DEFINITION = { resourceType: 'Questionnaire', title: 'as it was at the kiosk' };
const begun = testDraft({ owner: 'shared', patient: { givenName: 'Ada', birthDate: '1984-05-12' } });
const draft = {
  ...begun,
  questionnaire: { ...begun.questionnaire, formHash: await formHash(DEFINITION) },
};

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
});

/** A server that keeps one hand-off, and gives it once. */
async function serve(
  content: unknown = { content: draft, definition: DEFINITION },
  published: readonly string[] = [draft.questionnaire.formHash],
) {
  const parts = await handOffParts('meadow', CODE);
  const sealed = await sealHandOff(parts, content);
  const asked: string[] = [];
  let there = true;
  let up = true;
  const before = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.includes('/hand-offs/')) return before(input, init);
    const form = /\/hand-offs\/forms\/(\w+)$/.exec(url)?.[1];
    if (form !== undefined) return new Response(null, { status: published.includes(form) ? 204 : 404 });
    asked.push(url);
    if (!up) throw new TypeError('Failed to fetch');
    if (!there || !url.includes(parts.id)) return new Response(null, { status: 404 });
    there = false;
    return Response.json(sealed);
  });
  return {
    asked,
    setUp: (state: boolean) => {
      up = state;
    },
  };
}

const bring = () => userEvent.click(page.getByRole('button', { name: 'Bring my answers here' }));

async function fill(code: string, whose: 'Mine' | 'Shared' = 'Mine') {
  await userEvent.fill(page.getByLabelText('Code from the kiosk'), code);
  await userEvent.click(page.getByText(whose, { exact: true }), { force: true });
}

/** A device that stores what it is given. */
const keeping = () => {
  const platform = createTestPlatform();
  const save = vi.spyOn(platform.drafts, 'save').mockResolvedValue();
  const keep = vi.spyOn(platform.drafts, 'keepDefinition').mockResolvedValue();
  return { platform, save, keep };
};

describe('going on with a form from the kiosk', () => {
  test('the code brings the draft here, as this device is used, with the form’s own version', async () => {
    const { asked } = await serve();
    const { platform, save, keep } = keeping();
    open('/connect/meadow/continue', { platform });
    await fill('4k7q2 mx9td');
    await bring();
    await expect.poll(() => save).toHaveBeenCalledOnce();
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      draftId: draft.draftId,
      owner: 'own',
      patient: draft.patient,
    });
    expect(keep).toHaveBeenCalledWith(draft.questionnaire.formHash, DEFINITION);
    expect(asked).toHaveLength(1);
    expect(asked.join()).not.toContain(CODE);
  });

  test('a desk that the kiosk couldn’t tell is told by the patient, and then the form goes on', async () => {
    await serve({ content: draft, definition: DEFINITION, toldDesk: false });
    const { platform, save } = keeping();
    const { router } = open('/connect/meadow/continue', { platform });
    await fill(CODE);
    await bring();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent('Tell the front desk you’re here');
    await expect.element(heading).toHaveFocus();
    expect(save).toHaveBeenCalledOnce();
    await userEvent.click(page.getByRole('button', { name: 'Continue' }));
    await expect.poll(() => router.state.location.pathname).toContain('/questionnaire/sleep');
  });

  test('a desk that knows needs no word of the patient’s', async () => {
    await serve({ content: draft, definition: DEFINITION, toldDesk: true });
    const { platform } = keeping();
    const { router } = open('/connect/meadow/continue', { platform });
    await fill(CODE);
    await bring();
    await expect.poll(() => router.state.location.pathname).toContain('/questionnaire/sleep');
  });

  test('a scanned code leaves the address at once, and nothing is fetched before the press', async () => {
    const { asked } = await serve();
    window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}#${CODE}`);
    open('/connect/meadow/continue');
    await expect.element(page.getByText('We have the kiosk’s code.')).toBeVisible();
    await expect.poll(() => window.location.href).not.toContain('4K7Q2');
    expect(asked).toEqual([]);
  });

  test('a code that is wrong, old or used is told as one, and what to do', async () => {
    await serve();
    open('/connect/meadow/continue');
    await fill('4K7Q2-MX9TE');
    await bring();
    await expect.element(page.getByText('That code no longer works')).toBeVisible();
  });

  test('without a connection nothing is lost, and the next press brings it', async () => {
    const server = await serve();
    const { platform, save } = keeping();
    server.setUp(false);
    open('/connect/meadow/continue', { platform });
    await fill(CODE, 'Shared');
    await bring();
    await expect.element(page.getByText('Nothing is lost.', { exact: false })).toBeVisible();
    server.setUp(true);
    await bring();
    await expect.poll(() => save).toHaveBeenCalledOnce();
    expect(save.mock.calls[0]?.[0].owner).toBe('shared');
  });

  const scan = () =>
    window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}#${CODE}`);
  const scanned = page.getByText('We have the kiosk’s code.');

  test('a code that was scanned outlasts a reload, until it has brought the form', async () => {
    const server = await serve();
    server.setUp(false);
    scan();
    const first = open('/connect/meadow/continue');
    await expect.element(scanned).toBeVisible();
    await expect.poll(() => window.location.href).not.toContain('4K7Q2');
    first.leave();
    const { platform, save } = keeping();
    const second = open('/connect/meadow/continue', { platform });
    await expect.element(scanned).toBeVisible();
    server.setUp(true);
    await userEvent.click(page.getByText('Mine', { exact: true }), { force: true });
    await bring();
    await expect.poll(() => save).toHaveBeenCalledOnce();
    second.leave();
    open('/connect/meadow/continue');
    await expect.element(page.getByLabelText('Code from the kiosk')).toHaveValue('');
  });

  test('a code that was typed and couldn’t be used yet outlasts a reload, and can be corrected', async () => {
    const server = await serve();
    server.setUp(false);
    const first = open('/connect/meadow/continue');
    await fill(CODE);
    await bring();
    await expect.element(page.getByText('Nothing is lost.', { exact: false })).toBeVisible();
    first.leave();
    open('/connect/meadow/continue');
    await expect.element(page.getByLabelText('Code from the kiosk')).toHaveValue(CODE);
  });

  test('a code that works no longer is kept no longer', async () => {
    await serve();
    scan();
    const first = open('/connect/meadow/continue');
    await expect.element(scanned).toBeVisible();
    first.leave();
    const later = Date.now() + 5 * 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    open('/connect/meadow/continue');
    await expect.element(page.getByLabelText('Code from the kiosk')).toHaveValue('');
    expect(sessionStorage.getItem('v:meadow:hand-off')).toBeNull();
  });

  test('what was fetched and can’t be stored is held, and stored by the next press without asking the server again', async () => {
    const { asked } = await serve();
    const { platform, save } = keeping();
    save.mockRejectedValueOnce(new Error('full'));
    open('/connect/meadow/continue', { platform });
    await fill(CODE);
    await bring();
    await expect.element(page.getByText('Your answers aren’t saved yet')).toBeVisible();
    await bring();
    await expect.poll(() => save).toHaveBeenCalledTimes(2);
    expect(asked).toHaveLength(1);
  });

  test('goes on - the browser asks whether it may keep data, and nobody answers', async () => {
    await serve();
    const { platform, save } = keeping();
    const unanswered: () => unknown = () => new Promise<never>(() => {});
    const asked = vi.spyOn(platform, 'requestPersistence').mockImplementation(unanswered);
    const { router } = open('/connect/meadow/continue', { platform });
    await fill(CODE);
    await bring();
    await expect.poll(() => router.state.location.pathname).toContain('/questionnaire/sleep');
    expect(save).toHaveBeenCalledOnce();
    expect(asked).toHaveBeenCalledOnce();
  });

  test('a form that this vendor doesn’t offer, and content that is none, are told', async () => {
    await serve({ content: { ...draft, questionnaire: { ...draft.questionnaire, slug: 'other' } } });
    open('/connect/meadow/continue');
    await fill(CODE);
    await bring();
    await expect.element(page.getByText('This form isn’t available here')).toBeVisible();
  });

  test('a form that the vendor has never published is kept from the patient, whatever it calls itself', async () => {
    await serve({ content: draft, definition: DEFINITION }, []);
    const { platform, save, keep } = keeping();
    open('/connect/meadow/continue', { platform });
    await fill(CODE);
    await bring();
    await expect.element(page.getByText('This form isn’t available here')).toBeVisible();
    expect(save).not.toHaveBeenCalled();
    expect(keep).not.toHaveBeenCalled();
  });

  test('asks for what is missing', async () => {
    const { asked } = await serve();
    open('/connect/meadow/continue');
    await bring();
    await expect.element(page.getByText('Enter the code the kiosk shows', { exact: false })).toBeVisible();
    await expect.element(page.getByText('Choose whose device this is.')).toBeVisible();
    expect(asked).toEqual([]);
  });
});
