import { createHash } from 'node:crypto';
import type { Bundle, Observation, QuestionnaireResponse } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { compileQuestionnaire } from '../../compile.ts';
import { createExpressionEngine } from '../../expressions/fhirpath-engine.ts';
import { createForm } from '../../form/open-form.ts';
import { loadTools } from '../../load-tools.ts';
import { isObject } from '../../model/fhir-json.ts';
import { CORE, type ItemSource, planOf, questionnaire, SDC } from '../../testing/forms.ts';
import {
  formsAtHand,
  hasSharedData,
  ownForms,
  SHARED_DATA_MISSING,
  sharedJson,
} from '../../testing/shared-data.ts';
import { loadElementModel } from './element-model.ts';
import { type ExtractOptions, extractResponse } from './extract.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const elements = await loadElementModel();
const options: ExtractOptions = { digest, elements, expressions: createExpressionEngine() };

const marked = (value: boolean | string) => ({
  url: `${SDC}observationExtract`,
  ...(typeof value === 'boolean' ? { valueBoolean: value } : { valueCode: value }),
});
const code = (value: string) => [{ system: 'http://loinc.org', code: value }];
const about = {
  resourceType: 'QuestionnaireResponse',
  id: 'r1',
  status: 'completed',
  authored: '2026-02-03T10:00:00Z',
  subject: { reference: 'Patient/p1' },
  author: { reference: 'Practitioner/d1' },
  encounter: { reference: 'Encounter/e1' },
} satisfies QuestionnaireResponse;
const item = (linkId: string, ...answers: readonly object[]) => ({ linkId, answer: answers });

function extract(form: unknown, items: readonly object[], rest: Partial<ExtractOptions> = {}): Bundle {
  const { bundle } = extractResponse(planOf(form), { ...about, item: items }, { ...options, ...rest });
  if (bundle === undefined) throw new Error('nothing was extracted');
  return bundle;
}

function resources(bundle: Bundle): readonly unknown[] {
  return bundle.entry?.map(({ resource }) => resource) ?? [];
}

function isObservation(resource: unknown): resource is Observation {
  return isObject(resource) && resource.resourceType === 'Observation';
}

function observations(bundle: Bundle): readonly Observation[] {
  return resources(bundle).filter(isObservation);
}

function diagnostics(form: unknown, items: readonly object[]): readonly (string | undefined)[] {
  const { outcome } = extractResponse(planOf(form), { ...about, item: items }, options);
  return outcome.issue.map((issue) => issue.diagnostics);
}

