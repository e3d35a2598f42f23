import { describe, expect, it } from 'vitest';
import type { AnswerValue } from '../model/contract.ts';
import type { JsonObject } from '../model/fhir-json.ts';
import { coding } from '../testing/forms.ts';
import { createTerminology } from '../value-sets/terminology.ts';
import { membership } from './options.ts';

const SYSTEM = 'http://example.org';
const valueSet = (id: string, parts: object): JsonObject => ({
  resourceType: 'ValueSet',
  id,
  url: `http://example.org/vs/${id}`,
  version: '1',
  ...parts,
});
const doubling = (base: readonly unknown[]): JsonObject[] =>
  Array.from({ length: 40 }, (_, level) =>
    valueSet(level === 0 ? 'vs' : `l${level}`, {
      compose: {
        include: level === 39 ? base : [{ valueSet: [`#l${level + 1}`] }, { valueSet: [`#l${level + 1}`] }],
      },
    }),
  );
const include = (...codes: string[]) => ({ system: SYSTEM, concept: codes.map((code) => ({ code })) });
const codesIn = (resources: JsonObject[], canonical = '#vs') => {
  const set = createTerminology(resources).valueSet(canonical);
  return [
    set.status,
    set.options.map((option) => (option.value.type === 'Coding' ? option.value.value.code : '')),
  ];
};

describe('a value set', () => {
  it('is found by its id, its url, and its url with version', () => {
    const resources = [valueSet('vs', { compose: { include: [include('a')] } })];
    for (const canonical of ['#vs', 'http://example.org/vs/vs', 'http://example.org/vs/vs|1'])
      expect(codesIn(resources, canonical)).toEqual(['ready', ['a']]);
    expect(codesIn(resources, 'http://example.org/vs/vs|2')).toEqual(['unavailable', []]);
  });

  it('is read from its expansion, nested concepts in order, abstract and inactive ones left out', () => {
    const contains = [
      {
        system: SYSTEM,
        code: 'top',
        abstract: true,
        contains: [
          { system: SYSTEM, code: 'a' },
          { system: SYSTEM, code: 'old', inactive: true },
        ],
      },
      { system: SYSTEM, code: 'b' },
    ];
    expect(codesIn([valueSet('vs', { expansion: { contains } })])).toEqual(['ready', ['a', 'b']]);
  });

  it('whose expansion is a part of it can offer options, and refuse none', () => {
    const terminology = createTerminology([
      valueSet('vs', { expansion: { total: 9, contains: [{ system: SYSTEM, code: 'a' }] } }),
    ]);
    const set = terminology.valueSet('#vs');
    expect(membership(set, coding('a'))).toBe('member');
    expect(membership(set, coding('z'))).toBe('unknown');
  });

  it('includes a code system at hand, other sets, and excludes', () => {
    const codeSystem: JsonObject = {
      resourceType: 'CodeSystem',
      url: SYSTEM,
      content: 'complete',
      concept: [{ code: 'a', concept: [{ code: 'a1' }] }, { code: 'b' }],
    };
    const resources = [
      codeSystem,
      valueSet('other', { compose: { include: [{ system: SYSTEM }] } }),
      valueSet('vs', {
        compose: { include: [{ valueSet: ['http://example.org/vs/other'] }], exclude: [include('b')] },
      }),
    ];
    expect(codesIn(resources)).toEqual(['ready', ['a', 'a1']]);
  });

  it.each([
    [
      'a filter',
      { compose: { include: [{ system: SYSTEM, filter: [{ property: 'x', op: '=', value: 'y' }] }] } },
    ],
    ['a code system that is not at hand', { compose: { include: [{ system: SYSTEM }] } }],
    ['itself', { compose: { include: [{ valueSet: ['#vs'] }] } }],
    ['nothing', {}],
  ])('of %s is unavailable', (_name, parts) => {
    expect(codesIn([valueSet('vs', parts)])).toEqual(['unavailable', []]);
  });

  it('that doubles at each of forty levels is read, and judged, in a moment', () => {
    expect(codesIn(doubling([]))).toEqual(['unavailable', []]);
    expect(codesIn(doubling([include('a', 'b')]))).toEqual(['ready', ['a', 'b']]);
    const set = createTerminology(doubling([{ system: SYSTEM }])).valueSet('#vs');
    expect(membership(set, coding('a'))).toBe('unknown');
    expect(membership(set, coding('a', 'http://other.org'))).toBe('not-member');
  });

  it('that includes ever another one does not end the engine', () => {
    const chain = Array.from({ length: 20_000 }, (_, level) =>
      valueSet(level === 0 ? 'vs' : `l${level}`, {
        compose: { include: [{ valueSet: [`#l${level + 1}`] }] },
      }),
    );
    expect(codesIn(chain)).toEqual(['unavailable', []]);
  });
});

