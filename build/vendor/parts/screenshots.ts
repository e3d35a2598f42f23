/** Pictures of the vendor's space that browsers show where they offer to install it: `screenshots/narrow.webp` and `wide.webp`, where the pack has them. */
import sharp from 'sharp';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import type { PackReading, Publishing } from '../read/part.ts';

export const SCREENSHOTS = ['narrow', 'wide'] as const;
type Form = (typeof SCREENSHOTS)[number];

export interface Screenshot {
  readonly form: Form;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Browsers leave out what is smaller or larger, or longer than 2.3 times its other side. */
const SIDES = { min: 320, max: 3840, ratio: 2.3 };
/** Nobody waits for a picture in a dialog. */
const MAX_BYTES = 150_000;

async function readScreenshot(
  form: Form,
  { folder, named, faultsOf }: PackReading,
): Promise<readonly Screenshot[]> {
  const path = `screenshots/${form}.webp`;
  if (!folder.paths.includes(path)) return [];
  named.add(path);
  const faults = faultsOf(path);
  const read = await folder.read(path);
  const bytes = 'bytes' in read ? read.bytes : undefined;
  const {
    format,
    width = 0,
    height = 0,
  } = bytes
    ? await sharp(bytes)
        .metadata()
        .catch(() => ({ format: undefined, width: 0, height: 0 }))
    : { format: undefined };
  if (!bytes || format !== 'webp') {
    faults.error('screenshot', '$', 'this is not a WebP image', 'Take it again with "npm run pictures".');
    return [];
  }
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < SIDES.min || long > SIDES.max || long > short * SIDES.ratio || bytes.length > MAX_BYTES) {
    faults.error(
      'screenshot',
      '$',
      `${width} x ${height} pixels in ${bytes.length} bytes is what browsers leave out`,
      `Each side has ${SIDES.min} to ${SIDES.max} pixels, the longer at most ${SIDES.ratio} times the other, in at most ${MAX_BYTES} bytes.`,
    );
    return [];
  }
  return [{ form, bytes, width, height }];
}

export const screenshotsBuild = {
  async check(reading: PackReading) {
    const screenshots: Screenshot[] = [];
    for (const form of SCREENSHOTS) screenshots.push(...(await readScreenshot(form, reading)));
    return { screenshots };
  },
  async publish(
    { screenshots }: { readonly screenshots: readonly Screenshot[] },
    { files }: Publishing,
  ): Promise<Pick<PublishedPack, 'screenshots'>> {
    if (screenshots.length === 0) return {};
    return {
      screenshots: screenshots.map(({ form, bytes, width, height }) => ({
        // Seen before anything is installed: no device keeps them.
        src: files.addApart(`screenshots/${form}`, 'webp', bytes),
        sizes: `${width}x${height}`,
        form,
      })),
    };
  },
};
