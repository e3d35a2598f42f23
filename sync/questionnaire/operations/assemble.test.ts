import { describe, expect, it } from 'vitest';
import { createExpressionEngine } from '../expressions/fhirpath-engine.ts';
import { CORE, type ItemSource, SDC } from '../testing/forms.ts';
import { hasSharedData, SHARED_DATA_MISSING, sharedJson } from '../testing/shared-data.ts';
import { assembleQuestionnaire } from './assemble.ts';

const NAME = 'http://example.org/name';

function form(url: string, items: readonly ItemSource[], rest: object = {}): object {
  return { resourceType: 'Questionnaire', status: 'active', url, version: '1.0', ...rest, item: items };
}

function sub(linkId: string, canonical: string, rest: object = {}): ItemSource {
  return {
    linkId,
    type: 'display',
    text: 'not available',
    extension: [{ url: `${SDC}subQuestionnaire`, valueCanonical: canonical }],
    ...rest,
  };
}

const variable = (name: string, expression: string) => ({
  url: `${CORE}variable`,
  valueExpression: { name, language: 'text/fhirpath', expression },
});
const launch = (code: string) => ({
  url: `${SDC}launchContext`,
  extension: [
    { url: 'name', valueCoding: { code } },
    { url: 'type', valueCode: 'Patient' },
  ],
});
const question = (linkId: string, rest: object = {}): ItemSource => ({
  linkId,
  type: 'string',
  text: linkId,
  ...rest,
});

function messages(...parameters: Parameters<typeof assembleQuestionnaire>): readonly string[] {
  const { questionnaire, outcome } = assembleQuestionnaire(...parameters);
  expect(questionnaire).toBeUndefined();
  return outcome.issue
    .filter(({ severity }) => severity === 'error')
    .map(({ diagnostics }) => diagnostics ?? '');
}

function assembled(...parameters: Parameters<typeof assembleQuestionnaire>) {
  const { questionnaire, outcome } = assembleQuestionnaire(...parameters);
  if (questionnaire === undefined) throw new Error(JSON.stringify(outcome.issue));
  return questionnaire;
}

