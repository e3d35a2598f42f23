import type { QuestionnaireItem } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { keyboardOf } from './keyboards.ts';

const url = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-keyboard';
const item = (code?: string, type: QuestionnaireItem['type'] = 'string'): QuestionnaireItem => ({
  linkId: 'q',
  type,
  ...(code === undefined ? {} : { extension: [{ url, valueCode: code }] }),
});

describe('the keyboard of a text', () => {
  it.each([
    ['number', 'decimal'],
    ['phone', 'tel'],
    ['email', 'email'],
    ['url', 'url'],
    ['chat', 'text'],
  ])('%s brings %s', (code, inputMode) => {
    expect(keyboardOf(item(code))).toMatchObject({ inputMode });
  });

  it('capitalizes and corrects no address', () => {
    for (const code of ['email', 'url'])
      expect(keyboardOf(item(code))).toMatchObject({ autoCapitalize: 'none', spellCheck: false });
  });

  it('also takes a coding, and is that of addresses for items of type url', () => {
    expect(keyboardOf({ ...item(), extension: [{ url, valueCoding: { code: 'phone' } }] })).toMatchObject({
      inputMode: 'tel',
    });
    expect(keyboardOf(item('chat', 'url'))).toMatchObject({ inputMode: 'url' });
  });

  it.each([undefined, 'piano', 'constructor', '__proto__'])('is the usual one for %s', (code) => {
    expect(keyboardOf(item(code))).toBeUndefined();
  });
});
