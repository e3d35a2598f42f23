/** The pictures that browsers show where they offer to install a vendor's space, left in its pack. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import type { SCREENSHOTS } from '../../build/vendor/parts/screenshots.ts';

const VENDORS = join(import.meta.dirname, '../../vendors');

/** @param page that has settled */
export async function leaveScreenshot(page: Page, vendor: string, form: (typeof SCREENSHOTS)[number]) {
  const folder = join(VENDORS, vendor, 'screenshots');
  await mkdir(folder, { recursive: true });
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(join(folder, `${form}.webp`));
}
