import { MAX_IMPORT_CHARACTERS } from '../../../../sync/protocol/api/day.ts';

/**
 * The text of a file as a spreadsheet saves it: UTF-8, or UTF-16 with its mark, or the Windows page of western Europe where it is neither. A name
 * must not be imported with a wrong letter in it, so that bytes that are none of these are refused.
 * @returns undefined where it can't be read, or is too long
 */
export async function readFileText(file: Blob): Promise<string | undefined> {
  if (file.size > MAX_IMPORT_CHARACTERS * 4) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)));
  const text = decode(bytes);
  return text !== undefined && text.length <= MAX_IMPORT_CHARACTERS ? text : undefined;
}

function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const labels =
    first === 0xff && second === 0xfe
      ? ['utf-16le']
      : first === 0xfe && second === 0xff
        ? ['utf-16be']
        : ['utf-8', 'windows-1252'];
  for (const label of labels) {
    try {
      const text = new TextDecoder(label, { fatal: true }).decode(bytes);
      // What no text has: a picture, or an encoding that was guessed wrong.
      return /[^\P{Cc}\t\n\v\f\r]/u.test(text) ? undefined : text;
    } catch {}
  }
  return undefined;
}
