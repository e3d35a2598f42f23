import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HealthRecord } from '../../../../../sync/domain/health/health-record.ts';
import { weightOf } from '../../../../../sync/domain/health/resources.ts';
import type { IntakeSubmit } from '../../../../../sync/protocol/operations/payloads/intake-submit.ts';
import { testIntake, testPatient } from '../../../../../sync/protocol/testing/fixture-intake.ts';
import { measuresOf, type Said, toldBy } from './told-by-form.ts';

const VERSION = '0199c0de-0000-4000-8000-000000000001';
const STATED_AT = '2026-11-20T09:00:00.000Z';
const definition: unknown = JSON.parse(
  readFileSync(
    new URL('../../../../../vendors/willow/questionnaires/contraception-check.json', import.meta.url),
    'utf8',
  ),
);
const NOTHING: Said = { health: new Map(), person: new Map() };
const kilograms = (value: number): HealthRecord => ({
  ...{ version: VERSION, author: 'patient', statedAt: STATED_AT, resource: weightOf(value, 'kg') },
});
const born = (birthDate: string): Said['person'] =>
  new Map([
    ['birth-date', { version: VERSION, author: 'patient', statedAt: STATED_AT, value: { birthDate } }],
  ]);

/** @param changes of who the form is about */
function sent(changes: Partial<IntakeSubmit['patient']> = {}): IntakeSubmit {
  const intake = testIntake({
    patient: { ...testPatient(), answeredBy: 'self', ...changes },
    response: {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      item: [measures(165.1, 81.65)],
    },
  });
  return intake as IntakeSubmit;
}
const measures = (height: number, weight: number) => ({
  linkId: GROUP,
  item: [
    { linkId: 'height', answer: [{ valueDecimal: height }] },
    { linkId: 'weight', answer: [{ valueDecimal: weight }] },
  ],
});
const GROUP = (definition as { item: { linkId: string; item?: { linkId: string }[] }[] }).item.find((group) =>
  group.item?.some(({ linkId }) => linkId === 'height'),
)?.linkId;

describe('what a form tells of a person', () => {
  it('is its measures, and who they are, where their profile says nothing', async () => {
    const measured = await measuresOf(definition, sent());
    expect(measured.map(({ record, resource }) => [record, resource.valueQuantity.value])).toEqual([
      ['height', 165.1],
      ['weight', 81.65],
    ]);
    const told = toldBy(sent(), measured, NOTHING);
    expect(told.map(({ record, basedOn }) => [record, basedOn])).toEqual([
      ['name', null],
      ['birth-date', null],
      ['gender', null],
      ['height', null],
      ['weight', null],
    ]);
  });

  it('is a measure that has changed, and not one that another unit rounds', async () => {
    const { patient } = sent();
    const measured = await measuresOf(definition, sent());
    const told = (value: number) =>
      toldBy(sent(), measured, {
        health: new Map([['weight', kilograms(value)]]),
        person: born(patient.birthDate),
      }).filter(({ record }) => record === 'weight');
    expect(told(81.7)).toEqual([]);
    expect(told(80)).toMatchObject([{ basedOn: VERSION, before: kilograms(80) }]);
  });

  it('is nothing where somebody else filled it in, or it is about another person', async () => {
    const measured = await measuresOf(definition, sent());
    expect(toldBy(sent({ answeredBy: 'proxy', proxyName: 'Bo' }), measured, NOTHING)).toEqual([]);
    expect(toldBy(sent(), measured, { ...NOTHING, person: born('1950-01-01') })).toEqual([]);
  });
});
