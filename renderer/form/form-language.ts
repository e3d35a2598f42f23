import type { Questionnaire, QuestionnaireItem } from 'fhir/r4.js';
import { readText, textIn } from '../../sync/questionnaire/values/language.ts';

const primary = (language: string): string => language.toLowerCase().split('-')[0] ?? '';

function isTranslated(items: readonly QuestionnaireItem[], language: string): boolean {
  return items.some((item) => {
    const translations = readText({ ...item }, 'text')?.translations?.keys() ?? [];
    return (
      [...translations].some((each) => primary(each) === language) || isTranslated(item.item ?? [], language)
    );
  });
}

/** The language that a form's texts come in when `wanted` is asked for; undefined where the form doesn't say. */
export function textLanguage(questionnaire: Questionnaire, wanted: string): string | undefined {
  const own = questionnaire.language;
  if (own !== undefined && primary(own) === primary(wanted)) return wanted;
  return isTranslated(questionnaire.item ?? [], primary(wanted)) ? wanted : own;
}

export function titleIn(questionnaire: Questionnaire, language: string): string {
  const title = readText({ ...questionnaire }, 'title');
  return title === undefined ? '' : textIn(title, language, questionnaire.language);
}
