import { describe, expect, it } from 'vitest';
import { inlineContent, inlineFiles } from './files.ts';

describe('a file that its answer holds itself', () => {
  it('is stored with its name, kind, size and content, and read again', async () => {
    const content = new Blob([new Uint8Array([7, 7, 7])], { type: 'image/jpeg' });
    const attachment = await inlineFiles.keep({ content, contentType: 'image/jpeg', title: 'photo.jpg' });
    expect(attachment).toEqual({
      contentType: 'image/jpeg',
      data: btoa('\u0007\u0007\u0007'),
      size: 3,
      title: 'photo.jpg',
    });
    const read = await inlineFiles.read(attachment);
    expect([read?.type, new Uint8Array((await read?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([
      'image/jpeg',
      new Uint8Array([7, 7, 7]),
    ]);
  });

  it('is whole - a large one, which is written in parts', async () => {
    const { data } = await inlineFiles.keep({
      content: new Blob([new Uint8Array(100_001)]),
      contentType: 'application/pdf',
      title: 'a.pdf',
    });
    expect(atob(data ?? '').length).toBe(100_001);
  });

  it('is not there - an answer whose content is elsewhere, or broken', () => {
    expect(inlineContent({ url: 'urn:carefront:blob:aa' })).toBeUndefined();
    expect(inlineContent({ data: '§' })).toBeUndefined();
  });
});
