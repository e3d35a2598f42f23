import type { PublishedPack } from '../../../sync/domain/published-pack.ts';

/**
 * How a home page is composed. The brand's own tokens choose it, never the vendor's name, so that a new vendor gets a page
 * that fits its character without a line of code.
 *
 * `garden`: picture beside the words, bands of colour, steps side by side. `dusk`: words in a wide quiet space with the
 * picture as a horizon below them, one form set large, everything else down one column.
 */
export type HomeLayout = 'garden' | 'dusk';

export function layoutOf({ scheme }: Pick<PublishedPack['brand'], 'scheme'>): HomeLayout {
  return scheme === 'dark' ? 'dusk' : 'garden';
}
