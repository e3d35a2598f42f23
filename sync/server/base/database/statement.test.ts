import { describe, expect, it } from 'vitest';
import { type Part, renderStatement } from './statement.ts';

const render = (strings: TemplateStringsArray, ...parts: Part[]) => renderStatement(strings, parts);

describe('a statement', () => {
  it('holds its values apart from its text', () => {
    expect(render`select ${1} + ${'2; drop table a'}`).toMatchObject({
      text: 'select $1 + $2',
      values: [1, '2; drop table a'],
    });
  });

  it('quotes the names of tables and columns, whatever is in them', () => {
    const name = { kind: 'identifier', name: 'a"; drop table b; --' } as const;
    expect(render`select * from ${name}`).toMatchObject({
      text: 'select * from "a""; drop table b; --"',
      values: [],
    });
  });

  it('spells out rows to insert', () => {
    const rows = {
      kind: 'rows',
      rows: [
        { a: 1, b: null },
        { b: 'y', a: 2 },
      ],
    } as const;
    expect(render`insert into t ${rows} on conflict do nothing`).toEqual({
      text: 'insert into t ("a", "b") values ($1, $2), ($3, $4) on conflict do nothing',
      values: [1, null, 2, 'y'],
      name: undefined,
    });
  });

  it('numbers the values of a template within another one in their order', () => {
    const inner = { kind: 'fragment', strings: ['x as (select ', ')'], parts: [2] } as const;
    expect(render`select ${1}, (with ${inner} select ${3})`).toMatchObject({
      text: 'select $1, (with x as (select $2) select $3)',
      values: [1, 2, 3],
      name: undefined,
    });
  });

  it('has one name for each place in the source, and none where its text varies', () => {
    const one = (value: number) => render`select ${value}`;
    expect(one(1).name).toBe(one(2).name);
    expect(render`select ${1}`.name).not.toBe(one(1).name);
    expect(render`select 1`.name).toBeUndefined();
  });

  it.each([undefined, new Date(0), { a: 1 }])('refuses %s as a value', (value) => {
    expect(() => render`select ${value as unknown as Part}`).toThrow(TypeError);
  });
});
