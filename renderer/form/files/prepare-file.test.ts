import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DRAW_MS, isAccepted, prepareFile } from './prepare-file.ts';

const fileOf = (name: string, type: string, bytes = 9) => new File([new Uint8Array(bytes)], name, { type });
const limits = { accepted: ['image/jpeg', 'image/png', 'application/pdf'], mostBytes: 100 };
/** A browser that draws anything into so many bytes. */
const draws =
  (bytes: number) =>
  async (_file: Blob, { type }: { type: string }) =>
    new Blob([new Uint8Array(bytes)], { type });
const cannot = async () => {
  throw new Error('The source image could not be decoded');
};

describe('a picked file', () => {
  it('becomes a smaller JPEG under its own name - a photo', async () => {
    const prepared = await prepareFile(fileOf('IMG_2031.HEIC', 'image/heic', 900), limits, draws(40));
    expect(prepared).toMatchObject({
      ok: true,
      file: { contentType: 'image/jpeg', title: 'IMG_2031.jpg', content: { size: 40 } },
    });
  });

  it('is drawn in a type that the form takes - a form without JPEG', async () => {
    const prepared = await prepareFile(
      fileOf('shot.jpg', 'image/jpeg'),
      { ...limits, accepted: ['image/png'] },
      draws(40),
    );
    expect(prepared).toMatchObject({ ok: true, file: { contentType: 'image/png', title: 'shot.png' } });
  });

  it('can’t be read, and says so - the browser never ends drawing it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const preparing = prepareFile(
      fileOf('IMG.jpg', 'image/jpeg'),
      limits,
      () => new Promise<never>(() => {}),
    );
    await vi.advanceTimersByTimeAsync(DRAW_MS);
    expect(await preparing).toEqual({ ok: false, reason: 'unreadable' });
  });

  it('is kept as it is - a document', async () => {
    const letter = fileOf('letter.pdf', 'application/pdf');
    expect(await prepareFile(letter, limits, cannot)).toEqual({
      ok: true,
      file: { content: letter, contentType: 'application/pdf', title: 'letter.pdf' },
    });
  });

  it.each([
    ['image/heic', 'photo.heic'],
    // Some systems don't say what a phone's photo is.
    ['', 'photo.HEIC'],
  ])('is kept as it is where this browser can not decode it - type "%s", name %s', async (type, name) => {
    const photo = fileOf(name, type);
    const prepared = await prepareFile(photo, { accepted: ['image/*'], mostBytes: 100 }, cannot);
    expect(prepared).toEqual({
      ok: true,
      file: { content: photo, contentType: 'image/heic', title: name },
    });
    // A form that names its types takes no other.
    expect(await prepareFile(photo, limits, cannot)).toEqual({ ok: false, reason: 'wrong-type' });
  });

  it.each([
    ['a broken photo', fileOf('a.jpg', 'image/jpeg'), 'unreadable'],
    ['an empty document', fileOf('a.pdf', 'application/pdf', 0), 'unreadable'],
    ['a document over the limit', fileOf('a.pdf', 'application/pdf', 101), 'too-large'],
    ['something else', fileOf('a.docx', 'application/msword'), 'wrong-type'],
    ['a page', fileOf('a.html', 'text/html; charset=utf-8'), 'wrong-type'],
  ] as const)('is refused - %s', async (_, file, reason) => {
    expect(await prepareFile(file, limits, cannot)).toEqual({ ok: false, reason });
  });

  it('is refused - a photo that no drawing makes small enough', async () => {
    expect(await prepareFile(fileOf('a.jpg', 'image/jpeg'), limits, draws(101))).toEqual({
      ok: false,
      reason: 'too-large',
    });
  });

  it('has a name that an Attachment can carry - its ending stays', async () => {
    const prepared = await prepareFile(fileOf(`${'n'.repeat(400)}.pdf`, 'application/pdf'), limits, cannot);
    const title = prepared.ok ? prepared.file.title : '';
    expect([title.length, title.endsWith('n.pdf')]).toEqual([255, true]);
  });

  it.each([
    ['image/png', ['image/*'], true],
    ['image/png', ['image'], true],
    ['image/png', ['image/png'], true],
    ['imagery/png', ['image'], false],
    ['text/html', ['image/*', 'application/pdf'], false],
    ['text/html', [], true],
  ])('is accepted by its MIME type - %s among %s', (type, accepted, result) => {
    expect(isAccepted(type, accepted)).toBe(result);
  });
});
