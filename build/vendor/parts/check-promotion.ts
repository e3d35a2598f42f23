/**
 * Britain: a medicine on prescription may not be advertised to the public, by name or by picture of it. What anyone reads before a
 * consultation names none: home, steps, questions, titles and purposes of forms. A form itself is a consultation and may.
 */
import { countryOf } from '../../../sync/domain/places/places.ts';
import { isObject, type JsonObject, objectsOf, textOf } from '../form/form-index.ts';
import { type Faults, jsonPath } from '../read/faults.ts';

/** Stems of international nonproprietary names, and trade names that everybody knows. */
const stems = [
  'glutide',
  'afil',
  'cillin',
  'cycline',
  'thromycin',
  'floxacin',
  'oxetine',
  'traline',
  'statin',
  'tretinoin',
  'steride',
  'triptan',
  'gliptin',
  'gliflozin',
  'sartan',
  'olol',
  'prazole',
  'gestrel',
];
const names = [
  'botox',
  'champix',
  'cialis',
  'metformin',
  'mounjaro',
  'nitrofurantoin',
  'orlistat',
  'ozempic',
  'propecia',
  'roaccutane',
  'rybelsus',
  'saxenda',
  'tirzepatide',
  'trimethoprim',
  'viagra',
  'wegovy',
  'xenical',
  'zyban',
];
const medicine = new RegExp(`\\b(?:\\p{L}+(?:${stems.join('|')})|${names.join('|')})\\b`, 'iu');

/** A form's explanations are read within it. */
const WITHIN = new Set(['why', 'manifest']);

function checkTexts(value: unknown, path: readonly PropertyKey[], faults: Faults): void {
  if (typeof value === 'string') {
    const [name] = medicine.exec(value) ?? [];
    if (name !== undefined)
      faults.error(
        'medicine-named',
        jsonPath(path),
        `${JSON.stringify(name)} is named before a consultation, which isn't allowed in Britain`,
        'Say what is treated, not with what.',
      );
    return;
  }
  if (Array.isArray(value)) {
    for (const [at, child] of value.entries()) checkTexts(child, [...path, at], faults);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, child] of Object.entries(value))
    if (!WITHIN.has(key)) checkTexts(child, [...path, key], faults);
}

const PUBLIC = ['name', 'tagline', 'description', 'clinicians', 'steps', 'faq', 'questionnaires', 'kiosk'];

/** Wherever a vendor is at home in Britain, or cares for people there. */
function isInBritain(raw: JsonObject): boolean {
  const places = [
    textOf(raw.region),
    ...objectsOf(raw.serviceAreas)
      .filter(({ modality }) => modality !== 'unavailable')
      .map(({ place }) => textOf(place)),
  ];
  return places.some((place) => place !== undefined && countryOf(place) === 'GB');
}

export function checkPromotion(raw: JsonObject, faults: Faults): void {
  if (isInBritain(raw)) for (const key of PUBLIC) checkTexts(raw[key], [key], faults);
}

/** Of a British vendor's file that anyone can read. */
export function namesNoMedicine(raw: JsonObject, content: unknown, faults: Faults): void {
  if (textOf(raw.region) === 'GB') checkTexts(content, [], faults);
}
