import type texts from './en.json';

declare module '../../../i18n/areas.ts' {
  interface Catalogues {
    'self-check': typeof texts;
  }
}
