/** A vendor's icons, drawn from its mark: one picture of the brand in every size that a device asks for. */
import sharp from 'sharp';
import type { Brand } from '../../../sync/domain/vendor/brand.ts';
import { contrast } from '../../theme/contrast.ts';

export interface Icon {
  /** Without extension, as `icon-192`. */
  readonly name: string;
  readonly size: number;
  readonly purpose: 'any' | 'maskable' | 'monochrome' | 'apple-touch';
  readonly png: Uint8Array;
}

/** How much of the icon's width the mark takes: a maskable icon keeps it inside the circle of 80 % that is never cut. */
const share = { any: 0.62, maskable: 0.5, monochrome: 0.72, 'apple-touch': 0.6 } as const;
const wanted = [
  ['any', 192],
  ['any', 512],
  ['any', 1024],
  ['maskable', 192],
  ['maskable', 512],
  ['monochrome', 512],
  ['apple-touch', 180],
] as const;
const corners: Readonly<Record<Brand['shape'], number>> = {
  square: 0,
  soft: 0.18,
  round: 0.26,
  stout: 0.22,
  fine: 0,
  block: 0.1,
};

/** The brand's own color that is seen best on its background; black or white where neither is seen at all. */
export function markColour({ primary, secondary, background }: Brand['colors']): string {
  const [best] = [primary, secondary].sort((a, b) => contrast(b, background) - contrast(a, background));
  if (best !== undefined && contrast(best, background) >= 3) return best;
  return contrast('#ffffff', background) > contrast('#000000', background) ? '#ffffff' : '#000000';
}

function iconSvg(brand: Brand, size: number, purpose: Icon['purpose']): string {
  const [x = 0, y = 0, width = 1, height = 1] = brand.mark.viewBox.split(' ').map(Number);
  const scale = (share[purpose] * size) / Math.max(width, height, 1e-6);
  const left = (size - width * scale) / 2 - x * scale;
  const top = (size - height * scale) / 2 - y * scale;
  const colour = purpose === 'monochrome' ? '#ffffff' : markColour(brand.colors);
  const radius = purpose === 'any' ? corners[brand.shape] * size : 0;
  const ground =
    purpose === 'monochrome'
      ? ''
      : `<rect width="${size}" height="${size}" rx="${radius}" fill="${brand.colors.background}"/>`;
  const paths = brand.mark.paths.map((path) => `<path d="${path.replace(/\s+/g, ' ')}"/>`).join('');
  // A hairline keeps paths visible that enclose nothing; more would close the gaps of the drawing.
  const line = Math.max(width, height) * 0.012;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${ground}` +
    `<g transform="translate(${left} ${top}) scale(${scale})" fill="${colour}" fill-rule="evenodd" stroke="${colour}" stroke-width="${line}" stroke-linejoin="round" stroke-linecap="round">${paths}</g></svg>`
  );
}

/** The mark alone, in a square with a clear ground. */
export const drawMark = (brand: Brand, size: number): Promise<Uint8Array> =>
  sharp(Buffer.from(iconSvg({ ...brand, shape: 'square' }, size, 'any')))
    .png()
    .toBuffer();

/** Same brand, same bytes. */
export async function drawIcons(brand: Brand): Promise<readonly Icon[]> {
  return Promise.all(
    wanted.map(async ([purpose, size]) => {
      const image = sharp(Buffer.from(iconSvg(brand, size, purpose)));
      const opaque =
        purpose === 'apple-touch' || purpose === 'maskable'
          ? image.flatten({ background: brand.colors.background })
          : image;
      const png = await opaque.png({ compressionLevel: 9, palette: false }).toBuffer();
      return {
        name: purpose === 'any' ? `icon-${size}` : `${purpose}-${size}`,
        size,
        purpose,
        png: new Uint8Array(png),
      };
    }),
  );
}
