import { expect, it } from 'vitest';
import { isSimilarName } from './similar-names.ts';

it.each([
  ['Rosa Quill', 'Rosa Quill'],
  ['Rosa Quill', 'QUILL, Rosa'],
  ['Rosa Quill', 'Rosa María Quill'],
  ['José Álvarez', 'Jose Alvarez'],
  ['Rosa Quill', 'R. Quill'],
  ['Siobhan O’Brien', 'Siobhan OBrien'],
  ['Catherine Meyer', 'Catherine Meier'],
  ['Catherine Meyer', 'Cahterine Meyer'],
  ['فاطمة الزهراء', 'فاطمه الزهراء'],
])('%s may be %s', (one, other) => {
  expect(isSimilarName(one, other)).toBe(true);
  expect(isSimilarName(other, one)).toBe(true);
});

it.each([
  ['Rosa Quill', 'Anna Quill'],
  ['Rosa Quill', 'Rosa Brown'],
  ['Rosa', 'Rosa Quill'],
  ['Ann Lee', 'Amy Lee'],
  ['', ''],
])('%s isn’t taken for %s', (one, other) => {
  expect(isSimilarName(one, other)).toBe(false);
});
