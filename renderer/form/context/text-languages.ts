import { useFormat, useLanguage, useMessages } from '../../i18n/index.ts';
import type { AnswerWords } from '../values/answer-text.ts';
import type { TextLanguages } from '../values/item-extensions.ts';
import { useFormSettings } from './form-context.tsx';

/** In which languages the author's texts are shown here. */
export function useTextLanguages(): TextLanguages {
  const { form, lang } = useFormSettings();
  const { language } = useLanguage();
  return { language: lang ?? language, formLanguage: form.plan.questionnaire.language };
}

/** How answers read where the form is shown. */
export function useAnswerWords(): AnswerWords {
  return { t: useMessages('form'), format: useFormat(), languages: useTextLanguages() };
}