// Questionnaires, 4.5: the terminology port answers member, not member, or unknown.
describe('membership in a value set of which not all is at hand', () => {
  const judged = (parts: object, ...codings: AnswerValue[]) => {
    const set = createTerminology([
      valueSet('vs', { compose: parts }),
      valueSet('ab', { compose: { include: [include('a', 'b')] } }),
    ]).valueSet('#vs');
    return codings.map((one) => membership(set, one));
  };
  const a = coding('a');
  const elsewhere = coding('a', 'http://other.org');
  const noSystem: AnswerValue = { type: 'Coding', value: { code: 'a' } };

  it.each([
    ['a whole system', { include: [{ system: SYSTEM }] }, ['unknown', 'not-member', 'not-member']],
    [
      'a filter on a system',
      { include: [{ system: SYSTEM, filter: [{ property: 'x', op: '=', value: 'y' }] }] },
      ['unknown', 'not-member', 'not-member'],
    ],
    [
      'two systems',
      { include: [{ system: SYSTEM }, { system: 'http://other.org' }] },
      ['unknown', 'unknown', 'not-member'],
    ],
    [
      'a list, and a whole system',
      { include: [include('a'), { system: 'http://other.org' }] },
      ['member', 'unknown', 'not-member'],
    ],
    [
      'a list, less a system',
      { include: [include('a')], exclude: [{ system: SYSTEM }] },
      ['unknown', 'not-member', 'not-member'],
    ],
    [
      'a system, less a list',
      { include: [{ system: SYSTEM }], exclude: [include('a')] },
      ['not-member', 'not-member', 'not-member'],
    ],
    [
      'what a system and a set have in common',
      { include: [{ system: SYSTEM, valueSet: ['#ab'] }] },
      ['unknown', 'not-member', 'not-member'],
    ],
    [
      'what two sets have in common, one of them missing',
      { include: [{ valueSet: ['#ab', '#gone'] }] },
      ['unknown', 'not-member', 'not-member'],
    ],
    ['a missing set', { include: [{ valueSet: ['#gone'] }] }, ['unknown', 'unknown', 'unknown']],
  ])('%s', (_name, parts, expected) => {
    expect(judged(parts, a, elsewhere, noSystem)).toEqual(expected);
  });
});

