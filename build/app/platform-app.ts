/** What makes the platform's own page an app that can be installed: its manifest and its icons. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { platformBrand } from '../theme/platform-brand.ts';
import { drawIcons } from '../vendor/parts/icons.ts';
import { drawSharePicture } from '../vendor/parts/share-picture.ts';

/** Doors of many houses, each in a color of its own: the mark, as often as there are vendors to choose from. */
function doors(): string {
  const houses = [
    ['#1d4a4f', 210],
    ['#a8763e', 300],
    ['#6b8f71', 170],
    ['#c0563d', 270],
    ['#3f5f8a', 220],
  ] as const;
  const arches = houses.map(([color, top], at) => {
    const x = at * 108;
    return `<path fill="${color}" d="M${x} 520V${top}a46 46 0 0 1 92 0v${520 - top}z"/><circle cx="${x + 74}" cy="430" r="5" fill="#f8f7f4"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 528 528" width="528" height="528">${arches.join('')}<path fill="#1d4a4f" opacity=".12" d="M0 520h528v6H0z"/></svg>`;
}

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
  await writeFile(join(web, 'share.png'), await drawSharePicture(platformBrand, doors()));
  const { background, primary } = platformBrand.colors;
  const manifest = {
    ...{ id: '/', name: 'Carefront', short_name: 'Carefront', start_url: '/', scope: '/' },
    ...{ display: 'standalone', orientation: 'any', categories: ['health', 'medical'] },
    ...{ background_color: background, theme_color: primary, icons },
  };
  await writeFile(join(web, 'manifest.webmanifest'), JSON.stringify(manifest));
}
