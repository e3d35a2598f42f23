import { describe, expect, it } from 'vitest';
import type { JsonObject } from './fhir-json.ts';
import { membership } from './options.ts';
import { createTerminology } from './terminology.ts';
import { coding } from './testing/forms.ts';

const SYSTEM = 'http://example.org';
const valueSet = (id: string, parts: object): JsonObject => ({
  resourceType: 'ValueSet',
  id,
  url: `http://example.org/vs/${id}`,
  version: '1',
  ...parts,
});
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

  it('that doubles at each of forty levels is read in a moment', () => {
    const resources = Array.from({ length: 40 }, (_, level) =>
      valueSet(level === 0 ? 'vs' : `l${level}`, {
        compose: {
          include: level === 39 ? [] : [{ valueSet: [`#l${level + 1}`] }, { valueSet: [`#l${level + 1}`] }],
        },
      }),
    );
    expect(codesIn(resources)).toEqual(['unavailable', []]);
  });
});
