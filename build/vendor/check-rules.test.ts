import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPack } from './check.ts';
import { copyDemoPacks, type MutableJson, type TestPacks } from './testing.ts';

let packs: TestPacks;
beforeEach(async () => {
  packs = await copyDemoPacks(['willow']);
});
afterEach(() => packs.remove());

type Case = readonly [
  what: string,
  file: string,
  change: (json: MutableJson) => void,
  code: string,
  at: string,
];

const form = 'questionnaires/contraception-check.json';
const rules = 'rules/contraception.json';

describe('a fault in a form or a rule - refused with file, path and remedy (promises 1 and 5)', () => {
  const cases: readonly Case[] = [
    [
      'a form has a linkId twice',
      form,
      (json) => json.set('item.0.item.1.linkId', 'wanted'),
      'que-2',
      `${form} $.item[0].item[1].linkId`,
    ],
    [
      'a form has an untranslated text',
      form,
      (json) => json.set('item.0.item.0._text', undefined),
      'form-translation',
      `${form} $.item[0].item[0]._text`,
    ],
    [
      'a form has an untranslated option',
      form,
      (json) => json.set('item.0.item.0.answerOption.2.valueCoding._display', undefined),
      'form-translation',
      `${form} $.item[0].item[0].answerOption[2].valueCoding._display`,
    ],
    [
      'a form is no Questionnaire',
      form,
      (json) => json.set('resourceType', 'Patient'),
      'not-a-questionnaire',
      `${form} $.resourceType`,
    ],
    [
      'two forms share a url',
      form,
      (json) => json.set('url', 'https://willow.example/fhir/Questionnaire/uti-check'),
      'canonical-twice',
      'questionnaires/uti-check.json $.url',
    ],
    [
      'a rule reads no question',
      rules,
      (json) => json.set('0.conditions.0.question', 'pulse'),
      'unknown-link-id',
      `${rules} $[0].conditions[0].question`,
    ],
    [
      'a rule compares with the wrong type',
      rules,
      (json) => json.set('0.conditions.0', { question: 'symptoms-now', operator: '=', answerInteger: 1 }),
      'rule-type',
      `${rules} $[0].conditions[0].answerInteger`,
    ],
    [
      'a rule compares with no option',
      rules,
      (json) =>
        json.set('0.conditions.0', { question: 'wanted', operator: '=', answerCoding: { code: 'sponge' } }),
      'rule-option',
      `${rules} $[0].conditions[0].answerCoding`,
    ],
    [
      'a rule compares with nothing',
      rules,
      (json) => json.set('0.conditions.0.answerBoolean', undefined),
      'rule-answer',
      `${rules} $[0].conditions[0]`,
    ],
    [
      'a rule orders what has no order',
      rules,
      (json) => json.set('0.conditions.0.operator', '>'),
      'rule-operator',
      `${rules} $[0].conditions[0].operator`,
    ],
    [
      'a rule fires on an empty form',
      rules,
      (json) => json.set('0.conditions.0.operator', '!='),
      'rule-fires-empty',
      `${rules} $[0].conditions`,
    ],
    [
      'an urgent rule opens nothing',
      rules,
      (json) => json.set('0.panel', undefined),
      'rule-panel',
      `${rules} $[0].panel`,
    ],
    [
      'two rules share an id',
      rules,
      (json) => json.set('1.id', 'symptoms-now'),
      'rule-twice',
      `${rules} $[1].id`,
    ],
    [
      'a rule names a version',
      rules,
      (json) =>
        json.set('0.questionnaire', 'https://willow.example/fhir/Questionnaire/contraception-check|1.0.0'),
      'rule-canonical',
      `${rules} $[0].questionnaire`,
    ],
    [
      'a rule has no translation',
      rules,
      (json) => json.set('0.headline.es', undefined),
      'translation',
      `${rules} $[0].headline.es`,
    ],
    ['a rule names no source', rules, (json) => json.set('0.source', ''), 'schema', `${rules} $[0].source`],
  ];

  test.each(cases)('%s', async (_what, file, change, code, at) => {
    await packs.edit('willow', file, change);
    const report = await checkPack(packs.dir('willow'));
    const found = report.faults.filter((fault) => fault.severity === 'error');
    expect(found.map((fault) => `${fault.code} ${fault.file} ${fault.path}`)).toContain(
      `${code} willow/${at}`,
    );
    expect(found.every((fault) => fault.message !== '' && fault.remedy !== '')).toBe(true);
    expect(report.pack).toBeUndefined();
  });
});
