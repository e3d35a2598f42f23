import { TRANSLATION } from '../model/extensions.ts';
import { extensionsOf, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';

/** A text in the language of the form, and in every other language that the author gave. Keys are BCP 47, in lower case. */
export interface Text {
  readonly base: string;
  readonly translations: ReadonlyMap<string, string> | undefined;
}

/** Reads a primitive string and the translation extensions on its shadow element (`_text`, `_display`, …). */
export function readText(element: JsonObject, key: string): Text | undefined {
  const base = stringOf(element[key]);
  if (base === undefined) return undefined;
  const translations = new Map<string, string>();
  for (const extension of extensionsOf(element[`_${key}`], TRANSLATION)) {
    const parts = objectsOf(extension.extension);
    const lang = parts.find((part) => part.url === 'lang');
    const content = parts.find((part) => part.url === 'content');
    const language = stringOf(lang?.valueCode) ?? stringOf(lang?.valueString);
    const text = stringOf(content?.valueString) ?? stringOf(content?.valueMarkdown);
    if (language !== undefined && text !== undefined) translations.set(language.toLowerCase(), text);
  }
  return { base, translations: translations.size > 0 ? translations : undefined };
}

/** Adds ValueSet designations, which say the same as the translation extension in older forms. */
export function withDesignations(text: Text, concept: JsonObject): Text {
  const translations = new Map<string, string>();
  for (const designation of objectsOf(concept.designation)) {
    const language = stringOf(designation.language);
    const value = stringOf(designation.value);
    if (language !== undefined && value !== undefined) translations.set(language.toLowerCase(), value);
  }
  if (translations.size === 0) return text;
  for (const [language, value] of text.translations ?? []) translations.set(language, value);
  return { base: text.base, translations };
}

/** BCP 47 lookup (RFC 4647, 3.4), then any variant of the same language, then the language of the form. */
export function textIn(text: Text, language: string | undefined, formLanguage: string | undefined): string {
  if (text.translations === undefined || language === undefined) return text.base;
  for (let range = language.toLowerCase(); range !== ''; range = range.replace(/-?[^-]*$/, '')) {
    const exact = text.translations.get(range);
    if (exact !== undefined) return exact;
    if (range === formLanguage?.toLowerCase()) return text.base;
  }
  const primary = language.toLowerCase().split('-')[0] ?? '';
  if (formLanguage?.toLowerCase().split('-')[0] === primary) return text.base;
  for (const [candidate, value] of text.translations) if (candidate.startsWith(`${primary}-`)) return value;
  return text.base;
}

/** Whether a text that came back is the author's, in any language. */
export function isTextOf(text: Text, candidate: string): boolean {
  if (candidate === text.base) return true;
  for (const value of text.translations?.values() ?? []) if (value === candidate) return true;
  return false;
}
