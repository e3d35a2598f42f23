import { describe, expect, it } from 'vitest';
import { compileQuestionnaire } from '../compile.ts';
import { createForm } from '../form/open-form.ts';
import { containValueSets } from './contain.ts';
import { neededValueSets } from './needed.ts';

const UNITS = 'http://hl7.org/fhir/StructureDefinition/questionnaire-unitValueSet';
const expanded = (url: string, ...codes: string[]) => ({
  resourceType: 'ValueSet',
  url,
  status: 'active',
  expansion: { total: codes.length, contains: codes.map((code) => ({ system: 'http://x.org', code })) },
});
const form = {
  resourceType: 'Questionnaire',
  status: 'active',
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'own',
      url: 'http://x.org/own',
      compose: { include: [{ system: 'http://x.org' }] },
    },
  ],
  item: [
    { linkId: 'a', type: 'choice', answerValueSet: '#own' },
    {
      linkId: 'g',
      type: 'group',
      item: [
        { linkId: 'b', type: 'choice', answerValueSet: 'http://x.org/far/own|3' },
        {
          linkId: 'q',
          type: 'quantity',
          extension: [{ url: UNITS, valueCanonical: 'http://x.org/units' }],
        },
      ],
    },
  ],
};

describe('a form that contains its expanded value sets', () => {
  const whole = containValueSets(form, [
    expanded('http://x.org/own', 'a1', 'a2'),
    expanded('http://x.org/far/own', 'b1'),
    expanded('http://x.org/units', 'kg'),
  ]);

  it('needs no server, and has its options at hand', () => {
    expect(neededValueSets(form)).toHaveLength(3);
    expect(neededValueSets(whole)).toEqual([]);
    const compiled = compileQuestionnaire(whole);
    if (!compiled.ok) throw new Error('refused');
    const opened = createForm(compiled.plan);
    const labels = opened.sequence().map((id) => opened.read(id)?.options.map(({ label }) => label));
    expect(labels).toEqual([['a1', 'a2'], ['b1'], []]);
  });

  it('points at sets of its own, none of which takes the id of another', () => {
    expect(JSON.stringify(whole)).toContain('"answerValueSet":"#own-2"');
    expect(JSON.stringify(whole)).toContain('"valueCanonical":"#units"');
    expect(whole.contained).toMatchObject([
      { id: 'own', compose: {}, expansion: { total: 2 } },
      { id: 'own-2', url: 'http://x.org/far/own' },
      { id: 'units' },
    ]);
  });

  it('is the same form where there is nothing to contain', () => {
    expect(containValueSets(form, [])).toEqual(form);
  });
});
