/**
 * Text of a vendor that speaks to a machine instead of to patients (OWASP LLM01). Such a text is no passage: it is neither shown as an answer nor given to a model.
 * This is one of three doors: a model is also told that passages are data, and what it writes is held against them sentence by sentence.
 */
import { foldText, hasPhrase, wordsOf } from '../discovery/fold-text.ts';

/** Whom nobody who writes for patients addresses. */
const ADDRESSED = [
  ...[
    'assistant',
    'chatbot',
    'language model',
    'ai model',
    'ai models',
    'the ai',
    'an ai',
    'artificial intelligence',
    'llm',
    'system prompt',
    'prompt',
  ],
  ...[
    'asistente',
    'modelo de lenguaje',
    'modelo de ia',
    'la ia',
    'una ia',
    'inteligencia artificial',
    'mensaje de sistema',
  ],
  ...['المساعد', 'الذكاء الاصطناعي', 'نموذج اللغة', 'النموذج', 'للنموذج', 'روبوت المحادثة', 'تعليمات النظام'],
].map(wordsOf);

/** What they are told: a verb, and soon after it what it is about. */
const ORDERS: readonly (readonly [verbs: ReadonlySet<string>, objects: ReadonlySet<string>])[] = [
  [
    new Set(wordsOf('ignore disregard forget override bypass')),
    new Set(wordsOf('instruction instructions rule rules previous above prior everything guidelines')),
  ],
  [
    new Set(wordsOf('ignora ignore ignorar olvida olvide olvidar')),
    new Set(wordsOf('instrucción instrucciones regla reglas anterior anteriores demás previas')),
  ],
  [
    new Set(wordsOf('تجاهل تجاهلي انس اهمل')),
    new Set(wordsOf('تعليمات التعليمات قواعد القواعد سبق السابقة سابق كل')),
  ],
];
const SOON = 5;

const SPEAKER = /(?:^|\n|[.!?؟]\s*)(?:system|assistant|user|instrucciones|instructions|تعليمات)\s*[:：]/iu;
const ADDRESS = /https?:\/\/|\bwww\.|<\/?[a-z][^>]*>/i;

export function speaksToMachines(text: string): boolean {
  if (SPEAKER.test(foldText(text)) || ADDRESS.test(text)) return true;
  const words = wordsOf(text);
  if (ADDRESSED.some((phrase) => hasPhrase(words, phrase))) return true;
  return words.some((word, at) =>
    ORDERS.some(
      ([verbs, objects]) =>
        verbs.has(word) && words.slice(at + 1, at + 1 + SOON).some((next) => objects.has(next)),
    ),
  );
}
