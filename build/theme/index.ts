export { letterColors } from './letter-colors.ts';
export type { Palette, Scheme } from './palette.ts';
export { type ThemeStylesheet, themeStylesheet } from './stylesheet.ts';
