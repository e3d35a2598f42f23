import { describe, expect, it } from 'vitest';
import type { Form } from '../model/contract.ts';
import { answer, CORE, type ItemSource, no, node, open, SDC, yes } from '../testing/forms.ts';
import { formSections, formSteps } from './steps.ts';

const control = (code: string) => ({
  extension: [{ url: `${CORE}questionnaire-itemControl`, valueCodeableConcept: { coding: [{ code }] } }],
});
const s = (linkId: string, rest: object = {}): ItemSource => ({
  linkId,
  type: 'string',
  text: linkId,
  ...rest,
});
const g = (linkId: string, item: readonly ItemSource[], rest: object = {}): ItemSource => ({
  linkId,
  type: 'group',
  text: linkId,
  item,
  ...rest,
});
const d = (linkId: string, rest: object = {}): ItemSource => ({
  linkId,
  type: 'display',
  text: linkId,
  ...rest,
});

function pages(form: Form): readonly string[] {
  const name = (id: string) => form.read(id)?.linkId ?? '?';
  return formSteps(form).map(
    ({ nodes, stem = [], sectionIndex }) =>
      `${sectionIndex}: ${[...stem.map((id) => `(${name(id)})`), ...nodes.map(name)].join(' ')}`,
  );
}

describe('steps', () => {
  it('ask one question each, with the texts of its groups above', () => {
    expect(pages(open([g('weeks', [s('a'), s('b')]), s('c')]))).toEqual([
      '0: (weeks) a',
      '0: (weeks) b',
      '0: c',
    ]);
  });

  it('put a display above the next question of its group, or on a page of its own where none follows', () => {
    const form = open([
      d('hello'),
      g('first', [d('intro'), s('a'), d('end')]),
      g('second', [s('b')]),
      d('bye'),
    ]);
    expect(pages(form)).toEqual([
      '0: (first) (hello) (intro) a',
      '0: (first) end',
      '1: (second) b',
      '1: bye',
    ]);
  });

  it('do not lose a group that only has something to read', () => {
    expect(pages(open([g('info', [d('read')]), s('a')]))).toEqual(['0: (info) read', '0: a']);
  });

  it('leave out what decorates a control, is hidden, calculated or disabled', () => {
    const hidden = { extension: [{ url: `${CORE}questionnaire-hidden`, valueBoolean: true }] };
    const form = open([
      s('a', { type: 'boolean', item: [d('unit', control('unit'))] }),
      s('h', hidden),
      s('off', { enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] }),
    ]);
    expect(pages(form)).toEqual(['0: a']);
    answer(form, 'a', yes);
    expect(pages(form)).toEqual(['0: a', '0: off']);
  });

  it('follow an answer with the questions nested under it', () => {
    const form = open([
      s('a', {
        type: 'boolean',
        item: [s('a1', { enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] })],
      }),
      s('b'),
    ]);
    answer(form, 'a', no);
    expect(pages(form)).toEqual(['0: a', '0: b']);
    answer(form, 'a', yes);
    expect(pages(form)).toEqual(['0: a', '0: a1', '0: b']);
  });

  it.each(['page', 'gtable', 'table', 'grid', 'htable'])('keep a group laid out as %s together', (code) => {
    expect(pages(open([g('bp', [s('upper'), s('lower')], control(code)), s('c')]))).toEqual([
      '0: bp',
      '0: c',
    ]);
  });

  it('do not keep a long page together', () => {
    const many = Array.from({ length: 13 }, (_, index) => s(`q${index}`));
    expect(pages(open([g('long', many, control('page'))]))).toHaveLength(13);
  });

  it('are one for a repeating group with all its instances', () => {
    const form = open([g('med', [s('name'), s('dose')], { repeats: true }), s('c')]);
    const before = formSteps(form)[0]?.id;
    form.addInstance(node(form, 'med').id);
    expect(pages(form)).toEqual(['0: med med', '0: c']);
    expect(formSteps(form)[0]?.id).toBe(before);
  });

  it('keep their ids when others come and go', () => {
    const form = open([
      s('a', { type: 'boolean' }),
      s('b', { enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] }),
      s('c'),
    ]);
    const last = formSteps(form).at(-1)?.id;
    answer(form, 'a', yes);
    expect(formSteps(form).at(-1)?.id).toBe(last);
  });
});

describe('sections', () => {
  const titles = (form: Form) => formSections(form).map((section) => section.title);

  it('are the groups at the top', () => {
    const form = open([s('loose'), g('one', [s('a')]), s('between'), g('two', [s('b')])]);
    expect(titles(form)).toEqual(['one', 'two']);
    expect(pages(form)).toEqual(['0: loose', '0: (one) a', '0: between', '1: (two) b']);
  });

  it('go by the short name that a group has beside its text', () => {
    const short = {
      url: `${SDC}shortText`,
      valueString: 'The past week',
      _valueString: {
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/translation',
            extension: [
              { url: 'lang', valueCode: 'es' },
              { url: 'content', valueString: 'La última semana' },
            ],
          },
        ],
      },
    };
    const items = [g('Think of the past week.', [s('a')], { extension: [short] }), g('two', [s('b')])];
    expect(titles(open(items))).toEqual(['The past week', 'two']);
    expect(titles(open(items, { language: 'es' }))).toEqual(['La última semana', 'two']);
    expect(pages(open(items))).toEqual(['0: (Think of the past week.) a', '1: (two) b']);
  });

  it('are the groups inside of a single group that holds everything', () => {
    const form = open([d('hello'), g('all', [g('one', [s('a')]), g('two', [s('b')])])]);
    expect(titles(form)).toEqual(['one', 'two']);
    expect(pages(form)).toEqual(['0: (all) (one) (hello) a', '1: (all) (two) b']);
  });

  it('are one where there are no groups to tell apart', () => {
    expect(titles(open([s('a'), s('b')]))).toEqual(['']);
    expect(titles(open([g('one', [s('a')])]))).toEqual(['']);
  });

  it('count the instances of a repeating group as one, and leave out what is not asked', () => {
    const form = open([
      g('one', [s('a')]),
      g('two', [s('b')], { repeats: true }),
      g('three', [s('c')], { enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: true }] }),
    ]);
    form.addInstance(node(form, 'two').id);
    expect(titles(form)).toEqual(['one', 'two']);
  });
});
