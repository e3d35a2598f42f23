/** What makes the platform's own page an app that can be installed: its manifest and its icons. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { platformBrand } from '../theme/platform-brand.ts';
import { drawIcons } from '../vendor/parts/icons.ts';

/** @param web the folder of the built app */
export async function writePlatformApp(web: string): Promise<void> {
  const icons = [];
  for (const { name, size, purpose, png } of await drawIcons(platformBrand)) {
    if (purpose === 'apple-touch') continue;
    const hash = createHash('sha256').update(png).digest('base64url').slice(0, 8);
    const src = `assets/platform-${name}-${hash}.png`;
    await writeFile(join(web, src), png);
    icons.push({ src: `/${src}`, sizes: `${size}x${size}`, type: 'image/png', purpose });
  }
  const { background, primary } = platformBrand.colors;
  const manifest = {
    ...{ id: '/', name: 'Carefront', short_name: 'Carefront', start_url: '/', scope: '/' },
    ...{ display: 'standalone', orientation: 'any', categories: ['health', 'medical'] },
    ...{ background_color: background, theme_color: primary, icons },
  };
  await writeFile(join(web, 'manifest.webmanifest'), JSON.stringify(manifest));
}
