import { useRef, useState } from 'react';
import type { UrgentFinding } from '../../../sync/domain/urgent-words/urgent-words.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useBootstrap } from '../../shell/bootstrap/bootstrap-context.ts';
import type { ModelSentence } from './model-answer.ts';
import type { Answered } from './search-answer.ts';

export type Answer =
  | { readonly status: 'none' }
  | { readonly status: 'looking'; readonly sentences: readonly ModelSentence[] }
  | { readonly status: 'urgent'; readonly finding: UrgentFinding }
  | {
      readonly status: 'answered';
      readonly sentences: readonly ModelSentence[];
      readonly found: readonly Answered[];
      /** Why it isn't a model's answer, though there is a model. */
      readonly without?: 'unavailable' | 'limited' | undefined;
      /** Of what is shown: a source may tell of an emergency. */
      readonly after?: UrgentFinding | undefined;
    }
  | { readonly status: 'failed' };

/** Asks, in this order: whether somebody may be in danger, the model if there is one, this device. Kept by this page alone. */
export function useAnswer(place: string | undefined) {
  const { discovery, assistant } = useBootstrap();
  const { language } = useLanguage();
  const [answer, setAnswer] = useState<Answer>({ status: 'none' });
  const asking = useRef<AbortController>(undefined);

  async function ask(text: string): Promise<void> {
    asking.current?.abort();
    const own = new AbortController();
    asking.current = own;
    const settle = (settled: Answer) => !own.signal.aborted && setAnswer(settled);
    setAnswer({ status: 'looking', sentences: [] });
    try {
      const { findUrgentWords, searchAnswer } = await import('./search-answer.ts');
      const finding = findUrgentWords(text);
      if (finding) return void settle({ status: 'urgent', finding });
      const sentences: ModelSentence[] = [];
      const end = assistant
        ? await import('./model-answer.ts')
            .then(({ modelAnswer }) =>
              modelAnswer(
                { question: text, language, ...(place === undefined ? {} : { place }) },
                (sentence) => {
                  sentences.push(sentence);
                  settle({ status: 'looking', sentences: [...sentences] });
                },
                own.signal,
              ),
            )
            .catch(() => 'unavailable' as const)
        : undefined;
      if (own.signal.aborted) return;
      const without = end === 'unavailable' || end === 'limited' ? end : undefined;
      const isWhole = sentences.length > 0 && without === undefined;
      if (!isWhole && discovery?.passages === undefined) return void settle({ status: 'failed' });
      const found = isWhole ? [] : await searchAnswer(discovery?.passages ?? '', { text, language, place });
      const shown = sentences.map((sentence) => sentence.text).join(' ');
      settle({ status: 'answered', sentences, found, without, after: findUrgentWords(shown) });
    } catch {
      settle({ status: 'failed' });
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