describe('an include', () => {
  const codeSystem = (rest: object = {}): JsonObject => ({
    resourceType: 'CodeSystem',
    url: SYSTEM,
    content: 'complete',
    property: [{ code: 'kind', type: 'code' }],
    concept: [
      {
        code: 'animal',
        display: 'Animal',
        property: [{ code: 'notSelectable', valueBoolean: true }],
        concept: [
          { code: 'dog', display: 'Dog', property: [{ code: 'kind', valueCode: 'pet' }] },
          {
            code: 'cat',
            display: 'Cat',
            property: [{ code: 'kind', valueCode: 'pet' }],
            concept: [{ code: 'lynx', property: [{ code: 'kind', valueCode: 'wild' }] }],
          },
          { code: 'dodo', property: [{ code: 'status', valueCode: 'retired' }] },
        ],
      },
      { code: 'stone' },
      { code: 'wolf', property: [{ code: 'parent', valueCode: 'dog' }] },
    ],
    ...rest,
  });
  const filtered = (property: string, op: string, value: string, system = codeSystem()) =>
    codesIn([
      system,
      valueSet('vs', { compose: { include: [{ system: SYSTEM, filter: [{ property, op, value }] }] } }),
    ]);

  it.each([
    ['concept', 'is-a', 'cat', ['cat', 'lynx']],
    ['concept', 'is-a', 'dog', ['dog', 'wolf']],
    ['concept', 'descendent-of', 'animal', ['dog', 'cat', 'lynx', 'wolf']],
    ['concept', 'descendent-of', 'cat', ['lynx']],
    ['concept', 'is-not-a', 'animal', ['stone']],
    ['concept', 'generalizes', 'lynx', ['cat', 'lynx']],
    ['concept', 'in', 'cat, stone', ['cat', 'stone']],
    ['code', 'not-in', 'cat,stone,dodo', ['dog', 'lynx', 'wolf']],
    ['kind', '=', 'pet', ['dog', 'cat']],
    ['kind', 'in', 'pet,wild', ['dog', 'cat', 'lynx']],
    ['kind', 'exists', 'true', ['dog', 'cat', 'lynx']],
    ['kind', 'exists', 'false', ['stone', 'wolf']],
    ['parent', '=', 'dog', ['wolf']],
    ['display', '=', 'Cat', ['cat']],
    ['notSelectable', '=', 'false', ['dog', 'cat', 'lynx', 'stone', 'wolf']],
  ])('with the filter %s %s %s takes %j', (property, op, value, codes) => {
    expect(filtered(property, op, value)).toEqual(['ready', codes]);
  });

  it.each([
    ['a pattern', 'concept', 'regex', '.*', {}],
    ['an unknown property', 'colour', '=', 'red', {}],
    ['an unknown operator', 'concept', 'near', 'cat', {}],
    ['a code that is not there', 'concept', 'is-a', 'fish', {}],
    ['a hierarchy of parts', 'concept', 'is-a', 'cat', { hierarchyMeaning: 'part-of' }],
    ['a code system of which only examples are there', 'concept', 'is-a', 'cat', { content: 'not-present' }],
  ])('with a filter on %s answers nothing', (_name, property, op, value, rest) => {
    expect(filtered(property, op, value, codeSystem(rest))).toEqual(['unavailable', []]);
  });

  it('with several filters takes what passes all of them', () => {
    const filter = [
      { property: 'concept', op: 'is-a', value: 'animal' },
      { property: 'kind', op: '=', value: 'wild' },
    ];
    expect(
      codesIn([codeSystem(), valueSet('vs', { compose: { include: [{ system: SYSTEM, filter }] } })]),
    ).toEqual(['ready', ['lynx']]);
  });

  it('of a fragment offers what is there, and refuses nothing of its system', () => {
    const set = createTerminology([
      codeSystem({ content: 'fragment' }),
      valueSet('vs', {
        compose: { include: [{ system: SYSTEM, filter: [{ property: 'kind', op: '=', value: 'pet' }] }] },
      }),
    ]).valueSet('#vs');
    expect(set.status).toBe('unavailable');
    expect(['dog', 'stone', 'whale'].map((code) => membership(set, coding(code)))).toEqual([
      'member',
      'unknown',
      'unknown',
    ]);
  });

  it('of another version than is at hand is not at hand', () => {
    const vs = valueSet('vs', { compose: { include: [{ system: SYSTEM, version: '2' }] } });
    expect(codesIn([codeSystem({ version: '1' }), vs])[0]).toBe('unavailable');
    expect(codesIn([codeSystem({ version: '2' }), vs])[0]).toBe('ready');
  });

  it('of several sets takes what they have in common', () => {
    expect(
      codesIn([
        codeSystem(),
        valueSet('one', { compose: { include: [include('dog', 'cat', 'stone')] } }),
        valueSet('two', { compose: { include: [include('cat', 'stone', 'lynx')] } }),
        valueSet('vs', {
          compose: {
            include: [
              {
                system: SYSTEM,
                filter: [{ property: 'concept', op: 'is-a', value: 'animal' }],
                valueSet: ['#one', '#two'],
              },
            ],
          },
        }),
      ]),
    ).toEqual(['ready', ['cat']]);
  });

  it('gives a code without a display that of its code system', () => {
    const set = createTerminology([
      codeSystem(),
      valueSet('vs', { compose: { include: [include('cat')] } }),
    ]).valueSet('#vs');
    expect(set.options.map(({ label }) => label.base)).toEqual(['Cat']);
  });

  it('offers no retired code, and takes one that was given', () => {
    const set = createTerminology([
      codeSystem(),
      valueSet('vs', { compose: { include: [{ system: SYSTEM }] } }),
    ]).valueSet('#vs');
    expect(set.codings.has(`${SYSTEM}|dodo`)).toBe(false);
    expect(membership(set, coding('dodo'))).toBe('member');
    expect(membership(set, coding('animal'))).toBe('not-member');
  });

  it('scores by a supplement of its code system', () => {
    const terminology = createTerminology([
      {
        resourceType: 'CodeSystem',
        url: 'http://example.org/scores',
        content: 'supplement',
        supplements: `${SYSTEM}|1`,
        concept: [{ code: 'cat', property: [{ code: 'itemWeight', valueDecimal: 3 }] }],
      },
    ]);
    expect(terminology.scoreOf({ system: SYSTEM, code: 'cat' })).toBe(3);
  });
});

