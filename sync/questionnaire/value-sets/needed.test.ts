import { describe, expect, it } from 'vitest';
import { neededValueSets } from './needed.ts';

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const prefers = (...servers: string[]) => ({
  extension: servers.map((valueUrl) => ({ url: `${SDC}preferredTerminologyServer`, valueUrl })),
});
const unitSet = (valueCanonical: string) => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unitValueSet', valueCanonical }],
});
const form = (item: readonly object[], rest: object = {}) => ({
  resourceType: 'Questionnaire',
  status: 'active',
  ...rest,
  item,
});
const choice = (linkId: string, answerValueSet: string, rest: object = {}) => ({
  linkId,
  type: 'choice',
  answerValueSet,
  ...rest,
});
const written = (url: string, rest: object = {}) => ({
  resourceType: 'ValueSet',
  url,
  compose: { include: [{ system: 'http://example.org', concept: [{ code: 'a' }] }] },
  ...rest,
});
const canonicals = (...given: Parameters<typeof neededValueSets>) =>
  neededValueSets(...given).map(({ canonical }) => canonical);

describe('a form needs', () => {
  it('the value sets of options and units that are not at hand, each once', () => {
    const items = [
      choice('a', 'http://x.org/a'),
      choice('b', 'http://x.org/b|2'),
      { linkId: 'g', type: 'group', item: [choice('a2', 'http://x.org/a')] },
      { linkId: 'q', type: 'quantity', ...unitSet('http://x.org/units') },
      choice('c', '#c'),
      choice('d', 'http://x.org/d'),
      choice('e', 'http://hl7.org/fhir/ValueSet/yesnodontknow'),
    ];
    const contained = [written('http://x.org/c', { id: 'c' })];
    expect(canonicals(form(items, { contained }), [written('http://x.org/d')])).toEqual([
      'http://x.org/a',
      'http://x.org/b|2',
      'http://x.org/units',
    ]);
  });

  it('what a set at hand is composed of, and itself by its url where it has one', () => {
    const compose = { include: [{ valueSet: ['http://x.org/part', '#inner'] }] };
    const contained = [
      { resourceType: 'ValueSet', id: 'outer', compose },
      {
        resourceType: 'ValueSet',
        id: 'inner',
        url: 'http://x.org/inner',
        compose: { include: [{ system: 'http://snomed.info/sct' }] },
      },
    ];
    expect(canonicals(form([choice('a', '#outer')], { contained }))).toEqual([
      'http://x.org/part',
      'http://x.org/inner',
    ]);
  });

  it('nothing twice where sets include each other in a circle', () => {
    const contained = ['a', 'b'].map((id, index) => ({
      resourceType: 'ValueSet',
      id,
      url: `http://x.org/${id}`,
      compose: { include: [{ valueSet: [`#${index === 0 ? 'b' : 'a'}`] }] },
    }));
    expect(canonicals(form([choice('q', '#a')], { contained }))).toEqual([
      'http://x.org/a',
      'http://x.org/b',
    ]);
  });

  it.each([undefined, null, 7, 'x', [], {}, { item: 7 }, { item: [{ item: [null] }] }])(
    'nothing where it is %j',
    (questionnaire) => {
      expect(neededValueSets(questionnaire)).toEqual([]);
    },
  );
});

// SDC preferredTerminologyServer: on the form, a group or a question; the nearest goes first.
describe('the server preferred', () => {
  it('is that of the item, then of what it stands in, then of the form', () => {
    const items = [
      {
        linkId: 'g',
        type: 'group',
        ...prefers('https://group.org'),
        item: [choice('a', 'http://x.org/a', prefers('https://item.org', 'https://second.org'))],
      },
      choice('b', 'http://x.org/b'),
    ];
    expect(neededValueSets(form(items, prefers('https://form.org')))).toEqual([
      {
        canonical: 'http://x.org/a',
        servers: ['https://item.org', 'https://second.org', 'https://group.org', 'https://form.org'],
      },
      { canonical: 'http://x.org/b', servers: ['https://form.org'] },
    ]);
  });

  it('is nobody where the form says nothing', () => {
    expect(neededValueSets(form([choice('a', 'http://x.org/a')]))).toEqual([
      { canonical: 'http://x.org/a', servers: [] },
    ]);
  });
});
