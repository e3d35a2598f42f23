import { expect, it } from 'vitest';
import { identityOf } from './identity.ts';

const canonical = 'https://clinic.example/Questionnaire/sleep';
const urgent = { questionnaire: canonical, outcome: 'URGENT' as const };

it.each([
  ['no rule reads it', {}, [], 'last'],
  ['its rules stop or inform', {}, [{ ...urgent, outcome: 'STOP' as const }], 'last'],
  ['a rule of another form is urgent', {}, [{ ...urgent, questionnaire: `${canonical}-2` }], 'last'],
  ['a rule can raise an alert', {}, [urgent], 'first'],
  ['a rule of one version can raise an alert', {}, [{ ...urgent, questionnaire: `${canonical}|2` }], 'first'],
  ['the vendor wants to know first', { identity: 'first' as const }, [], 'first'],
  ['the vendor says last, and a rule can raise an alert', { identity: 'last' as const }, [urgent], 'first'],
])('a form asks who somebody is - %s', (_why, offered, rules, order) => {
  expect(identityOf({ canonical, ...offered }, rules)).toBe(order);
});
