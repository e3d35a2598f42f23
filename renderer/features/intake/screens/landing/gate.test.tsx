import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open } from '../../../../app/testing/open.tsx';
import { createTestPlatform } from '../../../../device/testing/platform.ts';

const FORM = {
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'https://meadow.example/sleep',
  version: '1.0',
  title: 'Sleep diary',
  item: [{ linkId: 'hours', text: 'How many hours did you sleep?', type: 'integer' }],
};

test('Start leads to the form - the browser asks whether it may keep data, and nobody answers', async () => {
  const platform = createTestPlatform();
  vi.spyOn(platform.drafts, 'definition').mockResolvedValue(FORM);
  vi.spyOn(platform.drafts, 'keepDefinition').mockResolvedValue();
  vi.spyOn(platform.drafts, 'save').mockResolvedValue();
  const unanswered: () => unknown = () => new Promise<never>(() => {});
  const asked = vi.spyOn(platform, 'requestPersistence').mockImplementation(unanswered);
  const { router } = open('/connect/meadow/questionnaire/sleep', { platform });
  await userEvent.selectOptions(page.getByRole('combobox', { name: /Where are you right now/ }), 'US-CA');
  await userEvent.click(page.getByRole('button', { name: /^Start/ }));
  await expect.poll(() => router.state.location.pathname).toContain('/consultation');
  await expect
    .element(page.getByRole('heading', { level: 1, name: /How many hours did you sleep/ }))
    .toBeVisible();
  expect(asked).toHaveBeenCalledOnce();
});

const start = () => page.getByRole('button', { name: 'Start', exact: true });

test('a refusal for the place leads to the clinics that serve it, in sight below the text', async () => {
  open('/connect/meadow/questionnaire/sleep');
  await userEvent.selectOptions(page.getByRole('combobox', { name: /Where are you/ }), 'US-WY');
  await userEvent.click(start());
  const out = page.getByRole('link', { name: 'Find another clinic' });
  await expect.element(out).toHaveAttribute('href', '/?place=US-WY#clinics');
  const change = page.getByRole('button', { name: 'Change my answer' });
  expect(out.element().compareDocumentPosition(change.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expect.element(out).toBeInViewport();
});

test('a refusal at the gate offers ways out in place of the button that refused', async () => {
  open('/connect/meadow/questionnaire/sleep');
  await userEvent.selectOptions(page.getByRole('combobox', { name: /Where are you/ }), 'ZZ');
  await userEvent.click(start());
  await expect.element(page.getByText(/can’t treat you where you are now/)).toBeVisible();
  await expect.element(start()).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Change my answer' }));
  await expect.element(start()).toBeVisible();
});
