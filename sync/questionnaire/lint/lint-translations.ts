import { extensionsOf, type JsonObject, objectsOf } from '../model/fhir-json.ts';
import type { CompiledPlan, PlanItem } from '../plan/plan.ts';
import { readText, type Text } from '../values/language.ts';
import { type Remark, remark } from './lint-codes.ts';
import { CONSTRAINTS } from './lint-expression-sites.ts';

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
/** Extensions whose text a patient reads. */
const WORDED: readonly string[] = [`${SDC}openLabel`, 'http://hl7.org/fhir/StructureDefinition/entryFormat'];

interface Shown {
  /** Where an author finds it. */
  readonly place: string;
  readonly text: Text;
}

function texts(element: JsonObject, key: string): readonly Text[] {
  const text = readText(element, key);
  return text === undefined ? [] : [text];
}

function worded(element: unknown): readonly Text[] {
  const human = extensionsOf(element, ...CONSTRAINTS).flatMap((constraint) =>
    objectsOf(constraint.extension).filter((part) => part.url === 'human'),
  );
  return [...extensionsOf(element, ...WORDED), ...human].flatMap((part) => texts(part, 'valueString'));
}

function shownOf({ linkId, item, text, options, textIsComputed }: PlanItem): readonly Shown[] {
  const labels = options?.options.map((option) => option.label) ?? [];
  const own = text === undefined || textIsComputed ? [] : [text];
  return [...own, ...labels, ...worded(item)].map((one) => ({ place: linkId, text: one }));
}

/** Numbers, signs and empty texts are the same in every language. */
function isWorded({ base }: Text): boolean {
  return /\p{L}/u.test(base);
}

function primary(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

function isIn(text: Text, language: string): boolean {
  return [...(text.translations?.keys() ?? [])].some((tag) => primary(tag) === language);
}

/** More names than these are no help to an author. */
const MAX_NAMED = 40;

function listed(places: readonly string[]): string {
  const shown = places.slice(0, MAX_NAMED).join(', ');
  return places.length > MAX_NAMED ? `${shown} and ${places.length - MAX_NAMED} more` : shown;
}

/**
 * One remark for each language that something lacks: of those the form has anywhere, and of those demanded.
 *
 * @param demanded - BCP 47; only the language itself counts, not its region
 */
export function translationRemarks(plan: CompiledPlan, demanded: readonly string[]): readonly Remark[] {
  const title = texts({ ...plan.questionnaire }, 'title');
  const shown: readonly Shown[] = [
    ...[...title, ...worded(plan.questionnaire)].map((text) => ({ place: 'the form', text })),
    ...plan.items.flatMap(shownOf),
  ].filter(({ text }) => isWorded(text));
  const wanted = new Set(demanded.map(primary));
  const there = new Set(shown.flatMap(({ text }) => [...(text.translations?.keys() ?? [])].map(primary)));
  const own = plan.language === undefined ? undefined : primary(plan.language);
  const remarks: Remark[] = [];
  if (own === undefined && wanted.size + there.size > 0) {
    remarks.push(
      ...remark(
        'no-language',
        'the form does not say which language it is written in',
        'Give it a language.',
      ),
    );
  }
  for (const language of [...new Set([...wanted, ...there])].sort()) {
    // A form that doesn't say is taken for English, as everywhere else.
    if (language === (own ?? 'en')) continue;
    const places = [...new Set(shown.filter(({ text }) => !isIn(text, language)).map(({ place }) => place))];
    if (places.length === 0) continue;
    remarks.push(
      ...remark(
        wanted.has(language) ? 'translation-demanded' : 'translation-missing',
        `not everything is there in ${language}: ${listed(places)}`,
        `Add translation extensions for ${language} to texts, options and help.`,
      ),
    );
  }
  return remarks;
}
