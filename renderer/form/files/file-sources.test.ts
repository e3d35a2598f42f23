import { describe, expect, it } from 'vitest';
import { fileSources } from './file-sources.ts';

const wanted = { given: 0, repeats: false, t: (key: string) => key, handheld: true };

describe('the ways to a file', () => {
  it('begin with the camera - on a phone, where the form takes photos', () => {
    const sources = fileSources({ ...wanted, accepted: ['image/jpeg', 'application/pdf'] });
    expect(sources.map(({ id }) => id)).toEqual(['camera', 'photos', 'files']);
    expect(sources[0]).toMatchObject({ accept: ['image/*'], capture: 'environment' });
    expect(sources[2]).toMatchObject({ accept: ['application/pdf'] });
  });

  it('are photos and files - without a camera', () => {
    const sources = fileSources({ ...wanted, accepted: [], handheld: false });
    expect(sources.map(({ id, accept }) => [id, accept])).toEqual([
      ['photos', ['image/*']],
      ['files', undefined],
    ]);
  });

  it('are files alone - a form that takes no photos', () => {
    expect(fileSources({ ...wanted, accepted: ['application/pdf'] }).map(({ id }) => id)).toEqual(['files']);
  });

  it.each([
    [{ given: 0, repeats: true }, 'attachment.photo.first'],
    [{ given: 1, repeats: true }, 'attachment.photo.more'],
    [{ given: 1, repeats: false }, 'attachment.photo.instead'],
  ])('say what they do - %o', (part, label) => {
    const sources = fileSources({ ...wanted, accepted: ['image/png'], handheld: false, ...part });
    expect(sources).toMatchObject([{ label, multiple: part.repeats }]);
  });
});
