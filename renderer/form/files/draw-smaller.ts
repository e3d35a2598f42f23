/**
 * Redraws a picture, so that nothing is left of the file but what is seen: no place, no device, no thumbnail of an uncropped
 * original. Decoding and scaling happen off the main thread where the browser can.
 */

/** Pixels: a skin spot or a letter can be read, and a photo is some 600 kB instead of 5 MB. */
export const LONGEST_SIDE = 2048;

/** What is written, best first, with the ending of its files. */
export const OUTPUT_TYPES: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/png': 'png',
};
/** Longest side and quality: the later ones for forms that allow little. */
const TRIES = [
  [LONGEST_SIDE, 0.85],
  [LONGEST_SIDE, 0.7],
  [1536, 0.7],
  [1024, 0.6],
] as const;

export type Drawn = Blob;

export interface DrawOptions {
  readonly type: string;
  readonly mostBytes: number;
}

/** Width and height that fit into a square of that side; never larger than they are. */
export function fitInto(width: number, height: number, side: number): readonly [number, number] {
  const scale = Math.min(1, side / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

async function scaled(bitmap: ImageBitmap, width: number, height: number): Promise<ImageBitmap> {
  if (bitmap.width === width && bitmap.height === height) return bitmap;
  try {
    return await createImageBitmap(bitmap, {
      resizeWidth: width,
      resizeHeight: height,
      resizeQuality: 'high',
    });
  } catch {
    // Older engines don't resize here: the canvas does.
    return bitmap;
  }
}

interface Canvas {
  readonly context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  write(type: string, quality: number): Promise<Blob>;
}

function createCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context) return { context, write: (type, quality) => canvas.convertToBlob({ type, quality }) };
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  return {
    context,
    write: (type, quality) =>
      new Promise((resolve, reject) => {
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), type, quality);
      }),
  };
}

async function drawAt(bitmap: ImageBitmap, side: number, type: string, quality: number): Promise<Blob> {
  const [width, height] = fitInto(bitmap.width, bitmap.height, side);
  const small = await scaled(bitmap, width, height);
  const { context, write } = createCanvas(width, height);
  // JPEG has no transparency: a drawing on nothing is meant to be read on white.
  if (type === 'image/jpeg') {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(small, 0, 0, width, height);
  if (small !== bitmap) small.close();
  return write(type, quality);
}

/**
 * @returns the first try that fits, else the smallest; upright, whatever its EXIF orientation said.
 * @throws where the browser can't decode it.
 */
export async function drawSmaller(file: Blob, { type, mostBytes }: DrawOptions): Promise<Drawn> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    let drawn: Blob | undefined;
    for (const [side, quality] of TRIES) {
      drawn = await drawAt(bitmap, side, type, quality);
      if (drawn.size <= mostBytes) break;
    }
    if (drawn === undefined) throw new Error('No picture');
    return drawn;
  } finally {
    bitmap.close();
  }
}
