import { themeStylesheet } from '../../build/theme/index.ts';
import { platformBrand } from '../../build/theme/platform-brand.ts';
import type { Brand } from '../../sync/domain/vendor/brand.ts';

const sources = import.meta.glob<{ readonly name: string; readonly brand: Brand }>(
  '../../vendors/*/vendor.json',
  { eager: true, import: 'default' },
);
const drawings = import.meta.glob<string>('../../vendors/*/images/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

export interface GalleryTheme {
  readonly slug: string;
  readonly name: string;
  readonly brand: Brand;
  readonly css: string;
  readonly art: readonly { readonly name: string; readonly url: string }[];
}

/** The platform's theme and those of the vendors in `vendors/`. */
export const themes: readonly GalleryTheme[] = [
  { slug: 'platform', name: 'Platform', brand: platformBrand, css: '', art: [] },
  ...Object.entries(sources).map(([path, { name, brand }]) => {
    const slug = path.split('/').at(-2) ?? '';
    const art = Object.entries(drawings)
      .filter(([file]) => file.includes(`/${slug}/`))
      .map(([file, url]) => ({ name: file.split('/').at(-1)?.replace('.svg', '') ?? '', url }));
    return { slug, name, brand, css: themeStylesheet(brand).css, art };
  }),
];

const sheet = new CSSStyleSheet();

/** Puts a theme on the page, as a vendor's stylesheet would. */
export function applyTheme(slug: string, scheme: string, contrast: string): void {
  const { documentElement: root } = document;
  sheet.replaceSync(themes.find((theme) => theme.slug === slug)?.css ?? '');
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  for (const [name, value] of Object.entries({ scheme, contrast })) {
    if (value === '') delete root.dataset[name];
    else root.dataset[name] = value;
  }
}
