/** How many dangers the panel is shown for, and for how much else: of lines that nobody who works on it has read. */
import { join } from 'node:path';
import { type Line, readLines } from '../../../build/urgent-words/train.ts';
import { type Language, languages } from '../../../sync/domain/languages.ts';
import { findDanger, findUrgentWords } from '../../../sync/domain/urgent-words/urgent-words.ts';

export const readHeldOut = (): Promise<readonly Line[]> => readLines(join(import.meta.dirname, 'danger'));

const ORDINARY: Readonly<Record<Language, string>> = {
  en: 'What are your opening hours, do you take my insurance, and how long does delivery to my home usually take once the order is approved?',
  es: '¿Cuál es su horario, aceptan mi seguro y cuánto tarda normalmente el envío a mi casa una vez aprobado el pedido?',
  ar: 'ما مواعيد العمل عندكم وهل تقبلون تأميني وكم يستغرق التوصيل إلى البيت عادة بعد الموافقة على الطلب؟',
};

export interface DangerScore {
  /** A language, or "all". */
  readonly of: string;
  readonly dangers: number;
  /** By the list of phrases alone. */
  readonly byPhrases: number;
  readonly found: number;
  /** With an ordinary question after it. */
  readonly foundAmongOthers: number;
  readonly others: number;
  /** Where none is due. */
  readonly raised: number;
}

async function score(of: string, lines: readonly Line[]): Promise<DangerScore> {
  const dangers = lines.filter(({ dangerous }) => dangerous);
  const others = lines.filter(({ dangerous }) => !dangerous);
  const count = async (among: readonly Line[], find: (text: string) => unknown) =>
    (await Promise.all(among.map(({ text }) => find(text)))).filter((found) => found !== undefined).length;
  return {
    ...{ of, dangers: dangers.length, others: others.length },
    byPhrases: await count(dangers, findUrgentWords),
    found: await count(dangers, findDanger),
    foundAmongOthers: await count(
      dangers.map((line) => ({ ...line, text: `${line.text} ${ORDINARY[line.language]}` })),
      findDanger,
    ),
    raised: await count(others, findDanger),
  };
}

export const scoreDanger = (lines: readonly Line[]): Promise<readonly DangerScore[]> =>
  Promise.all([
    score('all', lines),
    ...languages.map((language) =>
      score(
        language,
        lines.filter((line) => line.language === language),
      ),
    ),
  ]);
