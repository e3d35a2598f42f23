import { describe, expect, it } from 'vitest';
import { mayEmbed } from './embed-part.ts';
import { externalIdFault } from './external-id.ts';

describe('a partner’s own id', () => {
  it.each([
    'A-1029',
    'visit_77'.replace('_', '.'),
    '0b8e3d4c-6a07-4a7e-9f39-1d2c3b4a5f60',
    'x'.repeat(64),
    '99887766554433',
    // With what could be dates in it.
    '321a02ba-4d1e-4591-9d12-1a1904f2f13c',
    '5f0c1984-0512-4b52-9a3e-2d8f6b7c4e10',
  ])('is taken - %s', (id) => expect(externalIdFault(id)).toBeUndefined());

  it.each([
    ['', 'empty'],
    ['x'.repeat(65), 'too-long'],
    ['ana@example.org', 'email'],
    ['ana%40example.org', 'email'],
    ['1984-05-12', 'birth-date'],
    ['19840512', 'birth-date'],
    ['12.05.1984', 'birth-date'],
    ['05121984', 'birth-date'],
    ['05/12/1984', 'birth-date'],
    ['nunez-1984-05-12', 'birth-date'],
    ['Ana Núñez', 'characters'],
  ] as const)('is refused where it may be about a person - %s', (id, fault) => {
    expect(externalIdFault(id)).toBe(fault);
  });
});

it('an origin is allowed by the letter, and "null" never (C55)', () => {
  const pack = { embed: { origins: ['https://partner.example', 'null'] } };
  expect(mayEmbed(pack, 'https://partner.example')).toBe(true);
  for (const origin of [
    'null',
    'https://partner.example.evil',
    'http://partner.example',
    'https://partner.example:8443',
    '',
  ])
    expect(mayEmbed(pack, origin)).toBe(false);
  expect(mayEmbed({}, 'https://partner.example')).toBe(false);
});
