/** A picked file as it is to be kept: pictures made smaller and freed of what they say about place and device, the rest as it is. */
import { answerOr } from '../../../sync/client/base/deadline.ts';
import { systemTimers } from '../../../sync/client/base/system-clock.ts';
import { type Drawn, drawSmaller, OUTPUT_TYPES } from './draw-smaller.ts';
import type { PreparedFile } from './files.ts';

export type Preparation =
  | { readonly ok: true; readonly file: PreparedFile }
  | { readonly ok: false; readonly reason: 'too-large' | 'wrong-type' | 'unreadable' };

/** Formats that some browsers can't decode: kept as they are, where the form takes them. */
const UNDECODED = /^image\/(hei[cf](-sequence)?|tiff|avif|jxl|svg\+xml|x-|vnd\.)/;
const BY_ENDING: Readonly<Record<string, string>> = { heic: 'image/heic', heif: 'image/heif' };
const LONGEST_TITLE = 255;
/** Some decoders hang on a broken picture, and a file in the cloud may never come: a slow phone is long done by then. */
export const DRAW_MS = 60_000;

/** `image/*` and plain `image` stand for every kind of image. */
export function isAccepted(type: string, accepted: readonly string[]): boolean {
  if (accepted.length === 0) return true;
  return accepted.some(
    (pattern) => type === pattern || type.startsWith(`${pattern.replace(/\/?\*?$/, '')}/`),
  );
}

const endingOf = (name: string) => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Some systems don't know the type of a phone's photo. */
function typeOf(file: File): string {
  const type = file.type.split(';')[0]?.trim().toLowerCase() ?? '';
  return type || BY_ENDING[endingOf(file.name)] || 'application/octet-stream';
}

/** The name with the ending of what it has become, cut to what an Attachment may carry. */
function titleOf(name: string, contentType?: string): string {
  const ending = contentType && OUTPUT_TYPES[contentType];
  const whole = ending ? `${name.replace(/\.[A-Za-z0-9]{1,5}$/, '')}.${ending}` : name;
  return whole.length <= LONGEST_TITLE ? whole : `…${whole.slice(1 - LONGEST_TITLE)}`;
}

export interface FileLimits {
  /** MIME types; any where empty. */
  readonly accepted: readonly string[];
  readonly mostBytes: number;
}

export async function prepareFile(
  file: File,
  { accepted, mostBytes }: FileLimits,
  draw: typeof drawSmaller = drawSmaller,
): Promise<Preparation> {
  const type = typeOf(file);
  const asItIs = (contentType: string): Preparation => {
    if (!isAccepted(contentType, accepted)) return { ok: false, reason: 'wrong-type' };
    if (file.size === 0) return { ok: false, reason: 'unreadable' };
    if (file.size > mostBytes) return { ok: false, reason: 'too-large' };
    return { ok: true, file: { content: file, contentType, title: titleOf(file.name) } };
  };
  const output = Object.keys(OUTPUT_TYPES).find((candidate) => isAccepted(candidate, accepted));
  if (!type.startsWith('image/') || output === undefined) return asItIs(type);
  let drawn: Drawn;
  try {
    drawn = await answerOr(systemTimers, DRAW_MS, draw(file, { type: output, mostBytes }), () => {
      throw new Error('The picture was not drawn in time');
    });
  } catch {
    return UNDECODED.test(type) ? asItIs(type) : { ok: false, reason: 'unreadable' };
  }
  if (drawn.size > mostBytes) return { ok: false, reason: 'too-large' };
  // A browser that can't write the wanted type writes PNG.
  if (!isAccepted(drawn.type, accepted)) return { ok: false, reason: 'wrong-type' };
  return {
    ok: true,
    file: { content: drawn, contentType: drawn.type, title: titleOf(file.name, drawn.type) },
  };
}
