import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { testPack, testQuestionnaire } from '../../../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../../../app/testing/open.tsx';
import { createTestPlatform } from '../../../../device/testing/platform.ts';
import type { Delivery } from '../../../../platform/contract/contract.ts';
import { testDelivery } from '../../../../platform/contract/testing.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const CODE = 'K7-42QF';
const receipt = (receivedAt = new Date()) => ({
  opId: 'b',
  sha256: 'a'.repeat(64),
  seq: 1,
  epoch: 'e',
  receivedAt: receivedAt.toISOString(),
  code: CODE,
  keyId: 'k',
  signature: 's',
});
const received = { state: 'received', receipt: receipt() } as const;
const openReceipt = (part: Partial<Delivery>) =>
  open('/connect/meadow/questionnaire/sleep/success', {
    platform: createTestPlatform({ deliveries: [testDelivery(part)] }),
  });
const headline = (name: string) => page.getByRole('heading', { level: 1, name });
const next = page.getByRole('region', { name: 'What happens next' });
const nextText = () => next.query()?.textContent;
const words = () => page.getByRole('main').element().textContent;

describe('what a patient sees of a form they have sent', () => {
  test('waits to be sent: nothing claims that anyone has it, and a reminder is the next step', async () => {
    openReceipt({});
    await expect.element(headline('Waiting to send')).toBeVisible();
    await expect.poll(nextText).toMatch(/can’t act until it arrives/);
    await expect.element(next.getByRole('button', { name: 'Remind me to reopen' })).toBeVisible();
    expect(words()).not.toMatch(/[Rr]eceived|will read/);
  });

  test('needs the patient: nothing promises that it is sent by itself', async () => {
    openReceipt({ state: 'attention', why: 'conflict' });
    await expect.element(headline('Waiting to send')).toBeVisible();
    await expect.poll(nextText).toMatch(/Call Meadow and give them your reference/);
    expect(words()).not.toMatch(/automatically/);
  });

  test('received: who reads it by when, and how the answer comes', async () => {
    openReceipt(received);
    await expect.element(headline('Meadow has your answers')).toBeVisible();
    await expect.poll(nextText).toMatch(/Dr. Mina Rao will read it by \w+day, .+We’ll reply/);
  });

  test('received, and the promised time is over: says whom to call, and promises nothing', async () => {
    openReceipt({ ...received, receipt: receipt(new Date(Date.now() - 30 * 86_400_000)) });
    await expect.poll(nextText).toMatch(/You should have heard by .+ call Meadow/);
    expect(words()).not.toMatch(/will read/);
  });

  test('held for a person to check: promises no reading', async () => {
    openReceipt({ ...received, state: 'held' });
    await expect.element(headline('Meadow received your form')).toBeVisible();
    await expect.poll(nextText).toMatch(/Someone at Meadow will check it by hand first/);
    expect(words()).not.toMatch(/will read/);
  });

  test('read', async () => {
    openReceipt({ ...received, reviewedAt: new Date().toISOString() });
    await expect.element(headline('A clinician has read your answers')).toBeVisible();
    await expect.poll(nextText).toBe('What happens nextWe’ll reply by your contact method.');
  });

  test('deleted: nobody is said to read it', async () => {
    openReceipt({ ...received, deletedAt: new Date().toISOString() });
    await expect.element(headline('Meadow deleted your answers')).toBeVisible();
    await expect.poll(nextText).toMatch(/Call Meadow if you have questions/);
    expect(words()).not.toMatch(/will read/);
  });
});

test('copies the reference', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  openReceipt(received);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(written).toHaveBeenCalledExactlyOnceWith(CODE);
});

test('adds the time of the answer to the patient’s calendar, in UTC and without a word of what it is about', async () => {
  const at = new Date();
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#calendar');
  openReceipt({ ...received, receipt: receipt(at) });
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  await expect.poll(() => made.mock.calls.length).toBe(1);
  const file = made.mock.calls[0]?.[0];
  const calendar = file instanceof Blob ? await file.text() : '';
  const due = new Date(at.getTime() + 24 * 3_600_000).toISOString();
  expect(calendar).toContain(`DTSTART:${due.slice(0, 19).replaceAll(/[-:]/g, '')}Z`);
  expect(calendar).toContain('SUMMARY:Reply about your form');
  expect(calendar).not.toMatch(/sleep|Meadow/i);
});

test('names the clinic’s phone and the place’s emergency number - and the crisis lines of a form that asks of crises', async () => {
  const rule = { id: 'r', questionnaire: testQuestionnaire().canonical, panel: 'crisis' };
  open('/connect/meadow/questionnaire/sleep/success', {
    platform: createTestPlatform({ deliveries: [testDelivery(received)] }),
    bootstrap: {
      pack: testPack({
        questionnaires: [testQuestionnaire()],
        rules: [rule] as unknown as ReturnType<typeof testPack>['rules'],
      }),
    },
  });
  const worse = page.getByRole('region', { name: 'If it gets worse' });
  await expect
    .element(worse.getByRole('link', { name: /^Call \(/ }))
    .toHaveAttribute('href', 'tel:+12025550143');
  await expect.element(worse.getByRole('link', { name: /^Call.*911/ })).toHaveAttribute('href', 'tel:911');
  await expect.element(worse.getByRole('link', { name: /Call.*988/ })).toBeVisible();
});

test('is composed as the brand says, whatever its shape', async () => {
  const { brand } = testPack();
  open('/connect/meadow/questionnaire/sleep/success', {
    platform: createTestPlatform({ deliveries: [testDelivery(received)] }),
    bootstrap: { pack: testPack({ brand: { ...brand, shape: 'round', layout: { receipt: 'till' } } }) },
  });
  await expect.element(page.getByText(CODE)).toBeVisible();
  const teeth = () => {
    const slip = page.getByText(CODE).element().closest('div')?.parentElement;
    return slip ? getComputedStyle(slip, '::before').maskImage : '';
  };
  await expect.poll(teeth).toContain('conic-gradient');
});

test('keeps no room for a drawing that isn’t on the device', async () => {
  const { brand } = testPack();
  open('/connect/meadow/questionnaire/sleep/success', {
    platform: createTestPlatform({ deliveries: [testDelivery(received)] }),
    bootstrap: { pack: testPack({ brand: { ...brand, art: { ...brand.art, success: 'data:,none' } } }) },
  });
  await expect.element(headline('Meadow has your answers')).toBeVisible();
  await expect.poll(() => document.querySelector('img[src="data:,none"]')).toBeNull();
});

test('has no drawing where the receipt is a panel', async () => {
  const { brand } = testPack();
  const drawing = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'/%3E";
  const art = { ...brand.art, success: drawing };
  open('/connect/meadow/questionnaire/sleep/success', {
    platform: createTestPlatform({ deliveries: [testDelivery(received)] }),
    bootstrap: { pack: testPack({ brand: { ...brand, art, layout: { receipt: 'panel' } } }) },
  });
  await expect.element(page.getByText(CODE)).toBeVisible();
  expect(document.querySelector(`img[src="${drawing}"]`)).toBeNull();
});
