import { useRef, useState } from 'react';
import type { UrgentFinding } from '../../../sync/domain/urgent-words/urgent-words.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useBootstrap } from '../../shell/bootstrap/bootstrap-context.ts';
import type { ModelSentence } from './model-answer.ts';
import type { Answered } from './search-answer.ts';

export type Answer =
  | { readonly status: 'none' }
  | { readonly status: 'looking'; readonly sentences: readonly ModelSentence[] }
  | { readonly status: 'urgent'; readonly finding: UrgentFinding; readonly question: string }
  | {
      readonly status: 'answered';
      readonly sentences: readonly ModelSentence[];
      readonly found: readonly Answered[];
      /** Why it isn't a model's answer, though there is a model. */
      readonly without?: 'unavailable' | 'limited' | undefined;
      /** In what is shown, or in what was asked: a source may tell of an emergency, and who says that there is none may be wrong. */
      readonly urgent?: UrgentFinding | undefined;
    }
  | { readonly status: 'failed'; readonly question: string; readonly deniesDanger: boolean };

/** Asks, in this order: whether somebody may be in danger, the model if there is one, this device. Kept by this page alone. */
export function useAnswer(place: string | undefined) {
  const { discovery, assistant } = useBootstrap();
  const { language } = useLanguage();
  const [answer, setAnswer] = useState<Answer>({ status: 'none' });
  const asking = useRef<AbortController>(undefined);

  const askModel = (question: string, onSentence: (sentence: ModelSentence) => void, signal: AbortSignal) =>
    import('./model-answer.ts')
      .then(({ modelAnswer }) =>
        modelAnswer({ question, language, ...(place === undefined ? {} : { place }) }, onSentence, signal),
      )
      .catch(() => 'unavailable' as const);

  /** @param deniesDanger who asks says that nobody is in danger: then this device alone answers, and the numbers stay. */
  async function ask(text: string, deniesDanger = false): Promise<void> {
    asking.current?.abort();
    const own = new AbortController();
    asking.current = own;
    const settle = (settled: Answer) => !own.signal.aborted && setAnswer(settled);
    setAnswer({ status: 'looking', sentences: [] });
    try {
      const { findDanger, findUrgentWords, searchAnswer, SOUNDS_URGENT } = await import('./search-answer.ts');
      // Where it can't be told, no model is asked, and the numbers are there.
      const told = await findDanger(text).catch(() => 'untold' as const);
      if (told && told !== 'untold' && !deniesDanger)
        return void settle({ status: 'urgent', finding: told, question: text });
      // What is denied may have been the server's to see.
      const danger = told === 'untold' || (deniesDanger && !told) ? SOUNDS_URGENT : told;
      const sentences: ModelSentence[] = [];
      const end =
        assistant && !danger
          ? await askModel(
              text,
              (sentence) => {
                sentences.push(sentence);
                settle({ status: 'looking', sentences: [...sentences] });
              },
              own.signal,
            )
          : undefined;
      if (own.signal.aborted) return;
      // The server may know more of danger than a page of before.
      if (end === 'urgent') return void settle({ status: 'urgent', finding: SOUNDS_URGENT, question: text });
      const without = end === 'unavailable' || end === 'limited' ? end : undefined;
      const isWhole = sentences.length > 0 && without === undefined;
      const passages = discovery?.passages;
      if (!isWhole && passages === undefined && !danger) throw new Error('There is nothing to search.');
      const found =
        isWhole || passages === undefined ? [] : await searchAnswer(passages, { text, language, place });
      const shown = sentences.map((sentence) => sentence.text).join(' ');
      settle({
        ...{ status: 'answered', sentences, found, without },
        urgent: danger ?? findUrgentWords(shown),
      });
    } catch {
      settle({ status: 'failed', question: text, deniesDanger });
    }
  }
  return {
    answer,
    host: assistant?.host,
    ask,
    stop() {
      asking.current?.abort();
      setAnswer({ status: 'none' });
    },
  };
}
