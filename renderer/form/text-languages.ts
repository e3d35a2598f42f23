import { useLanguage } from '../i18n/index.ts';
import { useFormSettings } from './form-context.tsx';
import type { TextLanguages } from './item-extensions.ts';

/** In which languages the author's texts are shown here. */
export function useTextLanguages(): TextLanguages {
  const { form, lang } = useFormSettings();
  const { language } = useLanguage();
  return { language: lang ?? language, formLanguage: form.plan.questionnaire.language };
}
