import type { QuestionnaireItem } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import type { AnswerOption } from '../../../sync/questionnaire/model/contract.ts';
import { type AskedItem, chooseControl, MAX_DROPPED, MAX_ROWS, MAX_TICKED_ROWS } from './choose-control.ts';

const control = (code: string) => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
      valueCodeableConcept: { coding: [{ code }] },
    },
  ],
});
const limits = [
  { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: 0 },
  { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 10 },
];
const options = (count: number): readonly AnswerOption[] =>
  Array.from({ length: count }, (_, index) => ({
    value: { type: 'Coding', value: { code: String(index) } },
    label: String(index),
    exclusive: false,
  }));

function asked(
  type: QuestionnaireItem['type'],
  other: Partial<AskedItem> & { readonly more?: Partial<QuestionnaireItem> } = {},
) {
  const { more, ...rest } = other;
  return chooseControl({
    item: { linkId: 'q', type, ...more },
    repeats: false,
    options: [],
    optionsStatus: 'none',
    ...rest,
  });
}

describe('the control of a question', () => {
  it.each([
    ['boolean', 'boolean'],
    ['integer', 'number'],
    ['decimal', 'number'],
    ['quantity', 'quantity'],
    ['date', 'date'],
    ['dateTime', 'date-time'],
    ['time', 'time'],
    ['string', 'text'],
    ['text', 'text'],
    ['url', 'text'],
    ['attachment', 'attachment'],
    ['reference', 'reference'],
  ] as const)('follows its type - %s is asked by %s', (type, key) => {
    expect(asked(type)).toBe(key);
  });

  it('is rows while they can be read at a glance, then a list to filter', () => {
    expect(asked('choice', { options: options(MAX_ROWS), optionsStatus: 'ready' })).toBe('choice');
    expect(asked('choice', { options: options(MAX_ROWS + 1), optionsStatus: 'ready' })).toBe('combobox');
  });

  it('is rows to tick where several may be chosen - up to a length', () => {
    const several = { repeats: true, optionsStatus: 'ready' as const };
    expect(asked('choice', { ...several, options: options(MAX_TICKED_ROWS) })).toBe('multi-choice');
    expect(asked('choice', { ...several, options: options(MAX_TICKED_ROWS + 1) })).toBe('multi-combobox');
  });

  it('is what the author asks for - autocomplete, radio buttons, a slider', () => {
    const few = { options: options(3), optionsStatus: 'ready' as const };
    const many = { options: options(30), optionsStatus: 'ready' as const };
    expect(asked('choice', { ...few, more: control('autocomplete') })).toBe('combobox');
    expect(asked('choice', { ...many, more: control('radio-button') })).toBe('choice');
    expect(asked('integer', { more: { extension: [...control('slider').extension, ...limits] } })).toBe(
      'slider',
    );
  });

  it('drops down where the author asks for it - unless it would have to be scrolled through', () => {
    const drop = { optionsStatus: 'ready' as const, more: control('drop-down') };
    expect(asked('choice', { ...drop, options: options(3) })).toBe('select');
    expect(asked('choice', { ...drop, options: options(MAX_DROPPED + 1) })).toBe('combobox');
    expect(asked('choice', { ...drop, options: options(3), repeats: true })).toBe('multi-combobox');
  });

  it('is one statement to tick - a yes or no with a check-box', () => {
    expect(asked('boolean', { more: control('check-box') })).toBe('checkbox');
  });

  it('is a plain number - a slider without ends', () => {
    expect(asked('integer', { more: control('slider') })).toBe('number');
  });

  it('takes the answer in words - the list is not on this device', () => {
    expect(asked('choice', { optionsStatus: 'unavailable' })).toBe('text');
  });

  it('offers options of any type - whole numbers to choose from', () => {
    expect(asked('integer', { options: options(4), optionsStatus: 'ready' })).toBe('choice');
  });
});
