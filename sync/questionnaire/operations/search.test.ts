import { describe, expect, it } from 'vitest';
import { search } from './shared/search.ts';

const observation = (id: string, effectiveDateTime: string, rest: object = {}) => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  subject: { reference: 'Patient/p1' },
  code: { coding: [{ system: 'http://loinc.org', code: '1' }] },
  effectiveDateTime,
  ...rest,
});
const record = [
  { resourceType: 'Patient', id: 'p1' },
  observation('a', '2026-01-01'),
  observation('b', '2026-03-01', { subject: { reference: 'http://host/fhir/Patient/p1' } }),
  observation('c', '2026-02-01', { code: { coding: [{ system: 'http://other', code: '1' }] } }),
  observation('d', '2026-02-02', { subject: { reference: 'Patient/p2' } }),
  observation('e', '2026-02-03', { subject: { reference: 'Practitioner/p1' }, status: 'amended' }),
];

function ids(query: string): unknown {
  const answer = search(record, query);
  return answer.answered
    ? (JSON.stringify(answer.result).match(/"resourceType":"Observation","id":"(\w)"/g) ?? []).map((one) =>
        one.at(-2),
      )
    : answer.reason;
}

describe('a search over the resources at hand', () => {
  it.each<[string, readonly string[]]>([
    ['Observation', ['a', 'b', 'c', 'd', 'e']],
    ['Observation?patient=p1', ['a', 'b', 'c']],
    ['Observation?subject=Patient/p1', ['a', 'b', 'c']],
    ['Observation?patient=p1&code=1', ['a', 'b', 'c']],
    ['Observation?patient=p1&code=http://loinc.org|1', ['a', 'b']],
    ['Observation?patient=p1&code=http%3A%2F%2Floinc.org%7C1', ['a', 'b']],
    ['Observation?code=http://loinc.org|2,http://other|1', ['c']],
    ['Observation?patient=p1&_sort=-date', ['b', 'c', 'a']],
    ['Observation?patient=p1&_sort=date&_count=1', ['a']],
    ['Observation?patient=p1&date=ge2026-02-01', ['b', 'c']],
    ['Observation?patient=p1&date=ge2026-02&date=lt2026-03', ['c']],
    ['Observation?date=2026-02', ['c', 'd', 'e']],
    ['Observation?status=amended', ['e']],
    ['Observation?_id=a,d', ['a', 'd']],
    ['Observation?patient=', []],
    ['Observation?patient=p1&_include=Observation:subject', ['a', 'b', 'c']],
    ['Observation/a', ['a']],
  ])('%s', (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it.each<[string, string]>([
    ['Observation?value-quantity=gt5', 'its parameter "value-quantity" is not supported'],
    ['Observation?code:not=1', 'its parameter "code:not" is not supported'],
    ['Observation?_sort=code', 'its _sort is not supported'],
    ['https://elsewhere/Observation', 'it does not begin with a resource type'],
    ['Observation/z', 'that Observation is not at hand'],
    ['', 'it does not begin with a resource type'],
  ])('is not answered rather than answered with too much: %s', (query, reason) => {
    expect(ids(query)).toBe(reason);
  });
});
