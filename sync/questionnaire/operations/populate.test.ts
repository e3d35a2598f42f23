import type { QuestionnaireResponse, QuestionnaireResponseItem } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { compileQuestionnaire } from '../compile.ts';
import { editForm } from '../edit-form.ts';
import { loadTools } from '../load-tools.ts';
import { CORE, type ItemSource, planOf, questionnaire, SDC } from '../testing/forms.ts';
import { formsAtHand, hasSharedData, SHARED_DATA_MISSING, sharedJson } from '../testing/shared-data.ts';
import { INFORMATION_ORIGIN, type Populated, type PopulateOptions, populateForm } from './populate.ts';

const NOW = '2026-02-01T00:00:00Z';
const patient = {
  resourceType: 'Patient',
  id: 'p1',
  birthDate: '1980-02-03',
  name: [{ family: 'Smith', given: ['Ann', 'B'] }, { family: 'Jones' }],
};
const launch = {
  url: `${SDC}launchContext`,
  extension: [
    { url: 'name', valueCoding: { code: 'patient' } },
    { url: 'type', valueCode: 'Patient' },
  ],
};
const initial = (expression: string) => ({
  url: `${SDC}initialExpression`,
  valueExpression: { language: 'text/fhirpath', expression },
});
const variable = (name: string, language: string, expression: string) => ({
  url: `${CORE}variable`,
  valueExpression: { name, language, expression },
});
const QUERY = 'application/x-fhir-query';

async function populate(source: unknown, options: PopulateOptions = {}): Promise<Populated> {
  const plan = planOf(source);
  const tools = await loadTools({ ...plan, needs: { patterns: true, expressions: true, units: true } });
  return populateForm(plan, { ...tools, now: NOW, launchContext: { patient }, ...options });
}

function find(response: QuestionnaireResponse, linkId: string): readonly QuestionnaireResponseItem[] {
  const within = (items: readonly QuestionnaireResponseItem[] = []): QuestionnaireResponseItem[] =>
    items.flatMap((one) => [...(one.linkId === linkId ? [one] : []), ...within(one.item)]);
  return within(response.item);
}

function values({ response }: Populated, linkId: string): readonly unknown[] {
  return find(response, linkId).flatMap(({ answer }) =>
    (answer ?? []).map(({ extension: _extension, item: _item, ...value }) => Object.values(value)[0]),
  );
}

const said = ({ outcome }: Populated) => outcome.issue.map(({ diagnostics }) => diagnostics).join('\n');

