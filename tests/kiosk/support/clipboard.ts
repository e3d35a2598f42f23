import { chromium } from 'playwright-core';
import { findChromium } from '../../../build/find-chromium.ts';
import { temporaryFolder } from '../../support/paths.ts';

/** What a program of somebody else's, on the same screen, would paste. */
export async function readClipboard(display: string): Promise<string> {
  const context = await chromium.launchPersistentContext(temporaryFolder('paste'), {
    executablePath: findChromium() ?? '',
    headless: false,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    env: { PATH: process.env.PATH ?? '', HOME: temporaryFolder('paste-home'), DISPLAY: display },
  });
  try {
    const page = await context.newPage();
    await page.setContent('<textarea autofocus></textarea>');
    await page.locator('textarea').focus();
    await page.keyboard.press('Control+V');
    return await page.locator('textarea').inputValue();
  } finally {
    await context.close();
  }
}
