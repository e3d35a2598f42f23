import { describe, expect, test } from 'vitest';
import { drawSmaller, fitInto, LONGEST_SIDE } from './draw-smaller.ts';

const OPTIONS = { type: 'image/jpeg', mostBytes: 12_000_000 };
const CANARY = 'CANARY-51.5007N-0.1246W';

/** The left half red, the right half blue. */
async function photo(width: number, height: number, type = 'image/jpeg'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#f00';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = '#00f';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas.convertToBlob({ type, quality: 0.95 });
}

/**
 * Puts an EXIF segment (APP1) behind the JPEG's first marker: little-endian TIFF with an orientation (tag 0x0112) and, where phones keep
 * the place, a text (tag 0x010e).
 */
async function withExif(jpeg: Blob, orientation: number): Promise<Blob> {
  const text = `${CANARY}\0`;
  const tiff = new Uint8Array(8 + 2 + 12 * 2 + 4 + text.length);
  const view = new DataView(tiff.buffer);
  tiff.set([0x49, 0x49, 0x2a, 0x00]);
  view.setUint32(4, 8, true);
  view.setUint16(8, 2, true);
  const entry = (at: number, tag: number, kind: number, count: number, value: number) => {
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, kind, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, value, true);
  };
  const textAt = 8 + 2 + 24 + 4;
  entry(10, 0x010e, 2, text.length, textAt);
  entry(22, 0x0112, 3, 1, orientation);
  tiff.set(new TextEncoder().encode(text), textAt);
  const head = new Uint8Array(10);
  head.set([0xff, 0xe1]);
  new DataView(head.buffer).setUint16(2, 2 + 6 + tiff.length);
  head.set(new TextEncoder().encode('Exif'), 4);
  return new Blob([jpeg.slice(0, 2), head, tiff, jpeg.slice(2)], { type: 'image/jpeg' });
}

const bytesOf = async (blob: Blob) => new TextDecoder('latin1').decode(await blob.arrayBuffer());

async function look(blob: Blob) {
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'none' });
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const at = (x: number, y: number) => {
    const [red = 0, , blue = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
    return red > blue ? 'red' : 'blue';
  };
  return { width: bitmap.width, height: bitmap.height, at };
}

describe('a photo on its way into an answer', () => {
  test('is made smaller to the longest side, and keeps its shape', async () => {
    const drawn = await drawSmaller(await photo(4000, 3000), OPTIONS);
    const { width, height, at } = await look(drawn);
    expect([drawn.type, width, height]).toEqual(['image/jpeg', LONGEST_SIDE, 1536]);
    expect([at(10, 10), at(2000, 10)]).toEqual(['red', 'blue']);
  });

  test('stands upright, and holds nothing of what the camera wrote into it', async () => {
    const original = await withExif(await photo(400, 200), 6);
    // The control: the place is there before.
    expect(await bytesOf(original)).toContain(CANARY);
    const drawn = await drawSmaller(original, OPTIONS);
    const bytes = await bytesOf(drawn);
    expect(bytes).not.toContain(CANARY);
    expect(bytes).not.toContain('Exif');
    // Orientation 6 is a quarter turn clockwise: what was at the left is on top.
    const { width, height, at } = await look(drawn);
    expect([width, height]).toEqual([200, 400]);
    expect([at(100, 20), at(100, 380)]).toEqual(['red', 'blue']);
  });

  test('is redrawn though it is small enough - what is in it must not travel', async () => {
    const drawn = await drawSmaller(await withExif(await photo(40, 20), 1), OPTIONS);
    expect(await bytesOf(drawn)).not.toContain(CANARY);
    expect(await look(drawn)).toMatchObject({ width: 40, height: 20 });
  });

  test('gets a white ground - a drawing without one', async () => {
    const nothing = new OffscreenCanvas(20, 20);
    nothing.getContext('2d');
    const empty = await nothing.convertToBlob({ type: 'image/png' });
    const drawn = await drawSmaller(empty, OPTIONS);
    const bitmap = await createImageBitmap(drawn);
    const context = new OffscreenCanvas(20, 20).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    expect([...(context?.getImageData(9, 9, 1, 1).data ?? [])]).toEqual([255, 255, 255, 255]);
  });

  test('is made smaller still - a form that allows little', async () => {
    const noise = new OffscreenCanvas(2200, 2200);
    const context = noise.getContext('2d');
    for (let index = 0; index < 4000; index += 1) {
      if (!context) break;
      context.fillStyle = `hsl(${(index * 137) % 360} 90% 50%)`;
      context.fillRect((index * 53) % 2200, (index * 97) % 2200, 60, 60);
    }
    const source = await noise.convertToBlob({ type: 'image/png' });
    const free = await drawSmaller(source, OPTIONS);
    const most = Math.round(free.size / 3);
    const drawn = await drawSmaller(source, { ...OPTIONS, mostBytes: most });
    expect(drawn.size).toBeLessThanOrEqual(most);
  });

  test('is refused - what can not be decoded', async () => {
    await expect(drawSmaller(new Blob(['no picture'], { type: 'image/jpeg' }), OPTIONS)).rejects.toThrow();
  });

  test.each([
    [4000, 3000, [2048, 1536]],
    [3000, 4000, [1536, 2048]],
    [800, 600, [800, 600]],
    [9000, 1, [2048, 1]],
  ])('%i by %i fits as %s', (width, height, size) => {
    expect(fitInto(width, height, LONGEST_SIDE)).toEqual(size);
  });
});
