import { type Language, languages } from '../../../sync/domain/languages.ts';

/**
 * In which languages a screen is looked at: daily in one, another from screen to screen, so that each language and each direction of
 * writing is seen; all in `npm run test:full`.
 */
export const languagesInTurn = (index: number): readonly Language[] =>
  import.meta.env.FULL === '1' ? languages : languages.filter((_, at) => at === index % languages.length);
