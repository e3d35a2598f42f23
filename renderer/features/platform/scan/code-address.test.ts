import { describe, expect, test } from 'vitest';
import { readCode } from './code-address.ts';

const ORIGIN = 'https://care.example';
const read = (text: string) => readCode(text, ORIGIN);

describe('a code is followed', () => {
  test.each([
    ['https://care.example/connect/willow/', '/connect/willow/'],
    ['https://care.example/connect/willow/continue#code=1', '/connect/willow/continue#code=1'],
    ['care.example/connect/willow/', '/connect/willow/'],
    ['/connect/willow/questionnaire/sleep?lang=es', '/connect/willow/questionnaire/sleep?lang=es'],
    [' willow ', '/connect/willow/'],
  ])('within this origin alone: %s', (text, path) => {
    expect(read(text)).toEqual({ kind: 'here', path });
  });

  test.each([
    ['https://evil.example/connect/willow/', 'evil.example'],
    ['//evil.example/connect/willow/', 'evil.example'],
    ['https://care.example@evil.example/connect/willow/', 'evil.example'],
    ['http://care.example/connect/willow/', 'care.example'],
    ['https://care.example:8443/connect/willow/', 'care.example:8443'],
  ])('never to another one: %s', (text, host) => {
    expect(read(text)).toEqual({ kind: 'foreign', host });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'WIFI:S:clinic;;',
    'mailto:a@example.org',
    'https://care.example/console/willow',
    'https://care.example/connect/../console/willow',
    'Willow Clinic',
    '',
  ])('and to nothing that is no patient’s: %s', (text) => {
    expect(read(text)).toEqual({ kind: 'unknown' });
  });
});
