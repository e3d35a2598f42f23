/** The picture that other sites show beside a link to the vendor's pages: its art and its mark, and no words, which would be in one language. */
import sharp from 'sharp';
import type { Brand } from '../../../sync/domain/vendor/brand.ts';
import { drawMark } from './icons.ts';

/** As Open Graph's readers crop it least. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;
const ART = 560;
const MARK = 260;
const WIDE = 1.8;

/** @param art SVG */
export async function drawSharePicture(brand: Brand, art: string): Promise<Uint8Array> {
  const { width, height } = SHARE_SIZE;
  const own = await sharp(Buffer.from(art)).metadata();
  // A landscape is the ground itself.
  if ((own.width ?? 1) / (own.height ?? 1) > WIDE)
    return await sharp(Buffer.from(art), { density: 144 })
      .resize({ width, height, fit: 'cover' })
      .flatten({ background: brand.colors.background })
      .png({ palette: true })
      .toBuffer();
  const drawing = await sharp(Buffer.from(art), { density: 144 })
    .resize({ width: ART, height: ART, fit: 'inside' })
    .png()
    .toBuffer();
  const { width: artWidth, height: artHeight } = await sharp(drawing).metadata();
  const mark = await drawMark(brand, MARK);
  return await sharp({ create: { width, height, channels: 3, background: brand.colors.background } })
    .composite([
      { input: Buffer.from(mark), left: 130, top: Math.round((height - MARK) / 2) },
      {
        input: drawing,
        left: width - ART - 50 + Math.round((ART - artWidth) / 2),
        top: Math.round((height - artHeight) / 2),
      },
    ])
    .png({ palette: true })
    .toBuffer();
}
