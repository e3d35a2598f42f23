import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Language } from '../../../../sync/domain/languages.ts';
import { permissions, staffRoles } from '../../../../sync/domain/staff/permissions.ts';
import { languagesInTurn } from '../../../design/testing/languages-in-turn.ts';
import { createConsoleServer } from '../testing/console-server.ts';
import { sideways, violations } from '../testing/inspect-page.ts';
import { openConsoleAt } from '../testing/open-console.tsx';

afterEach(() => vi.unstubAllGlobals());

async function openSheet(language?: Language) {
  await page.viewport(1280, 900);
  openConsoleAt('/console/meadow', createConsoleServer(), language);
  await page.getByRole('button', { name: /Ana Ruiz/ }).click();
  await expect.poll(() => document.querySelector('dialog[open] table')).toBeTruthy();
}

test('staff see what each role may do, from the table that the server asks', async () => {
  await openSheet();
  const rows = page.getByRole('dialog').getByRole('row');
  expect(rows.elements()).toHaveLength(permissions.length + 1);
  const cells = (name: RegExp) =>
    page
      .getByRole('row', { name })
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent);
  expect(cells(/Merge patients/)).toEqual(['Yes', 'Yes', 'No']);
  expect(cells(/See cases/)).toEqual(staffRoles.map(() => 'Yes'));
});

test.each(languagesInTurn(2))(
  'in %s on a phone nothing reaches outside, and engines find no fault',
  async (language) => {
    await openSheet(language);
    await page.viewport(320, 900);
    expect(sideways()).toEqual([]);
    expect(await violations()).toEqual([]);
  },
);