describe('a value set that is at hand twice', () => {
  it('is read where it is whole: a contained rule, and a bundled expansion of the same url', () => {
    const url = 'http://example.org/vs/shared';
    const contained = { resourceType: 'ValueSet', id: 'vs', url, compose: { include: [{ system: SYSTEM }] } };
    const bundled = {
      resourceType: 'ValueSet',
      url,
      expansion: { contains: [{ system: SYSTEM, code: 'a' }] },
    };
    expect(codesIn([contained])).toEqual(['unavailable', []]);
    expect(codesIn([contained, bundled])).toEqual(['ready', ['a']]);
  });

  it('completes the part that its expansion lists by its own rule', () => {
    const set = createTerminology([
      valueSet('vs', {
        compose: { include: [{ system: SYSTEM }] },
        expansion: { total: 9, contains: [{ system: SYSTEM, code: 'a' }] },
      }),
    ]).valueSet('#vs');
    expect(
      [coding('a'), coding('z'), coding('a', 'http://other.org')].map((one) => membership(set, one)),
    ).toEqual(['member', 'unknown', 'not-member']);
  });
});

describe('a value set of FHIR itself', () => {
  const known = (name: string) => createTerminology([]).valueSet(`http://hl7.org/fhir/ValueSet/${name}`);

  it.each([
    ['yesnodontknow', ['Yes', 'No', "Don't know"]],
    ['administrative-gender', ['Male', 'Female', 'Other', 'Unknown']],
    ['yesnodontknow|4.0.1', ['Yes', 'No', "Don't know"]],
  ])('%s is at hand', (name, labels) => {
    expect(known(name).options.map(({ label }) => label.base)).toEqual(labels);
    expect(known(name).status).toBe('ready');
  });

  it('of jurisdictions has no units, whatever countries there are', () => {
    const set = known('jurisdiction');
    expect(set.status).toBe('unavailable');
    expect(membership(set, coding('km', 'http://unitsofmeasure.org'))).toBe('not-member');
    expect(membership(set, coding('DE', 'urn:iso:std:iso:3166'))).toBe('unknown');
  });

  // SNOMED CT and LOINC define sets by their addresses alone (FHIR R4, Using SNOMED CT and Using LOINC with FHIR).
  it.each([
    ['http://snomed.info/sct?fhir_vs', 'http://snomed.info/sct'],
    ['http://snomed.info/sct?fhir_vs=isa/404684003', 'http://snomed.info/sct'],
    ['http://loinc.org/vs/LL358-3', 'http://loinc.org'],
  ])('or of a terminology, %s, has codes of %s only', (canonical, system) => {
    const set = createTerminology([]).valueSet(canonical);
    expect(set.status).toBe('unavailable');
    expect(membership(set, coding('x', system))).toBe('unknown');
    expect(membership(set, coding('x'))).toBe('not-member');
  });

  it('gives way to the one that the form contains', () => {
    const url = 'http://hl7.org/fhir/ValueSet/yesnodontknow';
    const own = { resourceType: 'ValueSet', url, compose: { include: [include('maybe')] } };
    expect(codesIn([own], url)).toEqual(['ready', ['maybe']]);
  });
});
