/** Willow's form of the kiosk's tests, and what somebody answers to it whom nothing is wrong with. */
import type { Answer, Answers } from './visitor.ts';

export const VENDOR = 'willow';
export const FORM = 'uti-check';

const no = { yes: false } as const;
/** In the order of the form; `undefined` is asked only where another answer brings it. */
const harmless: readonly (readonly [linkId: string, answer: Answer | undefined])[] = [
  ['symptoms', { options: [0, 1] }],
  ['days', { text: '3' }],
  ['discomfort', 'skip'],
  ['fever', no],
  ['flank-pain', no],
  ['pregnant', { option: 1 }],
  ['anatomy', { option: 0 }],
  ['recurrent', no],
  ['conditions', { options: [4] }],
  ['discharge', no],
  ['antibiotic', no],
  ['antibiotic.which', undefined],
  ['allergies.any', { yes: true }],
  ['allergies.which', { text: 'Peanutbutterfly, hives' }],
  ['medicines.list', 'skip'],
  ['breastfeeding', no],
  ['tried', 'skip'],
  ['anything-else', 'skip'],
];

/**
 * No rule of the form is met by these.
 *
 * @param part from one question up to another, which is left unanswered; the whole form where absent.
 * @param own what is answered otherwise.
 */
export function harmlessAnswers(
  part: { readonly from?: string; readonly before?: string } = {},
  own: Readonly<Record<string, Answer>> = {},
): Answers {
  const at = (linkId: string | undefined, absent: number) =>
    linkId === undefined ? absent : harmless.findIndex(([each]) => each === linkId);
  return harmless.slice(at(part.from, 0), at(part.before, harmless.length)).flatMap(([linkId, answer]) => {
    const given = own[linkId] ?? answer;
    return given === undefined ? [] : [[linkId, given] as const];
  });
}