describe('observation-based extraction', () => {
  const whole = (items: readonly ItemSource[], rest: readonly object[] = []) => ({
    ...questionnaire(items),
    extension: [marked(true), ...rest],
  });

  it('makes an Observation of each answer with a code, about whom and by whom the response says', () => {
    const form = whole([
      { linkId: 'w', type: 'quantity', code: code('29463-7') },
      { linkId: 'none', type: 'string' },
    ]);
    const kilograms = { value: 70, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' };
    const bundle = extract(form, [
      item('w', { valueQuantity: kilograms }),
      item('none', { valueString: 'x' }),
    ]);
    expect(bundle.type).toBe('transaction');
    expect(resources(bundle)).toEqual([
      {
        resourceType: 'Observation',
        status: 'final',
        code: { coding: code('29463-7') },
        subject: about.subject,
        encounter: about.encounter,
        effectiveDateTime: about.authored,
        issued: about.authored,
        performer: [about.author],
        valueQuantity: kilograms,
        derivedFrom: [{ reference: 'QuestionnaireResponse/r1' }],
      },
    ]);
    expect(bundle.entry?.[0]?.request).toEqual({ method: 'POST', url: 'Observation' });
  });

  it.each<[string, object, object, object]>([
    ['boolean', { type: 'boolean' }, { valueBoolean: false }, { valueBoolean: false }],
    ['integer', { type: 'integer' }, { valueInteger: 3 }, { valueInteger: 3 }],
    [
      'decimal, which Observation has as a quantity',
      { type: 'decimal' },
      { valueDecimal: 1.5 },
      { valueQuantity: { value: 1.5 } },
    ],
    [
      'number with a unit',
      {
        type: 'integer',
        extension: [
          {
            url: `${CORE}questionnaire-unit`,
            valueCoding: { system: 'http://unitsofmeasure.org', code: 'kg' },
          },
        ],
      },
      { valueInteger: 70 },
      { valueQuantity: { value: 70, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' } },
    ],
    ['date', { type: 'date' }, { valueDate: '2026-01' }, { valueDateTime: '2026-01' }],
    ['time', { type: 'time' }, { valueTime: '10:00:00' }, { valueTime: '10:00:00' }],
    ['text', { type: 'text' }, { valueString: 'a' }, { valueString: 'a' }],
    ['url', { type: 'url' }, { valueUri: 'http://a.b' }, { valueString: 'http://a.b' }],
    [
      'choice',
      { type: 'choice', answerOption: [{ valueCoding: { code: 'a' } }] },
      { valueCoding: { code: 'a' } },
      { valueCodeableConcept: { coding: [{ code: 'a' }] } },
    ],
  ])('takes a %s', (_name, rest, answer, expected) => {
    const form = whole([{ linkId: 'q', code: code('1'), ...rest }]);
    expect(observations(extract(form, [item('q', answer)]))).toMatchObject([expected]);
  });

  it('says so of answers that an Observation takes no value of', () => {
    const form = whole([{ linkId: 'q', type: 'reference', code: code('1') }]);
    const items = [item('q', { valueReference: { reference: 'Patient/p9' } })];
    expect(resources(extract(form, items))).toEqual([]);
    expect(diagnostics(form, items).join()).toContain('linkId "q"');
    expect(diagnostics(form, items).join()).not.toContain('p9');
  });

  it('gives each of several answers its own Observation, with an address of its own', () => {
    const form = whole([{ linkId: 'q', type: 'string', repeats: true, code: code('1') }]);
    const bundle = extract(form, [item('q', { valueString: 'a' }, { valueString: 'b' })]);
    expect(observations(bundle).map(({ valueString }) => valueString)).toEqual(['a', 'b']);
    expect(new Set(bundle.entry?.map(({ fullUrl }) => fullUrl)).size).toBe(2);
  });

  it('hands categories and the mark down, leaves out what says false with all below it, and picks marked codes', () => {
    const category = (text: string) => ({
      url: `${SDC}observation-extract-category`,
      valueCodeableConcept: { text },
    });
    const form = {
      ...questionnaire([
        {
          linkId: 'g',
          type: 'group',
          extension: [marked(true), category('outer')],
          item: [
            { linkId: 'a', type: 'string', code: code('a') },
            {
              linkId: 'b',
              type: 'string',
              code: [...code('b1'), { code: 'b2', extension: [marked(true)] }],
              extension: [category('own')],
            },
            {
              linkId: 'off',
              type: 'group',
              extension: [marked(false)],
              item: [{ linkId: 'c', type: 'string', code: code('c'), extension: [marked(true)] }],
            },
          ],
        },
        { linkId: 'outside', type: 'string', code: code('d') },
      ]),
    };
    const found = observations(
      extract(form, [
        {
          linkId: 'g',
          item: [
            item('a', { valueString: '1' }),
            item('b', { valueString: '2' }),
            { linkId: 'off', item: [item('c', { valueString: '3' })] },
          ],
        },
        item('outside', { valueString: '4' }),
      ]),
    );
    expect(found.map(({ category: categories, code: codes }) => [categories, codes.coding])).toEqual([
      [[{ text: 'outer' }], code('a')],
      [[{ text: 'own' }], [{ code: 'b2' }]],
    ]);
  });

  it('relates items to the panel above them as they say: component, member, derived or independent', () => {
    const child = (linkId: string, ...extension: readonly object[]) => ({
      linkId,
      type: 'integer',
      code: code(linkId),
      extension,
    });
    const form = whole([
      {
        linkId: 'panel',
        type: 'group',
        code: code('panel'),
        item: [
          child('component', marked('component')),
          child('member', marked('member')),
          child('unsaid'),
          child('derived', marked('derived')),
          child('independent', marked('independent')),
        ],
      },
    ]);
    const linkIds = ['component', 'member', 'unsaid', 'derived', 'independent'];
    const bundle = extract(form, [
      { linkId: 'panel', item: linkIds.map((linkId, index) => item(linkId, { valueInteger: index })) },
    ]);
    const [panel, member, unsaid, derived, independent] = bundle.entry ?? [];
    expect(panel?.resource).toMatchObject({
      hasMember: [{ reference: member?.fullUrl }, { reference: unsaid?.fullUrl }],
      component: [{ code: { coding: code('component') }, valueInteger: 0 }],
    });
    expect(derived?.resource).toMatchObject({
      derivedFrom: [{ reference: 'QuestionnaireResponse/r1' }, { reference: panel?.fullUrl }],
    });
    expect(independent?.resource).toMatchObject({ derivedFrom: [{ reference: 'QuestionnaireResponse/r1' }] });
    expect(bundle.entry).toHaveLength(5);
  });

  it('makes no panel of a group in which nothing was answered', () => {
    const form = whole([
      {
        linkId: 'panel',
        type: 'group',
        code: code('panel'),
        item: [
          { linkId: 'a', type: 'integer', code: code('a') },
          { linkId: 'plain', type: 'string' },
        ],
      },
    ]);
    expect(
      resources(extract(form, [{ linkId: 'panel', item: [item('plain', { valueString: 'a' })] }])),
    ).toEqual([]);
  });

  it('is about the subject that an answer beside it names', () => {
    const form = whole([
      {
        linkId: 'child',
        type: 'group',
        repeats: true,
        item: [
          { linkId: 'who', type: 'reference', extension: [{ url: `${SDC}isSubject`, valueBoolean: true }] },
          { linkId: 'height', type: 'integer', code: code('8302-2') },
        ],
      },
      { linkId: 'own', type: 'integer', code: code('8302-2') },
    ]);
    const instance = (id: string) => ({
      linkId: 'child',
      item: [item('who', { valueReference: { reference: id } }), item('height', { valueInteger: 1 })],
    });
    const found = observations(
      extract(form, [instance('Patient/a'), instance('Patient/b'), item('own', { valueInteger: 2 })]),
    );
    expect(found.map(({ subject }) => subject?.reference)).toEqual(['Patient/a', 'Patient/b', 'Patient/p1']);
  });

  it('never extracts the answer of a disabled item', () => {
    const form = whole([
      { linkId: 'on', type: 'boolean', code: code('on') },
      {
        linkId: 'q',
        type: 'string',
        code: code('q'),
        enableWhen: [{ question: 'on', operator: '=', answerBoolean: true }],
      },
    ]);
    const found = observations(
      extract(form, [item('on', { valueBoolean: false }), item('q', { valueString: 'x' })]),
    );
    expect(found.map(({ code: codes }) => codes.coding?.[0]?.code)).toEqual(['on']);
  });

  it('describes its entry by allocated ids (observationExtractEntry)', () => {
    const entry = {
      url: `${SDC}observationExtractEntry`,
      extension: [
        { url: 'fullUrl', valueString: '%own' },
        { url: 'ifNoneExist', valueString: "'identifier=' + %resource.id" },
      ],
    };
    const form = whole([
      {
        linkId: 'q',
        type: 'integer',
        code: code('q'),
        extension: [{ url: `${SDC}extractAllocateId`, valueString: 'own' }, entry],
      },
    ]);
    const [first] = extract(form, [item('q', { valueInteger: 1 })]).entry ?? [];
    expect(first?.fullUrl).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(first?.request?.ifNoneExist).toBe('identifier=r1');
  });
});

describe('the addresses of what is extracted', () => {
  const form = {
    ...questionnaire([{ linkId: 'q', type: 'integer', code: code('q') }]),
    extension: [marked(true)],
  };
  const urls = (response: object) =>
    extractResponse(planOf(form), response, options).bundle?.entry?.map(({ fullUrl }) => fullUrl);

  it('are the same when a response is extracted again, even after an answer was amended', () => {
    const first = urls({ ...about, item: [item('q', { valueInteger: 1 })] });
    expect(urls({ ...about, status: 'amended', item: [item('q', { valueInteger: 2 })] })).toEqual(first);
    expect(first?.[0]).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('differ between responses, with an id or without', () => {
    const { id: _id, ...anonymous } = about;
    const all = [
      { ...about, item: [item('q', { valueInteger: 1 })] },
      { ...about, id: 'r2', item: [item('q', { valueInteger: 1 })] },
      { ...anonymous, item: [item('q', { valueInteger: 1 })] },
      { ...anonymous, item: [item('q', { valueInteger: 2 })] },
    ].flatMap((response) => urls(response) ?? []);
    expect(new Set(all).size).toBe(4);
  });
});

describe('definition-based extraction', () => {
  const PATIENT = `${CORE}Patient`;
  const asks = (canonical: string, ...parts: readonly object[]) => ({
    url: `${SDC}definitionExtract`,
    extension: [{ url: 'definition', valueCanonical: canonical }, ...parts],
  });
  const sets = (definition: string, value: object) => ({
    url: `${SDC}definitionExtractValue`,
    extension: [{ url: 'definition', valueUri: definition }, { ...value }],
  });
  const to = (path: string) =>
    `${path.split('.')[0] === 'Patient' ? PATIENT : `${CORE}${path.split('.')[0]}`}#${path}`;

  it('creates, and updates where the id was answered; groups are instances of their element', () => {
    const form = {
      ...questionnaire([
        { linkId: 'id', type: 'string', definition: to('Patient.id') },
        { linkId: 'birth', type: 'date', definition: to('Patient.birthDate') },
        {
          linkId: 'name',
          type: 'group',
          repeats: true,
          definition: to('Patient.name'),
          item: [
            { linkId: 'family', type: 'string', definition: to('Patient.name.family') },
            { linkId: 'given', type: 'string', repeats: true, definition: to('Patient.name.given') },
          ],
        },
        { linkId: 'phone', type: 'string', definition: to('Patient.telecom.value'), repeats: true },
        {
          linkId: 'sex',
          type: 'choice',
          definition: to('Patient.gender'),
          answerOption: [{ valueCoding: { code: 'female' } }],
        },
      ]),
      extension: [asks(PATIENT)],
    };
    const name = (family: string, ...given: readonly string[]) => ({
      linkId: 'name',
      item: [
        item('family', { valueString: family }),
        item('given', ...given.map((valueString) => ({ valueString }))),
      ],
    });
    const items = [
      item('birth', { valueDate: '1980-02-03' }),
      name('A', 'B', 'C'),
      name('D', 'E'),
      item('phone', { valueString: '1' }, { valueString: '2' }),
      item('sex', { valueCoding: { code: 'female' } }),
    ];
    const created = extract(form, items);
    expect(resources(created)).toEqual([
      {
        resourceType: 'Patient',
        birthDate: '1980-02-03',
        name: [
          { family: 'A', given: ['B', 'C'] },
          { family: 'D', given: ['E'] },
        ],
        telecom: [{ value: '1' }, { value: '2' }],
        gender: 'female',
      },
    ]);
    expect(created.entry?.[0]?.request).toEqual({ method: 'POST', url: 'Patient' });
    const updated = extract(form, [item('id', { valueString: 'p1' }), ...items]);
    expect(updated.entry?.[0]?.request).toEqual({ method: 'PUT', url: 'Patient/p1' });
  });

  it('makes one resource for each instance of a group, with fixed values and expressions', () => {
    const condition = `${CORE}Condition`;
    const form = questionnaire([
      {
        linkId: 'problem',
        type: 'group',
        repeats: true,
        extension: [
          asks(condition, { url: 'ifNoneExist', valueString: "'subject=' + %resource.subject.reference" }),
          sets(`${condition}#Condition.subject`, {
            url: 'expression',
            valueExpression: { language: 'text/fhirpath', expression: '%resource.subject' },
          }),
          sets(`${condition}#Condition.clinicalStatus`, {
            url: 'fixed-value',
            valueCodeableConcept: { coding: [{ code: 'active' }] },
          }),
        ],
        item: [
          {
            linkId: 'what',
            type: 'open-choice',
            definition: to('Condition.code'),
            answerOption: [{ valueCoding: { code: 'c' } }],
          },
          { linkId: 'since', type: 'date', definition: to('Condition.onset[x]') },
          { linkId: 'note', type: 'string', definition: to('Condition.note.text') },
        ],
      },
    ]);
    const bundle = extract(form, [
      {
        linkId: 'problem',
        item: [item('what', { valueCoding: { code: 'c' } }), item('since', { valueDate: '2020' })],
      },
      {
        linkId: 'problem',
        item: [item('what', { valueString: 'free' }), item('note', { valueString: 'n' })],
      },
    ]);
    const rest = { subject: about.subject, clinicalStatus: { coding: [{ code: 'active' }] } };
    expect(resources(bundle)).toEqual([
      { resourceType: 'Condition', code: { coding: [{ code: 'c' }] }, onsetDateTime: '2020', ...rest },
      { resourceType: 'Condition', code: { text: 'free' }, note: [{ text: 'n' }], ...rest },
    ]);
    expect(bundle.entry?.[0]?.request?.ifNoneExist).toBe('subject=Patient/p1');
    expect(new Set(bundle.entry?.map(({ fullUrl }) => fullUrl)).size).toBe(2);
  });

  it('takes what a profile fixes, tells slices apart, and names the profile', () => {
    const profile = {
      resourceType: 'StructureDefinition',
      url: 'http://example.org/my-patient',
      type: 'Patient',
      snapshot: {
        element: [
          { id: 'Patient.active', fixedBoolean: true },
          { id: 'Patient.telecom:phone.system', fixedCode: 'phone' },
          { id: 'Patient.telecom:mail.system', fixedCode: 'email' },
          { id: 'Patient.contact.gender', fixedCode: 'female' },
        ],
      },
    };
    const at = (id: string) => `${profile.url}|1.0#${id}`;
    const form = {
      ...questionnaire([
        { linkId: 'phone', type: 'string', definition: at('Patient.telecom:phone.value') },
        { linkId: 'mail', type: 'string', definition: at('Patient.telecom:mail.value') },
      ]),
      extension: [asks(`${profile.url}|1.0`)],
    };
    const items = [item('phone', { valueString: '1' }), item('mail', { valueString: 'a@b' })];
    expect(resources(extract(form, items, { supporting: [profile] }))).toEqual([
      {
        resourceType: 'Patient',
        meta: { profile: [profile.url] },
        active: true,
        telecom: [
          { system: 'phone', value: '1' },
          { system: 'email', value: 'a@b' },
        ],
      },
    ]);
  });

  it('serves older forms, which name a type alone (itemExtractionContext)', () => {
    const form = {
      ...questionnaire([
        { linkId: 'f', type: 'string', definition: 'http://hl7.org/fhir/Patient#Patient.name.family' },
      ]),
      extension: [{ url: `${SDC}itemExtractionContext`, valueCode: 'Patient' }],
    };
    expect(resources(extract(form, [item('f', { valueString: 'A' })]))).toEqual([
      { resourceType: 'Patient', name: [{ family: 'A' }] },
    ]);
  });

  it('says which answers have no place, by linkId, without quoting them', () => {
    const form = {
      ...questionnaire([
        { linkId: 'a', type: 'string', definition: `${PATIENT}#Patient.nothing` },
        { linkId: 'b', type: 'string', definition: `${PATIENT}#Patient.active` },
      ]),
      extension: [asks(PATIENT)],
    };
    const said = diagnostics(form, [
      item('a', { valueString: 'secret' }),
      item('b', { valueString: 'secret' }),
    ]);
    expect(said).toEqual([
      expect.stringMatching(/Patient\.nothing: FHIR R4 has no such element \(linkId "a"\)/),
      expect.stringMatching(/Patient\.active: the element takes no value of this type \(linkId "b"\)/),
    ]);
  });
});

describe('template-based extraction', () => {
  const value = (expression: string) => ({
    extension: [{ url: `${SDC}templateExtractValue`, valueString: expression }],
  });
  const context = (expression: string) => ({ url: `${SDC}templateExtractContext`, valueString: expression });
  const named = (id: string) => ({
    url: `${SDC}templateExtract`,
    extension: [{ url: 'template', valueReference: { reference: `#${id}` } }],
  });

  it('fills a contained resource in once for each instance; what has no value goes, with its static text', () => {
    const form = {
      ...questionnaire([
        {
          linkId: 'vaccine',
          type: 'group',
          repeats: true,
          extension: [named('t')],
          item: [
            { linkId: 'what', type: 'open-choice', answerOption: [{ valueCoding: { code: 'v' } }] },
            { linkId: 'lot', type: 'string' },
          ],
        },
      ]),
      contained: [
        {
          resourceType: 'Immunization',
          id: 't',
          status: 'completed',
          lotNumber: 'unknown',
          _lotNumber: value("item.where(linkId='lot').answer.value"),
          vaccineCode: {
            extension: [context("item.where(linkId='what').answer.value")],
            coding: [value('ofType(Coding)')],
            _text: value('ofType(string)'),
          },
          patient: { _reference: value('%resource.subject.reference') },
        },
      ],
    };
    const bundle = extract(form, [
      {
        linkId: 'vaccine',
        item: [item('what', { valueCoding: { code: 'v' } }), item('lot', { valueString: 'L1' })],
      },
      { linkId: 'vaccine', item: [item('what', { valueString: 'other' })] },
    ]);
    const patient = { reference: 'Patient/p1' };
    expect(resources(bundle)).toEqual([
      {
        resourceType: 'Immunization',
        status: 'completed',
        lotNumber: 'L1',
        vaccineCode: { coding: [{ code: 'v' }] },
        patient,
      },
      { resourceType: 'Immunization', status: 'completed', vaccineCode: { text: 'other' }, patient },
    ]);
    expect(resources(extract(form, []))).toEqual([]);
  });

  it('makes one resource of each answer of a repeating question', () => {
    const form = {
      ...questionnaire([{ linkId: 'q', type: 'string', repeats: true, extension: [named('t')] }]),
      contained: [{ resourceType: 'Basic', id: 't', code: { _text: value('answer.value') } }],
    };
    expect(resources(extract(form, [item('q', { valueString: 'a' }, { valueString: 'b' })]))).toEqual([
      { resourceType: 'Basic', code: { text: 'a' } },
      { resourceType: 'Basic', code: { text: 'b' } },
    ]);
  });

  it('says so where a template is missing or an expression fails, without quoting an answer', () => {
    const form = {
      ...questionnaire([{ linkId: 'q', type: 'string', extension: [named('none'), named('t')] }]),
      contained: [{ resourceType: 'Basic', id: 't', code: { _text: value("answer.value + 1 'mg'") } }],
    };
    const said = diagnostics(form, [item('q', { valueString: 'secret' })]);
    expect(said.join()).toMatch(/not contained/);
    expect(said.join()).toMatch(/expression of the extraction/);
    expect(said.join()).not.toContain('secret');
  });
});

describe('any response', () => {
  it('that is none, or was entered in error, gives nothing', () => {
    const plan = planOf(questionnaire([{ linkId: 'q', type: 'string' }]));
    for (const response of [
      null,
      1,
      [],
      {},
      { resourceType: 'Patient' },
      { ...about, status: 'entered-in-error' },
    ]) {
      const { bundle, outcome } = extractResponse(plan, response, options);
      expect(bundle).toBeUndefined();
      expect(outcome.issue[0]?.severity).toBe('fatal');
    }
  });
});

describe('whole forms', () => {
  it('a blood pressure is one Observation with two components', () => {
    const form = ownForms().find(([name]) => name === 'blood-pressure.json')?.[1];
    const pressure = (value: number) => ({
      valueQuantity: { value, unit: 'mmHg', system: 'http://unitsofmeasure.org', code: 'mm[Hg]' },
    });
    const bundle = extract(form, [
      { linkId: 'reading', item: [item('upper', pressure(121)), item('lower', pressure(79))] },
    ]);
    expect(resources(bundle)).toMatchObject([
      {
        code: { coding: [{ code: '85354-9' }] },
        component: [{ valueQuantity: { value: 121 } }, { valueQuantity: { value: 79 } }],
      },
    ]);
  });

  it.each(formsAtHand().filter(([, form]) => compileQuestionnaire(form).ok))(
    '%s is extracted without a failure',
    async (_name, form) => {
      const plan = planOf(form);
      const tools = await loadTools({ ...plan, needs: { patterns: true, expressions: true, units: true } });
      const response = createForm(plan, tools).response({ status: 'completed', authored: '2026-01-01' });
      const { bundle, outcome } = extractResponse(plan, response, { ...tools, digest, elements });
      expect(bundle?.type).toBe('transaction');
      expect(outcome.issue.filter(({ code: type }) => type === 'processing')).toEqual([]);
    },
  );
});

describe.skipIf(!hasSharedData())(`published forms (${SHARED_DATA_MISSING})`, () => {
  it("HL7's template bundle becomes a patient, her contacts and her measures", () => {
    const form = sharedJson('questionnaires/hl7-sdc/extract-complex-template2.json');
    const contact = (name: string) => ({
      linkId: 'contacts',
      item: [item('contact-name', { valueString: name })],
    });
    const bundle = extract(form, [
      {
        linkId: 'patient',
        item: [
          {
            linkId: 'name',
            item: [
              item('given', { valueString: 'Ann' }, { valueString: 'B' }),
              item('family', { valueString: 'Smith' }),
            ],
          },
        ],
      },
      contact('Jo'),
      contact('Al'),
      { linkId: 'obs', item: [item('height', { valueDecimal: 1.7 })] },
    ]);
    expect(resources(bundle)).toMatchObject([
      { resourceType: 'Patient', name: [{ text: 'Ann B Smith', family: 'Smith', given: ['Ann', 'B'] }] },
      { resourceType: 'RelatedPerson', name: [{ text: 'Jo' }] },
      { resourceType: 'RelatedPerson', name: [{ text: 'Al' }] },
      {
        resourceType: 'Observation',
        valueQuantity: { value: 170, code: 'cm' },
        effectiveDateTime: about.authored,
        derivedFrom: [{ reference: 'QuestionnaireResponse/r1' }],
      },
    ]);
    expect(JSON.stringify(bundle)).not.toMatch(/templateExtract|1900-01-01|"unknown"/);
    expect(new Set(bundle.entry?.map(({ fullUrl }) => fullUrl)).size).toBe(4);
  });

  it('a blood pressure is one Observation with two components', () => {
    const plan = planOf(sharedJson('questionnaires/lforms-r4/blood-pressure-q.json'));
    const response = createForm(plan).response({ status: 'completed' });
    const { bundle } = extractResponse(plan, response, options);
    expect(bundle?.entry?.map(({ resource }) => resource)).toMatchObject([
      {
        code: { coding: [{ code: '8532-0' }] },
        component: [{ valueQuantity: { value: 120 } }, { valueQuantity: { value: 80 } }],
      },
    ]);
  });
});
