/** What people answer to a text to get no more of them, to get them again, or to ask who writes. */
import type { Language } from '../../../domain/languages.ts';
import { textsIn } from '../../providers/mail/letters/compose.ts';

export type Wish = 'stop' | 'start' | 'help';

/** Those that carriers demand in English, and the same in our other languages. */
const WORDS: ReadonlyMap<string, Wish> = new Map([
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['alto', 'parar', 'cancelar', 'إيقاف', 'ايقاف', 'توقف', 'قف'].map((word) => [word, 'stop'] as const),
  ...['start', 'unstop', 'yes', 'iniciar', 'empezar', 'ابدأ', 'بدء'].map((word) => [word, 'start'] as const),
  ...['help', 'info', 'ayuda', 'مساعدة'].map((word) => [word, 'help'] as const),
]);
/** A keyword is all there is; a sentence is for people. */
const MAX_LENGTH = 40;

export function wishOf(body: string): Wish | undefined {
  if (body.length > MAX_LENGTH) return undefined;
  return WORDS.get(
    body
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}]/gu, ''),
  );
}

/** Names nobody, as the texts before it. */
export function answerTo(wish: Wish, language: Language, host: string): string {
  return textsIn(language).answers[wish](host);
}
