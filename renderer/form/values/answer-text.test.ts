import type { Coding, Extension } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../../sync/domain/languages.ts';
import type { AnswerValue } from '../../../sync/questionnaire/model/contract.ts';
import { answer, integer, node, open, quantity } from '../../../sync/questionnaire/testing/forms.ts';
import { createFormat } from '../../i18n/format.ts';
import { answerTexts } from './answer-text.ts';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const UCUM = 'http://unitsofmeasure.org';
const unit = (valueCoding: Coding, name = 'unit'): Extension => ({
  url: `${CORE}questionnaire-${name}`,
  valueCoding,
});
const days = unit({ system: UCUM, code: 'd', display: 'days' });
const spanish = {
  extension: [
    {
      url: `${CORE}translation`,
      extension: [
        { url: 'lang', valueCode: 'es' },
        { url: 'content', valueString: 'comprimidos' },
      ],
    },
  ],
};

function read(type: string, extension: readonly Extension[], value: AnswerValue, language: Language) {
  const form = open([{ linkId: 'q', type, extension }]);
  answer(form, 'q', value);
  return answerTexts(node(form, 'q'), {
    t: (key) => key,
    format: createFormat(language, 'US'),
    languages: { language, formLanguage: 'en' },
  });
}

describe('an answer with a unit, as it is read', () => {
  it('says what the number counts in the language of the texts - a number', () => {
    expect(read('integer', [days], integer(3), 'es')).toEqual(['3 días']);
    expect(read('integer', [days], integer(1), 'es')).toEqual(['1 día']);
    expect(read('integer', [days], integer(3), 'ar')).toEqual(['3 أيام']);
    expect(read('integer', [days], integer(2), 'ar')).toEqual(['2 يوم']);
    expect(read('integer', [days], integer(3), 'en')).toEqual(['3 days']);
  });

  it('says it of a quantity, which carries its own unit', () => {
    const value: AnswerValue = {
      type: 'Quantity',
      value: { value: 2, unit: 'weeks', system: UCUM, code: 'wk' },
    };
    expect(read('quantity', [], value, 'es')).toEqual(['2 semanas']);
    expect(read('quantity', [], value, 'en')).toEqual(['2 weeks']);
  });

  it("takes the author's translation - a quantity of a unit that the form offers", () => {
    const tablets = unit(
      { system: UCUM, code: '{tbl}', display: 'tablets', _display: spanish },
      'unitOption',
    );
    const value: AnswerValue = {
      type: 'Quantity',
      value: { value: 2, unit: 'tablets', system: UCUM, code: '{tbl}' },
    };
    expect(read('quantity', [days, tablets], value, 'es')).toEqual(['2 comprimidos']);
    expect(read('quantity', [days, tablets], value, 'ar')).toEqual(['2 tablets']);
  });

  it('keeps any other unit as it is', () => {
    expect(read('quantity', [], quantity(72.5, 'kg'), 'es')).toEqual(['72.5 kg']);
  });
});
