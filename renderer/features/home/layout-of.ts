import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';

/**
 * How a home page is composed. The brand's own tokens choose it, never the vendor's name, so that a new vendor gets a page
 * that fits its character without a line of code.
 *
 * `garden`: picture beside the words, bands of color, steps side by side. `dusk`: words in a wide quiet space with the
 * picture as a horizon below them, one form set large, everything else down one column. `counter`: an awning, the words as a
 * shop's sign, and every form as a big tile with a thick outline. `opener`: a magazine's, with words over the whole page, a
 * plate, and the forms as its contents. `service`: a public form's first page, a band with the words and no picture.
 */
export type HomeLayout = 'garden' | 'dusk' | 'counter' | 'opener' | 'service';

type Shape = PublishedPack['brand']['shape'];
const shaped: Readonly<Partial<Record<Shape, HomeLayout>>> = {
  stout: 'counter',
  fine: 'opener',
  block: 'service',
};

export function layoutOf({ scheme, shape }: Pick<PublishedPack['brand'], 'scheme' | 'shape'>): HomeLayout {
  return shaped[shape] ?? (scheme === 'dark' ? 'dusk' : 'garden');
}
