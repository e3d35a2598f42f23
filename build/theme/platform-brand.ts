import type { Brand } from '../../sync/domain/vendor/brand.ts';

/** The platform's own face, where no vendor speaks: the list of vendors, the console, an unknown address. */
export const platformBrand: Brand = {
  colors: { primary: '#1d4a4f', secondary: '#a8763e', background: '#f8f7f4' },
  scheme: 'light',
  typeface: 'instrument',
  shape: 'soft',
  motion: 'brisk',
  mark: { viewBox: '0 0 48 48', paths: ['M8 40V20a16 16 0 0 1 32 0v20h-7V20a9 9 0 0 0-18 0v20z'] },
  art: { home: 'home.svg', success: 'success.svg' },
};