describe('$populate from the launch context', () => {
  const form = {
    ...questionnaire([
      { linkId: 'birth', type: 'date', extension: [initial('%patient.birthDate')] },
      { linkId: 'given', type: 'string', repeats: true, extension: [initial('%patient.name.first().given')] },
      { linkId: 'fixed', type: 'string', initial: [{ valueString: 'as the form says' }] },
      { linkId: 'none', type: 'string', extension: [initial('%patient.maritalStatus.text')] },
    ]),
    extension: [launch],
  };

  it('fills in what expressions find, for a response that nobody has given yet', async () => {
    const result = await populate(form);
    expect(values(result, 'birth')).toEqual(['1980-02-03']);
    expect(values(result, 'given')).toEqual(['Ann', 'B']);
    expect(result.response).toMatchObject({ status: 'in-progress', subject: { reference: 'Patient/p1' } });
    expect(result.response).not.toHaveProperty('author');
    expect(said(result)).toContain('the initialExpression gave nothing (linkId "none")');
  });

  it('marks what came from the record, and only that; a person who submits it makes it theirs', async () => {
    const result = await populate(form);
    const origin = (linkId: string) => find(result.response, linkId)[0]?.answer?.[0]?.extension?.[0]?.url;
    expect([origin('birth'), origin('given'), origin('fixed')]).toEqual([
      INFORMATION_ORIGIN,
      INFORMATION_ORIGIN,
      undefined,
    ]);
    expect(result.populated).toEqual(['QuestionnaireResponse.item[0]', 'QuestionnaireResponse.item[1]']);
    const plan = planOf(form);
    const submitted = editForm(plan, result.response, await loadTools(plan)).response({
      status: 'completed',
    });
    expect(JSON.stringify(submitted)).not.toContain(INFORMATION_ORIGIN);
    expect(submitted.item).toHaveLength(3);
  });

  it('says which context is missing', async () => {
    const result = await populate(form, { launchContext: {} });
    expect(said(result)).toContain('the launch context "patient" was not given');
    expect(values(result, 'birth')).toEqual([]);
  });

  it('makes an instance of a group for each row of its context, also of a query', async () => {
    const rows = (name: string, language: string, expression: string) => ({
      url: `${SDC}itemPopulationContext`,
      valueExpression: { name, language, expression },
    });
    const source = {
      ...questionnaire([
        {
          linkId: 'name',
          type: 'group',
          repeats: true,
          extension: [rows('name', 'text/fhirpath', '%patient.name')],
          item: [{ linkId: 'family', type: 'string', extension: [initial('%name.family')] }],
        },
        {
          linkId: 'allergy',
          type: 'group',
          repeats: true,
          extension: [rows('allergy', QUERY, 'AllergyIntolerance?patient={{%patient.id}}')],
          item: [{ linkId: 'to', type: 'string', extension: [initial('%allergy.code.text')] }],
        },
      ]),
      extension: [launch],
    };
    const allergy = (id: string, text: string, whose: string) => ({
      resourceType: 'AllergyIntolerance',
      id,
      code: { text },
      patient: { reference: whose },
    });
    const record = [
      allergy('1', 'nuts', 'Patient/p1'),
      allergy('2', 'milk', 'Patient/p2'),
      allergy('3', 'eggs', 'Patient/p1'),
    ];
    const result = await populate(source, {
      supporting: [{ resourceType: 'Bundle', entry: record.map((resource) => ({ resource })) }],
    });
    expect(values(result, 'family')).toEqual(['Smith', 'Jones']);
    expect(values(result, 'to')).toEqual(['nuts', 'eggs']);
    expect(result.populated).toHaveLength(4);
  });

  it('answers the queries of variables from the record, and says which it can not answer', async () => {
    const source = {
      ...questionnaire([
        { linkId: 'count', type: 'integer', extension: [initial('%conditions.total')] },
        { linkId: 'other', type: 'integer', extension: [initial('%unknown.total')] },
      ]),
      extension: [
        launch,
        variable('conditions', QUERY, 'Condition?patient={{%patient.id}}&code=http://s|c'),
        variable('unknown', QUERY, 'Condition?onset-age=3'),
      ],
    };
    const condition = (code: string) => ({
      resourceType: 'Condition',
      subject: { reference: 'Patient/p1' },
      code: { coding: [{ system: 'http://s', code }] },
    });
    const result = await populate(source, { supporting: [condition('c'), condition('d')] });
    expect(values(result, 'count')).toEqual([1]);
    expect(values(result, 'other')).toEqual([]);
    expect(said(result)).toContain('a query can not be answered: its parameter "onset-age" is not supported');
  });
});

