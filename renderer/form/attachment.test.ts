import { describe, expect, it } from 'vitest';
import { isAccepted, MOST_ATTACHMENT_BYTES, readAttachment } from './attachment.ts';

const photo = (bytes: number, type = 'image/jpeg') =>
  new File([new Uint8Array(bytes).fill(7)], 'photo.jpg', { type });

describe('a file in an answer', () => {
  it('is stored with its name, kind, size and content', async () => {
    const reading = await readAttachment(photo(3), ['image/jpeg'], 10);
    expect(reading).toEqual({
      ok: true,
      attachment: {
        contentType: 'image/jpeg',
        data: btoa('\u0007\u0007\u0007'),
        size: 3,
        title: 'photo.jpg',
      },
    });
  });

  it('is whole - a large one, which is read in parts', async () => {
    const reading = await readAttachment(photo(100_001), [], MOST_ATTACHMENT_BYTES);
    expect(reading.ok && atob(reading.attachment.data ?? '').length).toBe(100_001);
  });

  it('is refused - too large, or of another kind', async () => {
    expect(await readAttachment(photo(11), [], 10)).toEqual({ ok: false, reason: 'too-large' });
    expect(await readAttachment(photo(1), ['application/pdf'], 10)).toEqual({
      ok: false,
      reason: 'wrong-type',
    });
  });

  it.each([
    ['image/png', ['image/*'], true],
    ['image/png', ['image'], true],
    ['image/png', ['image/png'], true],
    ['imagery/png', ['image'], false],
    ['text/html', ['image/*', 'application/pdf'], false],
  ])('is accepted by its MIME type - %s among %s', (type, accepted, result) => {
    expect(isAccepted(type, accepted)).toBe(result);
  });
});
