import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/fhir-json.ts';
import { coding } from '../testing/forms.ts';
import { createTerminology } from '../value-sets/terminology.ts';
import { membership } from './options.ts';

const SYSTEMS = ['http://a.org', 'http://b.org'];
const CODES = ['x', 'y', 'z'];
const SETS = ['s0', 's1', 's2', 's3'];

/** Sets refer to later ones only, so that with everything at hand there is an answer to every question. */
const include = (level: number) =>
  fc.record({
    system: fc.constantFrom(...SYSTEMS),
    concept: fc.option(fc.subarray(CODES), { nil: undefined }),
    filter: fc.option(
      fc.record({
        op: fc.constantFrom('is-a', 'is-not-a', 'descendent-of', 'in', 'not-in', '=', 'generalizes'),
        value: fc.constantFrom(...CODES),
      }),
      { nil: undefined },
    ),
    valueSet: fc.option(fc.subarray(SETS.slice(level + 1)), { nil: undefined }),
    hasSystem: fc.boolean(),
  });

const part = (level: number) =>
  include(level).map(({ system, concept, filter, valueSet, hasSystem }): JsonObject => {
    const sets = (valueSet ?? []).map((id) => `#${id}`);
    const named = sets.length > 0 ? { valueSet: sets } : {};
    if (!hasSystem && sets.length > 0) return named;
    if (concept !== undefined) return { ...named, system, concept: concept.map((code) => ({ code })) };
    return {
      ...named,
      system,
      ...(filter === undefined ? {} : { filter: [{ property: 'concept', ...filter }] }),
    };
  });

const valueSets = fc.tuple(
  ...SETS.map((id, level) =>
    fc
      .record({
        include: fc.array(part(level), { minLength: 1, maxLength: 3 }),
        exclude: fc.array(part(level), { maxLength: 2 }),
      })
      .map((compose): JsonObject => ({ resourceType: 'ValueSet', id, compose })),
  ),
);

const codeSystems = SYSTEMS.map(
  (url): JsonObject => ({
    resourceType: 'CodeSystem',
    url,
    content: 'complete',
    concept: [{ code: 'x', concept: [{ code: 'y' }] }, { code: 'z' }],
  }),
);

const questions = [...SYSTEMS, 'http://c.org'].flatMap((system) =>
  [...CODES, 'w'].map((code) => coding(code, system)),
);

describe('what is said of a value set', () => {
  it('with everything at hand is an answer to every question, and its options are its members', () => {
    fc.assert(
      fc.property(valueSets, (sets) => {
        const terminology = createTerminology([...sets, ...codeSystems]);
        for (const id of SETS) {
          const set = terminology.valueSet(`#${id}`);
          expect(set.status).toBe('ready');
          const members = questions.filter((one) => membership(set, one) === 'member');
          expect(questions.map((one) => membership(set, one))).not.toContain('unknown');
          expect(set.options.map(({ value }) => JSON.stringify(value)).sort()).toEqual(
            members.map((value) => JSON.stringify(value)).sort(),
          );
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('with a part at hand is what would be said with everything at hand, or unknown', () => {
    fc.assert(
      fc.property(valueSets, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (sets, kept) => {
        const all = [...sets, ...codeSystems];
        const whole = createTerminology(all);
        const partial = createTerminology(all.filter((_resource, index) => kept[index] === true));
        for (const id of SETS) {
          const set = partial.valueSet(`#${id}`);
          const said = questions.map((question) => membership(set, question));
          const truth = questions.map((question) => membership(whole.valueSet(`#${id}`), question));
          expect(said.map((one, index) => (one === 'unknown' ? truth[index] : one))).toEqual(truth);
          expect(set.status === 'ready' && said.includes('unknown')).toBe(false);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('resources of any JSON', () => {
  const names = [
    'resourceType',
    'id',
    'url',
    'compose',
    'include',
    'valueSet',
    'concept',
    'filter',
    'expansion',
    'contains',
    'property',
    'content',
    'code',
    'system',
    'op',
    'value',
    'total',
  ];
  const json = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.constantFrom(
        'ValueSet',
        'CodeSystem',
        '#a',
        'a',
        'is-a',
        'concept',
        'complete',
        'toString',
        7,
        null,
        true,
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 6 }),
    ),
  })).value;
  const resource = fc
    .record({
      resourceType: fc.constantFrom('ValueSet', 'CodeSystem'),
      id: fc.constant('a'),
      url: fc.constant('a'),
      rest: fc.dictionary(fc.constantFrom(...names.slice(3)), json),
    })
    .map(({ rest, ...fixed }): JsonObject => ({ ...rest, ...fixed }));

  it('are read and judged without a crash', () => {
    fc.assert(
      fc.property(fc.array(resource, { maxLength: 4 }), (resources) => {
        const set = createTerminology(resources).valueSet('#a');
        expect(['member', 'not-member', 'unknown']).toContain(membership(set, coding('a', 'a')));
        expect(['ready', 'unavailable']).toContain(set.status);
      }),
      { numRuns: 3000 },
    );
  });
});
