/** What is said around urgent words: it makes the panel's words more careful, and never hides the panel. */
import { wordsOf } from '../words/fold-text.ts';
import type { UrgentKind } from './phrases/urgent-kinds.ts';

export type Softening = 'denied' | 'past' | 'other-person';

const setOf = (words: string) => new Set(wordsOf(words).map((word) => word.replace(/(.)\1+/gu, '$1')));

/** Before the words. "No" of a phrase itself ("no puedo respirar") is within it. */
const DENIED = setOf(`
  not no never dont doesn't didn't isn't wasn't won't without nobody
  nunca tampoco jamás sin
  لا ليس لم لن بدون ما مش لست
`);
const PAST = setOf(`
  ago used once previously past formerly years history
  antes hace año años pasado pasada anteriormente antiguamente
  سابقا قبل سنوات سنة ماضي الماضي الماضية كنت كان كانت
`);
const OTHERS = setOf(`
  he she they him her friend friend's father dad mother mom brother sister son daughter husband wife neighbor child baby kid uncle aunt grandma grandpa someone
  él ella ellos amigo amiga padre papá madre mamá hermano hermana hijo hija esposo esposa marido vecino vecina abuelo abuela tío tía alguien bebé niño niña
  هو هي صديقي صديقتي أبي والدي أمي والدتي أخي أختي ابني ابنتي زوجي زوجتي جاري جدي جدتي طفلي شخص أحدهم
`);

const BEFORE_DENIED = 3;
const AROUND = 8;
/** Of a heart attack it doesn't matter whose it is, and violence is always done by somebody else. */
const OF_ONESELF: ReadonlySet<UrgentKind> = new Set(['suicide', 'self-harm', 'voices']);

export interface Place {
  readonly kind: UrgentKind;
  /** Of the phrase's first word, and of its last. */
  readonly start: number;
  readonly end: number;
}

export function softeningOf(tokens: readonly string[], { kind, start, end }: Place): Softening | undefined {
  const before = tokens.slice(Math.max(0, start - BEFORE_DENIED), start);
  if (before.some((token) => DENIED.has(token))) return 'denied';
  const around = tokens.slice(Math.max(0, start - AROUND), end + AROUND);
  if (around.some((token) => PAST.has(token))) return 'past';
  if (!OF_ONESELF.has(kind)) return undefined;
  const led = tokens.slice(Math.max(0, start - AROUND), start + 1);
  return led.some((token) => OTHERS.has(token)) ? 'other-person' : undefined;
}
