/** Pictures of what a test saw, for people who want to look: only where `KIOSK_PICTURES` names a folder. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';

export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.KIOSK_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `ke-${name}.png`) });
}