describe('$populate from Observations', () => {
  const period = (value: number, code: string) => ({
    url: `${SDC}observationLinkPeriod`,
    valueDuration: { value, system: 'http://unitsofmeasure.org', code },
  });
  const unit = (code: string) => ({
    url: `${CORE}questionnaire-unit`,
    valueCoding: { system: 'http://unitsofmeasure.org', code },
  });
  const weight = (rest: Partial<ItemSource> = {}): ItemSource => ({
    linkId: 'w',
    type: 'decimal',
    code: [{ system: 'http://loinc.org', code: '29463-7' }],
    extension: [period(1, 'a'), unit('kg')],
    ...rest,
  });
  const observation = (value: number, code: string, date: string, rest: object = {}) => ({
    resourceType: 'Observation',
    status: 'final',
    subject: { reference: 'Patient/p1' },
    code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
    effectiveDateTime: date,
    valueQuantity: { value, unit: code, system: 'http://unitsofmeasure.org', code },
    ...rest,
  });

  it('takes the newest of the period, in the unit that the question counts', async () => {
    const supporting = [observation(70, 'kg', '2025-06-01'), observation(72500, 'g', '2026-01-05')];
    expect(values(await populate(questionnaire([weight()]), { supporting }), 'w')).toEqual([72.5]);
  });

  it.each<[string, object]>([
    ['older than the period', observation(70, 'kg', '2025-01-30')],
    ['later than the moment', observation(70, 'kg', '2026-02-02')],
    ['of another person', observation(70, 'kg', '2026-01-01', { subject: { reference: 'Patient/p2' } })],
    ['about somebody else', observation(70, 'kg', '2026-01-01', { focus: [{ reference: 'Patient/fetus' }] })],
    ['preliminary', observation(70, 'kg', '2026-01-01', { status: 'preliminary' })],
    ['of another code', observation(70, 'kg', '2026-01-01', { code: { coding: [{ code: '29463-7' }] } })],
    ['without a value', observation(70, 'kg', '2026-01-01', { valueQuantity: undefined })],
    ['in a unit that measures something else', observation(70, 'cm', '2026-01-01')],
    [
      'bounded, not measured',
      observation(70, 'kg', '2026-01-01', { valueQuantity: { value: 70, comparator: '<', code: 'kg' } }),
    ],
  ])('leaves out one that is %s, and says so', async (_name, one) => {
    const result = await populate(questionnaire([weight()]), { supporting: [one] });
    expect(values(result, 'w')).toEqual([]);
    expect(said(result)).toContain('linkId "w"');
  });

  it('passes by a newer one that does not fit', async () => {
    const supporting = [observation(70, 'kg', '2025-06-01'), observation(1, 'cm', '2026-01-05')];
    expect(values(await populate(questionnaire([weight()]), { supporting }), 'w')).toEqual([70]);
  });

  it('finds the parts of one Observation for the questions of a panel', async () => {
    const component = (code: string, value: number) => ({
      code: { coding: [{ code }] },
      valueQuantity: { value, code: 'mm[Hg]', system: 'http://unitsofmeasure.org' },
    });
    const part = (code: string): ItemSource => ({
      linkId: code,
      type: 'quantity',
      code: [{ code }],
      extension: [period(1, 'mo')],
    });
    const form = questionnaire([
      {
        linkId: 'bp',
        type: 'group',
        code: [{ code: 'bp' }],
        extension: [period(1, 'mo')],
        item: [part('systolic'), part('diastolic')],
      },
    ]);
    const panel = (date: string, ...parts: readonly object[]) =>
      observation(0, 'kg', date, {
        valueQuantity: undefined,
        code: { coding: [{ code: 'bp' }] },
        component: parts,
      });
    // The newer panel has no diastolic value: that of the older one belongs to another measurement.
    const supporting = [
      panel('2026-01-20', component('systolic', 120), component('diastolic', 80)),
      panel('2026-01-25', component('systolic', 130)),
    ];
    const result = await populate(form, { supporting });
    expect(values(result, 'systolic')).toMatchObject([{ value: 130 }]);
    expect(values(result, 'diastolic')).toEqual([]);
  });

  it('never replaces what the form or an expression has filled in', async () => {
    const form = questionnaire([weight({ initial: [{ valueDecimal: 1 }] })]);
    expect(values(await populate(form, { supporting: [observation(70, 'kg', '2026-01-01')] }), 'w')).toEqual([
      1,
    ]);
  });

  it('takes a code that is an option', async () => {
    const form = questionnaire([
      weight({
        type: 'choice',
        extension: [period(1, 'a')],
        answerOption: [{ valueCoding: { system: 's', code: 'heavy', display: 'Heavy' } }],
      }),
    ]);
    const valueCodeableConcept = {
      coding: [
        { system: 't', code: 'x' },
        { system: 's', code: 'heavy' },
      ],
    };
    const supporting = [
      observation(0, 'kg', '2026-01-01', { valueQuantity: undefined, valueCodeableConcept }),
    ];
    expect(values(await populate(form, { supporting }), 'w')).toEqual([
      { system: 's', code: 'heavy', display: 'Heavy' },
    ]);
  });
});

it.each(formsAtHand().filter(([, form]) => compileQuestionnaire(form).ok))(
  '%s is filled in without a failure',
  async (_name, form) => {
    const result = await populate(form);
    expect(result.response.status).toBe('in-progress');
    expect(result.outcome.issue.filter(({ severity }) => severity === 'error')).toEqual([]);
  },
);

describe.skipIf(!hasSharedData())(`published forms (${SHARED_DATA_MISSING})`, () => {
  it("HL7's demographics are filled in for a patient and her relatives", async () => {
    const relative = (id: string, family: string, whose: string) => ({
      resourceType: 'RelatedPerson',
      id,
      name: [{ family }],
      patient: { reference: whose },
    });
    const result = await populate(sharedJson('questionnaires/hl7-sdc/Questionnaire-demographics.json'), {
      supporting: [relative('r1', 'Mum', 'Patient/p1'), relative('r2', 'Other', 'Patient/p2')],
    });
    expect(values(result, 'patient.name.family')).toEqual(['Smith', 'Jones']);
    expect(values(result, 'relative.name.family')).toEqual(['Mum']);
    expect(values(result, 'relative.id')).toEqual(['r1']);
  });

  it('a source query is run before the form is filled in, and read by its name', async () => {
    const result = await populate(
      sharedJson(
        'questionnaires/hl7-sdc/Questionnaire-questionnaire-sdc-test-fhirpath-prepop-source-query.json',
      ),
    );
    expect(values(result, 'condition-count')).toEqual([1]);
    expect(values(result, 'given-names')).toEqual(['Ann']);
  });
});
