import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ListedProduct } from '../../../sync/domain/catalog/product.ts';
import { testPack, testQuestionnaire } from '../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../app/testing/open.tsx';
import { createTestPlatform } from '../../device/testing/platform.ts';
import { testDelivery, testDraft } from '../../platform/contract/testing.ts';

const picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'/%3E";

const remedies = ['Melatonin', 'Valerian', 'Lavender', 'Magnesium', 'Chamomile', 'Glycine'].map(
  (name): ListedProduct => ({
    ...{ slug: name.toLowerCase(), kind: 'otc', name: { en: name }, form: { en: 'Tablet' } },
    ...{ summary: { en: 'A remedy.' }, from: { amount: 500 }, url: `/connect/meadow/files/${name}.json` },
  }),
);

describe('the home of a vendor', () => {
  test('says of each form what it is for, how long, how much, who reads it and by when', async () => {
    open('/connect/meadow/');
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Sleep diary' }) });
    await expect
      .element(row)
      .toHaveTextContent(
        'Sleep diaryOne night on one page.About 3 minutes · $25Read by Dr. Mina RaoRead within 24 hours',
      );
  });

  test('finds a product among many, however it is typed', async () => {
    open('/connect/meadow/', { bootstrap: { pack: testPack({ products: remedies }) } });
    await page.getByRole('searchbox', { name: 'Search medicines and products' }).fill('melatonine');
    await expect.element(page.getByText('1 product found')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Melatonin' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Valerian' })).not.toBeInTheDocument();
    await page.getByRole('searchbox').fill('');
    await expect.element(page.getByRole('link', { name: 'Valerian' })).toBeVisible();
  });

  test('has nothing to search in a handful of products', async () => {
    open('/connect/meadow/', { bootstrap: { pack: testPack({ products: remedies.slice(1) }) } });
    await expect.element(page.getByRole('link', { name: 'Valerian' })).toBeVisible();
    expect(page.getByRole('searchbox').elements()).toEqual([]);
  });

  test('begins at once - there is one form', async () => {
    open('/connect/meadow/');
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Sleep diary' }).first())
      .toHaveAttribute('href', '/connect/meadow/questionnaire/sleep');
  });

  test('goes on with the draft first - on one’s own device, by the form’s name', async () => {
    open('/connect/meadow/', { platform: createTestPlatform({ drafts: [testDraft()] }) });
    await expect.element(page.getByRole('heading', { name: 'Where you left off' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Continue: Sleep diary' }).elements()).toHaveLength(2);
  });

  test('names nothing - the draft is on a shared device', async () => {
    open('/connect/meadow/', { platform: createTestPlatform({ drafts: [testDraft({ owner: 'shared' })] }) });
    await expect
      .element(page.getByRole('link', { name: 'Continue: A form on this device' }).first())
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Continue: Sleep diary' })).not.toBeInTheDocument();
  });

  test('leaves off only what is unfinished, and says what became of what was sent - waiting, received, read', async () => {
    const receipt = {
      opId: 'b',
      sha256: 'a'.repeat(64),
      seq: 1,
      epoch: 'e',
      receivedAt: '2026-11-02T14:02:00.000Z',
      code: 'B2-0000',
      keyId: 'k',
      signature: 's',
    };
    const deliveries = [
      testDelivery({ opId: 'a', code: 'A1-0000' }),
      testDelivery({ opId: 'b', code: 'B2-0000', state: 'received', receipt }),
      testDelivery({
        opId: 'c',
        code: 'C3-0000',
        state: 'received',
        receipt,
        reviewedAt: '2026-11-02T15:00:00.000Z',
      }),
    ];
    open('/connect/meadow/', { platform: createTestPlatform({ deliveries }) });
    await expect
      .element(page.getByText('Waiting to send: Meadow doesn’t have it yet', { exact: true }))
      .toBeVisible();
    const sent = page.getByRole('region', { name: 'What you sent' });
    await expect.element(sent.getByText(/^Received by Meadow Nov 2, 2026/)).toBeVisible();
    await expect.element(sent.getByText(/^Read by Meadow Nov 2, 2026/)).toBeVisible();
    expect(
      page.getByRole('region', { name: 'Where you left off' }).getByRole('listitem').elements(),
    ).toHaveLength(1);
    // The reference takes no column from the words and the action below it.
    const left = (text: string) =>
      page.getByText(text, { exact: true }).element().getBoundingClientRect().left;
    const title = page.getByRole('region', { name: 'Where you left off' }).getByText('Sleep diary').first();
    expect(left('A1-0000')).toBe(title.element().getBoundingClientRect().left);
  });

  test('takes no new answers and says what still can be done - intake is paused', async () => {
    open('/connect/meadow/', { bootstrap: { pack: testPack({ status: 'paused' }) } });
    await expect.element(page.getByText('Meadow isn’t taking new patients right now')).toBeVisible();
    await expect.element(page.getByText('Not taking new forms right now')).toBeVisible();
  });

  test('says that it opens soon - there is no form yet', async () => {
    open('/connect/meadow/', { bootstrap: { pack: testPack({ questionnaires: [] }) } });
    await expect.element(page.getByText('Opening soon. No forms yet.')).toBeVisible();
  });

  test('leads to the list - there are several forms', async () => {
    const pack = testPack({
      questionnaires: [testQuestionnaire(), testQuestionnaire({ slug: 'mood', title: { en: 'Mood' } })],
    });
    open('/connect/meadow/', { bootstrap: { pack } });
    await expect
      .element(page.getByRole('link', { name: 'Choose where to start' }))
      .toHaveAttribute('href', '#forms');
  });

  test('keeps a full stop where it belongs - a clinic has its texts in English alone, and the page is Arabic', async () => {
    const tagline = { en: 'Care among trees.' };
    open('/connect/meadow/', { language: 'ar', bootstrap: { pack: testPack({ tagline }) } });
    const text = page.getByText('Care among trees.', { exact: true });
    await expect.element(text).toHaveAttribute('dir', 'ltr');
    await expect.element(text).toHaveAttribute('lang', 'en');
  });

  test('names the places where care is given - in the reader’s language', async () => {
    open('/connect/meadow/', { language: 'es' });
    await expect.element(page.getByText('California')).toBeVisible();
    await expect.element(page.getByText('Por formulario')).toBeVisible();
  });

  test('shows each form as a tile with its picture, as one link - the brand has thick outlines', async () => {
    const plain = testPack();
    const pack = testPack({
      brand: { ...plain.brand, shape: 'stout' },
      questionnaires: [testQuestionnaire({ picture })],
    });
    open('/connect/meadow/', { bootstrap: { pack } });
    const tile = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Sleep diary' }) });
    await expect.element(tile).toBeVisible();
    const image = tile.element().querySelector('img');
    expect(image?.getAttribute('src')).toBe(picture);
    expect(image?.getAttribute('alt')).toBe('');
    tile.element().scrollIntoView({ block: 'center' });
    await expect
      .element(tile.getByRole('link'))
      .toHaveAttribute('href', '/connect/meadow/questionnaire/sleep');
    const box = tile.element().getBoundingClientRect();
    const middle = document.elementFromPoint(box.x + box.width / 2, box.y + 40);
    expect(middle?.closest('a')?.textContent).toBe('Sleep diary');
  });

  test('shows no picture of a form in a list of rows', async () => {
    const pack = testPack({
      questionnaires: [testQuestionnaire({ picture })],
    });
    open('/connect/meadow/', { bootstrap: { pack } });
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Sleep diary' }) });
    await expect.element(row).toBeVisible();
    expect(row.element().querySelector('img')).toBeNull();
  });
});
