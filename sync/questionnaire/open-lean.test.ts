import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { coreSetsFor, openLean, openQuestionnaire } from './index.ts';
import { compiledPlan } from './plan/plan.ts';

const vendors = new URL('../../vendors/', import.meta.url).pathname;
const published: unknown[] = globSync('*/questionnaires/*.json', { cwd: vendors }).map((path) =>
  JSON.parse(readFileSync(vendors + path, 'utf8')),
);
const item = { linkId: 'a', type: 'choice', text: 'A' };
const base = { resourceType: 'Questionnaire', status: 'active' };
const withSets = [
  { ...base, item: [{ ...item, answerValueSet: 'http://hl7.org/fhir/ValueSet/administrative-gender' }] },
  { ...base, item: [{ ...item, answerValueSet: 'http://hl7.org/fhir/ValueSet/marital-status' }] },
  { ...base, item: [{ ...item, answerValueSet: 'https://meadow.example/nobody-has-it' }] },
  {
    ...base,
    contained: [
      {
        resourceType: 'ValueSet',
        id: 'two',
        compose: { include: [{ system: 'https://meadow.example', concept: [{ code: 'x' }, { code: 'y' }] }] },
      },
    ],
    item: [{ ...item, answerValueSet: '#two' }],
  },
  {
    ...base,
    item: [
      {
        ...item,
        type: 'quantity',
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unitValueSet',
            valueCanonical: 'http://hl7.org/fhir/ValueSet/age-units',
          },
        ],
      },
    ],
  },
];

it.each([...published, ...withSets])(
  'opens a form as it is opened with all that reads value sets - %#',
  async (form) => {
    const lean = await openLean(form);
    const whole = openQuestionnaire(form, await coreSetsFor(form));
    if (!lean.ok || !whole.ok) throw new Error('It has faults');
    const seen = ({ items, needs }: ReturnType<typeof compiledPlan>) =>
      JSON.stringify([needs, items.map(({ linkId, options, limits }) => [linkId, options, limits])]);
    expect(seen(compiledPlan(lean.plan))).toBe(seen(compiledPlan(whole.plan)));
  },
);

it('has the options of the sets that it was given to know', async () => {
  const counts = await Promise.all(
    withSets.slice(0, 4).map(async (form) => {
      const opened = await openLean(form);
      return opened.ok ? compiledPlan(opened.plan).items[0]?.options?.options.length : undefined;
    }),
  );
  expect(counts[0]).toBe(4);
  expect(counts[1]).toBeGreaterThan(5);
  expect(counts.slice(2)).toEqual([0, 2]);
});

it('says what is wrong with what is no form', async () => {
  expect(await openLean({ resourceType: 'Patient' })).toMatchObject({ ok: false });
});
