import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';

/**
 * How a home page is composed. The brand's own tokens choose it, never the vendor's name, so that a new vendor gets a page
 * that fits its character without a line of code.
 *
 * `garden`: picture beside the words, bands of color, steps side by side. `dusk`: words in a wide quiet space with the
 * picture as a horizon below them, one form set large, everything else down one column. `counter`: an awning, the words as a
 * shop's sign, and every form as a big tile with a thick outline.
 */
export type HomeLayout = 'garden' | 'dusk' | 'counter';

export function layoutOf({ scheme, shape }: Pick<PublishedPack['brand'], 'scheme' | 'shape'>): HomeLayout {
  if (shape === 'stout') return 'counter';
  return scheme === 'dark' ? 'dusk' : 'garden';
}