describe('$assemble', () => {
  it('puts the items of a sub-form into the place of its display, and says what it was assembled from', () => {
    const root = form(
      'http://example.org/root',
      [question('before'), sub('1', `${NAME}|1.0`), question('after')],
      { extension: [{ url: `${SDC}assemble-expectation`, valueCode: 'assemble-root' }] },
    );
    const result = assembled(root, [form(NAME, [question('family'), question('given')])]);
    expect(result.item?.map(({ linkId }) => linkId)).toEqual(['before', 'family', 'given', 'after']);
    expect(result.extension).toEqual([{ url: `${SDC}assembledFrom`, valueCanonical: `${NAME}|1.0` }]);
    expect([result.url, result.version]).toEqual(['http://example.org/root', '1.0']);
  });

  it('takes the version that was asked for, or else the latest', () => {
    const old = form(NAME, [question('old')], { version: '1.9' });
    const latest = form(NAME, [question('latest')], { version: '1.10' });
    const of = (canonical: string) =>
      assembled(form('http://example.org/root', [sub('1', canonical)]), [latest, old]).item?.[0]?.linkId;
    expect(of(`${NAME}|1.9`)).toBe('old');
    expect(of(NAME)).toBe('latest');
    expect(messages(form('http://example.org/root', [sub('1', `${NAME}|2.0`)]), [latest, old])).toEqual([
      expect.stringContaining(`${NAME}|2.0 is not at hand`),
    ]);
  });

  it('puts the linkIdPrefix before linkIds, conditions and contained resources, also where prefixes nest', () => {
    const inner = form(
      NAME,
      [
        question('family', { answerValueSet: '#vs', type: 'choice' }),
        question('given', { enableWhen: [{ question: 'family', operator: 'exists', answerBoolean: true }] }),
      ],
      { contained: [{ resourceType: 'ValueSet', id: 'vs', status: 'active' }] },
    );
    const middle = form('http://example.org/person', [
      { linkId: 'g', type: 'group', extension: [variable('linkIdPrefix', "'n.'")], item: [sub('1', NAME)] },
    ]);
    const root = form('http://example.org/root', [
      {
        linkId: 'mother',
        type: 'group',
        extension: [variable('linkIdPrefix', "'mother' + '.'")],
        item: [sub('1', 'http://example.org/person')],
      },
      {
        linkId: 'father',
        type: 'group',
        extension: [variable('linkIdPrefix', "'father.'")],
        item: [sub('2', 'http://example.org/person')],
      },
    ]);
    const result = assembled(root, [inner, middle], { expressions: createExpressionEngine() });
    const group = result.item?.[0]?.item?.[0];
    expect(group?.linkId).toBe('mother.g');
    expect(group?.item?.map(({ linkId }) => linkId)).toEqual(['mother.n.family', 'mother.n.given']);
    expect(group?.item?.[1]?.enableWhen?.[0]?.question).toBe('mother.n.family');
    expect(result.item?.[1]?.item?.[0]?.item?.[0]).toMatchObject({
      linkId: 'father.n.family',
      answerValueSet: '#n.vs',
    });
    expect(result.contained?.map(({ id }) => id)).toEqual(['n.vs']);
    // What expressions read at run time is the whole prefix.
    expect(group?.extension?.[0]?.valueExpression?.expression).toBe("'mother.n.'");
  });

  it('warns of an expression that names a linkId which has got a prefix', () => {
    const calculated = {
      url: `${SDC}calculatedExpression`,
      valueExpression: {
        language: 'text/fhirpath',
        expression: "%resource.item.where(linkId='a').answer.value",
      },
    };
    const root = form('http://example.org/root', [
      { linkId: 'g', type: 'group', extension: [variable('linkIdPrefix', "'p.'")], item: [sub('1', NAME)] },
    ]);
    const { outcome } = assembleQuestionnaire(root, [
      form(NAME, [question('a'), question('b', { extension: [calculated] })]),
    ]);
    expect(outcome.issue[0]).toMatchObject({
      severity: 'warning',
      diagnostics: expect.stringContaining('"p.a"'),
    });
  });

  it('carries launch context and libraries to the root, variables to the holding item, each once', () => {
    const extension = [launch('patient'), variable('weight', '1')];
    const child = (url: string, linkId: string) => form(url, [question(linkId)], { extension });
    const root = form(
      'http://example.org/root',
      [
        {
          linkId: 'g',
          type: 'group',
          item: [sub('1', 'http://example.org/a'), sub('2', 'http://example.org/b')],
        },
      ],
      { extension: [launch('patient')] },
    );
    const result = assembled(root, [child('http://example.org/a', 'a'), child('http://example.org/b', 'b')]);
    expect(result.extension?.filter(({ url }) => url === `${SDC}launchContext`)).toHaveLength(1);
    expect(result.item?.[0]?.extension).toEqual([variable('weight', '1')]);
  });

  it('contains one resource once, and another of the same id under a new one', () => {
    const child = (url: string, linkId: string, status: string) =>
      form(url, [question(linkId, { type: 'choice', answerValueSet: '#vs' })], {
        contained: [{ resourceType: 'ValueSet', id: 'vs', status }],
      });
    const root = form(
      'http://example.org/root',
      ['a', 'b', 'c'].map((name) => sub(name, `http://example.org/${name}`)),
    );
    const result = assembled(root, [
      child('http://example.org/a', 'x', 'active'),
      child('http://example.org/b', 'y', 'active'),
      child('http://example.org/c', 'z', 'draft'),
    ]);
    expect(result.contained?.map(({ id }) => id)).toEqual(['vs', 'vs-2']);
    expect(result.item?.map(({ answerValueSet }) => answerValueSet)).toEqual(['#vs', '#vs', '#vs-2']);
  });

  it.each<[string, object, readonly object[], RegExp]>([
    [
      'sub-forms in a circle',
      form('http://example.org/root', [sub('1', NAME)]),
      [
        form(NAME, [sub('2', 'http://example.org/other')]),
        form('http://example.org/other', [sub('3', NAME)]),
      ],
      /circle: .*name\|1\.0 -> .*other\|1\.0 -> .*name\|1\.0/,
    ],
    [
      'a linkId that occurs twice',
      form('http://example.org/root', [question('family'), sub('1', NAME)]),
      [form(NAME, [question('family')])],
      /linkId "family" occurs twice/,
    ],
    [
      'a question that names a sub-form',
      form('http://example.org/root', [sub('1', NAME, { type: 'string' })]),
      [form(NAME, [question('family')])],
      /only a display item/,
    ],
    [
      'a variable that the sub-form needs and nothing declares',
      form('http://example.org/root', [sub('1', NAME)]),
      [
        form(NAME, [question('family')], {
          extension: [{ url: `${SDC}assembleContext`, valueString: 'person' }],
        }),
      ],
      /needs the variable "person"/,
    ],
    [
      'two variables of one name',
      form('http://example.org/root', [sub('1', NAME)], { extension: [variable('a', '1')] }),
      [form(NAME, [question('family')], { extension: [variable('a', '2')] })],
      /variable "a" is declared twice/,
    ],
    [
      'a sub-form in another language',
      form('http://example.org/root', [sub('1', NAME)], { language: 'en' }),
      [form(NAME, [question('family')], { language: 'es' })],
      /another language/,
    ],
    [
      'a root form as a sub-form',
      form('http://example.org/root', [sub('1', NAME)]),
      [
        form(NAME, [question('family')], {
          extension: [{ url: `${SDC}assemble-expectation`, valueCode: 'assemble-root' }],
        }),
      ],
      /is a root form/,
    ],
  ])('refuses %s', (_name, root, supporting, message) => {
    expect(messages(root, supporting).join('\n')).toMatch(message);
  });

  it('fills in what items leave to an element or to the item of a library, and keeps what they say themselves', () => {
    const structure = {
      resourceType: 'StructureDefinition',
      url: 'http://example.org/library',
      snapshot: { element: [{ id: 'Library.dob', short: 'Date of birth', min: 1, max: '1' }] },
    };
    const library = form('http://example.org/questions', [
      question('colour', { text: 'Your colour?', maxLength: 9 }),
    ]);
    const root = form('http://example.org/root', [
      { linkId: '1', type: 'date', definition: 'http://example.org/library#Library.dob' },
      { linkId: '2', type: 'string', text: 'Colour', definition: 'http://example.org/questions#colour' },
    ]);
    expect(assembled(root, [structure, library]).item).toMatchObject([
      { linkId: '1', text: 'Date of birth', required: true },
      { linkId: '2', text: 'Colour', maxLength: 9 },
    ]);
  });

  it('refuses forms that would grow without end, in no time', () => {
    const name = (level: number) => `http://example.org/level-${level}`;
    const levels = Array.from({ length: 50 }, (_, level) =>
      form(name(level), [sub('a', name(level + 1)), sub('b', name(level + 1))]),
    );
    expect(messages(form('http://example.org/root', [sub('1', name(0))]), levels).join()).toMatch(
      /more than 20000 items/,
    );
    const twice = (linkId: string) => ({
      linkId,
      type: 'group',
      definition: 'http://example.org/questions#g',
    });
    const library = form('http://example.org/questions', [
      { linkId: 'g', type: 'group', item: [twice('x'), twice('y')] },
    ]);
    expect(messages(form('http://example.org/root', [twice('1')]), [library]).join()).toMatch(/circle/);
  });

  it('refuses library items that contain themselves, and anything that is no Questionnaire', () => {
    const library = form('http://example.org/questions', [
      {
        linkId: 'g',
        type: 'group',
        item: [{ linkId: 'h', type: 'group', definition: 'http://example.org/questions#g' }],
      },
    ]);
    const root = form('http://example.org/root', [
      { linkId: '1', type: 'group', definition: 'http://example.org/questions#g' },
    ]);
    expect(messages(root, [library]).join()).toMatch(/circle/);
    for (const value of [null, 1, 'a', [], {}, { resourceType: 'Patient' }]) {
      expect(assembleQuestionnaire(value).outcome.issue[0]?.severity).toBe('fatal');
    }
  });

  it.skipIf(!hasSharedData())(
    `assembles HL7's modular example with its sub-forms (${SHARED_DATA_MISSING})`,
    () => {
      const root = sharedJson('questionnaires/hl7-sdc/Questionnaire-sdc-modular-root.json');
      const base = 'http://hl7.org/fhir/uv/sdc/Questionnaire/sdc-modular-';
      const child = (name: string, linkId: string) =>
        form(`${base}${name}`, [question(linkId)], { version: '3.0.0' });
      expect(messages(root)).toHaveLength(2);
      const result = assembled(root, [child('name', 'family'), child('contact', 'phone')]);
      expect(result.item?.map(({ item }) => item?.map(({ linkId }) => linkId))).toEqual([
        ['patientname.family'],
        undefined,
        undefined,
        ['4.1'],
        ['patientname.phone'],
      ]);
      expect(JSON.stringify(result)).not.toContain('subQuestionnaire');
      expect(JSON.stringify(result)).not.toContain('assemble-expectation');
    },
  );
});
