import { describe, expect, it } from 'vitest';
import { createForm } from '../form/open-form.ts';
import { EXPANSION_PROPERTY } from '../model/extensions.ts';
import { CORE, nodes, planOf, questionnaire } from '../testing/forms.ts';

const SYSTEM = 'http://example.org';
const coding = (code: string) => ({ system: SYSTEM, code, display: code });
const weight = (url: string, value: number) => ({ extension: [{ url, valueDecimal: value }] });
const inSet = (contained: object[]) => ({
  item: { answerValueSet: '#vs' },
  contained: contained.map((resource) => ({ ...resource })),
});
const codeSystem = (concept: object, property?: object[]) => ({
  resourceType: 'CodeSystem',
  id: 'cs',
  url: SYSTEM,
  content: 'complete',
  concept: [concept],
  ...(property === undefined ? {} : { property }),
});
const set = (parts: object) => ({ resourceType: 'ValueSet', id: 'vs', ...parts });

/** Promise 7: a score counts wherever the form states it. */
const PLACES: readonly (readonly [
  name: string,
  source: { item: object; contained?: object[]; supporting?: object[] },
])[] = [
  [
    'answerOption, ordinalValue',
    { item: { answerOption: [{ valueCoding: coding('a'), ...weight(`${CORE}ordinalValue`, 2) }] } },
  ],
  [
    'answerOption, itemWeight',
    { item: { answerOption: [{ valueCoding: coding('a'), ...weight(`${CORE}itemWeight`, 2) }] } },
  ],
  [
    'answerOption, questionnaire-ordinalValue',
    {
      item: {
        answerOption: [{ valueCoding: coding('a'), ...weight(`${CORE}questionnaire-ordinalValue`, 2) }],
      },
    },
  ],
  [
    'answerOption.valueCoding',
    { item: { answerOption: [{ valueCoding: { ...coding('a'), ...weight(`${CORE}itemWeight`, 2) } }] } },
  ],
  [
    'answerOption of a string',
    { item: { answerOption: [{ valueString: 'a', ...weight(`${CORE}ordinalValue`, 2) }] } },
  ],
  [
    'ValueSet.compose.include.concept',
    inSet([
      set({
        compose: {
          include: [
            { system: SYSTEM, concept: [{ code: 'a', ...weight(`${CORE}valueset-ordinalValue`, 2) }] },
          ],
        },
      }),
    ]),
  ],
  [
    'ValueSet.expansion.contains, extension',
    inSet([set({ expansion: { contains: [{ ...coding('a'), ...weight(`${CORE}itemWeight`, 2) }] } })]),
  ],
  [
    'ValueSet.expansion.contains, R5 property',
    inSet([
      set({
        expansion: { contains: [{ ...coding('a'), property: [{ code: 'itemWeight', valueDecimal: 2 }] }] },
      }),
    ]),
  ],
  [
    'ValueSet.expansion.contains, R5 property in an R4 extension',
    inSet([
      set({
        expansion: {
          contains: [
            {
              ...coding('a'),
              extension: [
                {
                  url: EXPANSION_PROPERTY,
                  extension: [
                    { url: 'code', valueCode: 'itemWeight' },
                    { url: 'value', valueDecimal: 2 },
                  ],
                },
              ],
            },
          ],
        },
      }),
    ]),
  ],
  [
    'CodeSystem concept, extension',
    inSet([
      set({ compose: { include: [{ system: SYSTEM, concept: [{ code: 'a' }] }] } }),
      codeSystem({ code: 'a', ...weight(`${CORE}codesystem-ordinalValue`, 2) }),
    ]),
  ],
  [
    'CodeSystem concept, property',
    inSet([
      set({ compose: { include: [{ system: SYSTEM }] } }),
      codeSystem({ code: 'a', property: [{ code: 'itemWeight', valueInteger: 2 }] }),
    ]),
  ],
  [
    'CodeSystem concept, property declared by uri',
    inSet([
      set({ compose: { include: [{ system: SYSTEM }] } }),
      codeSystem({ code: 'a', property: [{ code: 'points', valueDecimal: 2 }] }, [
        { code: 'points', uri: 'http://hl7.org/fhir/concept-properties#itemWeight' },
      ]),
    ]),
  ],
  [
    'CodeSystem beside the form, for an answerOption',
    {
      item: { answerOption: [{ valueCoding: coding('a') }] },
      supporting: [codeSystem({ code: 'a', ...weight(`${CORE}itemWeight`, 2) })],
    },
  ],
];

describe('a score', () => {
  it.each(PLACES)('is found in %s', (_name, { item, contained, supporting }) => {
    const source = questionnaire(
      [{ linkId: 'q', type: 'choice', ...item }],
      contained === undefined ? {} : { contained: contained as [] },
    );
    const form = createForm(planOf(source, supporting));
    const [question] = nodes(form, 'q');
    const [option] = question?.options ?? [];
    expect(option?.score).toBe(2);
    expect(form.score()).toMatchObject({ total: 0, answered: 0, of: 1 });
    if (question !== undefined && option !== undefined) form.answer(question.id, [option.value]);
    expect(form.score()).toMatchObject({ total: 2, answered: 1, of: 1 });
  });

  it('adds up several answers without binary rounding, and leaves disabled questions out', () => {
    const answerOption = [0.1, 0.2].map((value) => ({
      valueCoding: coding(String(value)),
      initialSelected: true,
      ...weight(`${CORE}ordinalValue`, value),
    }));
    const form = createForm(
      planOf(
        questionnaire([
          { linkId: 'q', type: 'choice', repeats: true, answerOption },
          {
            linkId: 'off',
            type: 'choice',
            repeats: true,
            answerOption,
            enableWhen: [{ question: 'q', operator: 'exists', answerBoolean: false }],
          },
        ]),
      ),
    );
    expect(form.score()).toMatchObject({ total: 0.3, answered: 1, of: 1 });
  });
});
