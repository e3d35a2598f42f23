/**
 * Mutations of a response, each with the rule of FHIR or SDC that it breaks or keeps, and so with the verdict that a validator must
 * give. The table is the oracle: it reads the JSON of form and response, and nothing of the engine.
 */
export type Json = { [key: string]: unknown };

export interface Site {
  /** FHIRPath of the item, or of the answer. */
  readonly path: string;
  readonly item: Json;
  /** The form's item. */
  readonly asked: Json;
  readonly siblings: unknown[];
  readonly answer?: Json;
  readonly key?: string;
}

export interface Target {
  readonly form: Json;
  /** A copy, to be changed. */
  readonly response: Json;
  readonly items: readonly Site[];
  readonly answers: readonly Site[];
  pick<One>(list: readonly One[]): One | undefined;
}

export interface JudgedMutation {
  readonly name: string;
  /** The standard's section that the mutation breaks, or keeps. */
  readonly rule: string;
  readonly verdict: 'valid' | 'invalid';
  /** Changes the response, and gives the element that is at fault; undefined where the form gives no occasion. */
  apply(target: Target): string | undefined;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
const extensionNamed = (asked: Json, name: string) =>
  listOf(asked.extension).find(({ url }) => typeof url === 'string' && url.endsWith(name));
const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const ROOT = 'QuestionnaireResponse';

const invalid = (name: string, rule: string, apply: JudgedMutation['apply']): JudgedMutation => ({
  name,
  rule,
  verdict: 'invalid',
  apply,
});
const valid = (name: string, rule: string, apply: JudgedMutation['apply']): JudgedMutation => ({
  name,
  rule,
  verdict: 'valid',
  apply,
});

/** A change of one answer of any of some types. */
function onAnswer(
  types: readonly string[] | undefined,
  change: (answer: Json, site: Required<Site>) => unknown,
  fits: (site: Site) => boolean = () => true,
): JudgedMutation['apply'] {
  return ({ answers, pick }) => {
    const site = pick(
      answers.filter((one) => (types === undefined || types.includes(one.key ?? '')) && fits(one)),
    );
    if (site?.answer === undefined || site.key === undefined) return undefined;
    const { answer, key } = site;
    return change(answer, { ...site, answer, key }) === false ? undefined : site.path;
  };
}

function onItem(
  change: (item: Json, site: Site) => unknown,
  fits: (site: Site) => boolean = () => true,
): JudgedMutation['apply'] {
  return ({ items, pick }) => {
    const site = pick(items.filter(fits));
    if (site === undefined) return undefined;
    return change(site.item, site) === false ? undefined : site.path;
  };
}

const onRoot =
  (change: (response: Json, form: Json) => unknown, at = ROOT): JudgedMutation['apply'] =>
  ({ response, form }) =>
    change(response, form) === false ? undefined : at;

const set =
  (value: unknown) =>
  (answer: Json, { key }: Required<Site>) => {
    answer[key] = value;
  };

const part =
  (name: string, value: unknown) =>
  (answer: Json, { key }: Required<Site>) => {
    answer[key] = { ...(isJson(answer[key]) ? answer[key] : {}), [name]: value };
  };

const STRINGS = ['valueString', 'valueUri'];
const isQuestion = ({ asked }: Site) => asked.type !== 'group' && asked.type !== 'display';
/** The form lists its options itself, so that nothing else can be one. */
const isListed = ({ asked }: Site) => asked.type === 'choice' && listOf(asked.answerOption).length > 0;
const EXPRESSION =
  /calculatedExpression|initialExpression|answerExpression|cqf-|candidateExpression|answerOptionsToggle/;
const isPlain = ({ asked }: Site) =>
  !EXPRESSION.test(JSON.stringify([asked.extension, asked._text, asked._required]));
/** A person is asked for it, and nothing else decides whether it must be answered. */
const isOwed = (site: Site) =>
  isQuestion(site) &&
  isPlain(site) &&
  site.asked.required === true &&
  site.asked.readOnly !== true &&
  extensionNamed(site.asked, 'questionnaire-hidden') === undefined &&
  site.asked.enableWhen === undefined &&
  extensionNamed(site.asked, 'enableWhenExpression') === undefined;

function limitOf(asked: Json, side: 'minValue' | 'maxValue', key: string): number | undefined {
  const value = extensionNamed(asked, `/${side}`)?.[key];
  return typeof value === 'number' ? value : undefined;
}

function beyond(side: 'minValue' | 'maxValue', step: 1 | -1): JudgedMutation['apply'] {
  return onAnswer(
    ['valueInteger', 'valueDecimal'],
    (answer, { asked, key }) => {
      const limit = limitOf(asked, side, key);
      if (limit === undefined) return false;
      answer[key] = limit + step;
      return true;
    },
    (site) =>
      isPlain(site) &&
      site.asked.readOnly !== true &&
      extensionNamed(site.asked, 'questionnaire-hidden') === undefined &&
      limitOf(site.asked, side, site.key ?? '') !== undefined,
  );
}

const subjectTypes = (form: Json) => (Array.isArray(form.subjectType) ? form.subjectType : []);

/** Each breaks one rule, or keeps all of them. */
export const JUDGED_MUTATIONS: readonly JudgedMutation[] = [
  invalid(
    'two values in one answer',
    'QuestionnaireResponse.item.answer.value[x] is 0..1',
    onAnswer(undefined, (answer, { key }) => {
      answer[key === 'valueBoolean' ? 'valueString' : 'valueBoolean'] = key === 'valueBoolean' ? 'x' : true;
    }),
  ),
  invalid('null for a value', 'FHIR JSON: properties are never null', onAnswer(undefined, set(null))),
  invalid('{} for a value', 'FHIR JSON: objects are never empty', onAnswer(undefined, set({}))),
  invalid('[] for a value', 'FHIR JSON: value[x] is no list', onAnswer(undefined, set([]))),
  invalid("'' for a value", 'FHIR string: never empty', onAnswer(undefined, set(''))),
  invalid('blanks for a text', 'FHIR string: has content', onAnswer(STRINGS, set('   '))),
  invalid('a tab for a text', 'FHIR string: has content', onAnswer(STRINGS, set('\t'))),
  invalid(
    'a list of values',
    'FHIR JSON: value[x] is no list',
    onAnswer(undefined, (answer, { key }) => {
      answer[key] = [answer[key]];
    }),
  ),
  invalid(
    'an empty answer',
    'ele-1: an element has a value or children',
    onAnswer(undefined, (answer) => {
      for (const key of Object.keys(answer)) delete answer[key];
    }),
  ),
  invalid(
    'an answer that is null',
    'FHIR JSON: lists of elements hold objects',
    onItem((item) => {
      item.answer = [null];
    }, isQuestion),
  ),
  invalid(
    'answers that are no list',
    'FHIR JSON: answer is 0..*',
    onItem((item) => {
      item.answer = { valueString: 'x' };
    }, isQuestion),
  ),
  invalid(
    'no answers in a list',
    'FHIR JSON: lists are never empty',
    onItem((item) => {
      item.answer = [];
    }, isQuestion),
  ),
  invalid(
    'a value of a type that no answer has',
    'QuestionnaireResponse.item.answer.value[x]',
    onAnswer(undefined, (answer, { key }) => {
      delete answer[key];
      answer.valueHumanName = { family: 'x' };
    }),
  ),
  invalid(
    'a value of another type',
    '3.2 rule 7: the type is the question’s',
    onAnswer(undefined, (answer, { key }) => {
      delete answer[key];
      answer[key === 'valueTime' ? 'valueDate' : 'valueTime'] =
        key === 'valueTime' ? '2020-01-01' : '10:00:00';
    }),
  ),
  invalid(
    'an object for a primitive',
    'FHIR JSON: primitives',
    onAnswer(
      [
        'valueString',
        'valueInteger',
        'valueDecimal',
        'valueBoolean',
        'valueDate',
        'valueDateTime',
        'valueTime',
        'valueUri',
      ],
      set({ value: 'x' }),
    ),
  ),
  invalid('a text for a boolean', 'FHIR boolean', onAnswer(['valueBoolean'], set('true'))),
  invalid(
    'a text for a number',
    'FHIR decimal, integer',
    onAnswer(['valueInteger', 'valueDecimal'], set('1')),
  ),
  invalid(
    'a number for a text',
    'FHIR string, date',
    onAnswer([...STRINGS, 'valueDate', 'valueDateTime', 'valueTime'], set(5)),
  ),
  invalid('a fraction for an integer', 'FHIR integer', onAnswer(['valueInteger'], set(1.5))),
  invalid('an integer of 33 bits', 'FHIR integer', onAnswer(['valueInteger'], set(2 ** 31))),
  invalid(
    'a day that does not exist',
    'FHIR date',
    onAnswer(['valueDate', 'valueDateTime'], set('2023-02-30')),
  ),
  invalid('a date with a time', 'FHIR date', onAnswer(['valueDate'], set('2023-02-03T10:00:00Z'))),
  invalid(
    'a dateTime without its offset',
    'FHIR dateTime',
    onAnswer(['valueDateTime'], set('2023-02-03T10:00:00')),
  ),
  invalid('a time without seconds', 'FHIR time', onAnswer(['valueTime'], set('10:00'))),
  invalid('an hour that does not exist', 'FHIR time', onAnswer(['valueTime'], set('25:00:00'))),
  invalid('a control character', 'FHIR string: no characters below 32', onAnswer(STRINGS, set('a\u0000b'))),
  invalid('half a character', 'FHIR string: Unicode', onAnswer(STRINGS, set('a\ud800'))),
  invalid(
    'a text over 1 MB',
    'FHIR string: at most 1 MB',
    onAnswer(['valueString'], set('x'.repeat(1024 * 1024 + 1))),
  ),
  invalid(
    'a text over its maxLength',
    'Questionnaire.item.maxLength',
    onAnswer(
      STRINGS,
      (answer, { asked, key }) => {
        answer[key] = 'x'.repeat(Number(asked.maxLength) + 1);
      },
      ({ asked }) => typeof asked.maxLength === 'number' && asked.readOnly !== true,
    ),
  ),
  invalid('a number over its maximum', 'extension maxValue', beyond('maxValue', 1)),
  invalid('a number under its minimum', 'extension minValue', beyond('minValue', -1)),
  invalid('a uri with a blank', 'FHIR uri', onAnswer(['valueUri'], set('http://example.org/a b'))),
  invalid('a broken urn:uuid', 'FHIR uri: RFC 4122', onAnswer(['valueUri'], set('urn:uuid:1234'))),
  invalid('a broken urn:oid', 'FHIR uri: RFC 3061', onAnswer(['valueUri'], set('urn:oid:1.02.3'))),
  invalid(
    'a code that is no option',
    'answerOption: (system, code) exactly',
    onAnswer(['valueCoding'], part('code', 'no-such-code'), isListed),
  ),
  invalid(
    'the code of another system',
    'answerOption: (system, code) exactly',
    onAnswer(['valueCoding'], part('system', 'http://example.org/other'), isListed),
  ),
  invalid(
    'another display',
    'Coding.display is the system’s',
    onAnswer(
      ['valueCoding'],
      part('display', 'Quite another thing'),
      (site) =>
        isListed(site) &&
        isPlain(site) &&
        isJson(site.answer?.valueCoding) &&
        typeof site.answer.valueCoding.display === 'string' &&
        listOf(site.asked.answerOption).every(
          ({ valueCoding }) => isJson(valueCoding) && typeof valueCoding.display === 'string',
        ),
    ),
  ),
  invalid('a blank before a code', 'FHIR code', onAnswer(['valueCoding'], part('code', ' x'))),
  invalid('a system that is no uri', 'FHIR uri', onAnswer(['valueCoding'], part('system', 'not a uri'))),
  invalid(
    'a system that is a number',
    'Coding.system',
    onAnswer(['valueCoding', 'valueQuantity'], part('system', 5)),
  ),
  invalid(
    'a blank display',
    'FHIR string',
    onAnswer(['valueCoding', 'valueReference'], part('display', ' ')),
  ),
  invalid(
    'a part that no data type has',
    'FHIR data types',
    onAnswer(['valueCoding', 'valueQuantity', 'valueReference', 'valueAttachment'], part('colour', 'red')),
  ),
  invalid(
    'userSelected as a text',
    'Coding.userSelected',
    onAnswer(['valueCoding'], part('userSelected', 'true')),
  ),
  invalid(
    'a comparator of no list',
    'QuantityComparator',
    onAnswer(['valueQuantity'], part('comparator', '~')),
  ),
  invalid(
    'a text for the number of a quantity',
    'Quantity.value',
    onAnswer(['valueQuantity'], part('value', '5')),
  ),
  invalid(
    'a unit code without its system',
    'qty-3',
    onAnswer(['valueQuantity'], (answer, { key }) => {
      const { system: _system, ...rest } = isJson(answer[key]) ? answer[key] : {};
      answer[key] = { ...rest, code: 'kg' };
    }),
  ),
  invalid(
    'a reference with a blank',
    'FHIR id',
    onAnswer(['valueReference'], part('reference', 'Patient/ 1')),
  ),
  invalid(
    'a reference to no resource of FHIR',
    'Reference.reference',
    onAnswer(['valueReference'], part('reference', 'Spaceship/1')),
  ),
  invalid(
    'a reference without an id',
    'Reference.reference',
    onAnswer(['valueReference'], part('reference', 'Patient/')),
  ),
  invalid(
    'a reference with an id of other characters',
    'FHIR id',
    onAnswer(['valueReference'], part('reference', 'Patient/a_b')),
  ),
  invalid(
    'a reference to what is not contained',
    'ref-1',
    onAnswer(['valueReference'], part('reference', '#nobody')),
  ),
  invalid(
    'a reference of another type than it says',
    'Reference.type',
    onAnswer(['valueReference'], (answer, { key }) => {
      answer[key] = { reference: 'Patient/1', type: 'Device' };
    }),
  ),
  invalid(
    'a reference to nothing',
    'Reference: reference, identifier or display',
    onAnswer(['valueReference'], set({ type: 'Patient' })),
  ),
  invalid(
    'a broken urn:uuid in a reference',
    'FHIR uri: RFC 4122',
    onAnswer(['valueReference'], part('reference', 'urn:uuid:x')),
  ),
  invalid('data that is not base64', 'FHIR base64Binary', onAnswer(['valueAttachment'], part('data', '***'))),
  invalid(
    'base64 of an odd length',
    'FHIR base64Binary',
    onAnswer(['valueAttachment'], part('data', 'AAAAA')),
  ),
  invalid(
    'another size than the data has',
    'Attachment.size',
    onAnswer(['valueAttachment'], (answer, { key }) => {
      answer[key] = { contentType: 'image/png', data: 'AAAA', size: 999 };
    }),
  ),
  invalid('data of no contentType', 'att-1', onAnswer(['valueAttachment'], set({ data: 'AAAA' }))),
  invalid(
    'more answers than one',
    'Questionnaire.item.repeats',
    onItem(
      (item) => {
        item.answer = [...listOf(item.answer), ...listOf(structuredClone(item.answer))];
      },
      (site) =>
        isQuestion(site) &&
        isPlain(site) &&
        site.asked.repeats !== true &&
        site.asked.readOnly !== true &&
        !JSON.stringify(site.asked.extension ?? '').includes('hidden') &&
        listOf(site.item.answer).length > 0,
    ),
  ),
  invalid('a required answer taken away', 'Questionnaire.item.required', ({ items, pick }) => {
    const site = pick(items.filter((one) => isOwed(one) && listOf(one.item.answer).length > 0));
    if (site === undefined) return undefined;
    site.siblings.splice(site.siblings.indexOf(site.item), 1, { linkId: site.item.linkId });
    return site.path;
  }),
  invalid(
    'a required answer of blanks',
    'Questionnaire.item.required',
    onAnswer(['valueString'], set('  '), isOwed),
  ),
  invalid(
    'an item without its linkId',
    'QuestionnaireResponse.item.linkId is 1..1',
    onItem((item) => {
      delete item.linkId;
    }),
  ),
  invalid(
    'a blank linkId',
    'FHIR string',
    onItem((item) => {
      item.linkId = ' ';
    }),
  ),
  invalid(
    'a linkId that the form does not have',
    '3.2 rule 2: linkId',
    onItem((item) => {
      item.linkId = 'no such item';
    }),
  ),
  invalid(
    'a linkId that is a number',
    'FHIR string',
    onItem((item) => {
      item.linkId = 7;
    }),
  ),
  invalid('an item in the place of another', '3.2 rule 2: place', ({ items, response, pick }) => {
    const site = pick(items.filter(({ path }) => path.split('.item[').length > 2));
    if (site === undefined || !Array.isArray(response.item)) return undefined;
    response.item.push({ linkId: site.item.linkId });
    return `${ROOT}.item[${response.item.length - 1}]`;
  }),
  invalid('siblings in another order', '3.2 rule 2: order', ({ items, pick }) => {
    const site = pick(
      items.filter(
        ({ siblings, item }) =>
          siblings.indexOf(item) > 0 && (siblings[siblings.indexOf(item) - 1] as Json).linkId !== item.linkId,
      ),
    );
    if (site === undefined) return undefined;
    const at = site.siblings.indexOf(site.item);
    site.siblings.splice(at - 1, 2, site.item, site.siblings[at - 1]);
    return site.path;
  }),
  invalid('a question twice', 'sdcqr-2: one item for all answers', ({ items, pick }) => {
    const site = pick(items.filter((one) => isQuestion(one) && listOf(one.item.answer).length > 0));
    if (site === undefined) return undefined;
    const at = site.siblings.indexOf(site.item) + 1;
    site.siblings.splice(at, 0, structuredClone(site.item));
    return site.path.replace(/\[\d+\]$/, `[${at}]`);
  }),
  invalid(
    'a group with an answer',
    '3.2 rule 3: nesting',
    onItem(
      (item) => {
        item.answer = [{ valueString: 'x' }];
      },
      ({ asked }) => asked.type === 'group',
    ),
  ),
  invalid(
    'items of a question beside its answers',
    'qrs-1',
    onItem(
      (item) => {
        item.item = [{ linkId: 'x' }];
      },
      (site) => isQuestion(site) && listOf(site.item.answer).length > 0,
    ),
  ),
  invalid(
    'items that are no list',
    'FHIR JSON: item is 0..*',
    onItem(
      (item) => {
        item.item = { linkId: 'x' };
      },
      ({ asked }) => asked.type === 'group',
    ),
  ),
  invalid('an item that is null', 'FHIR JSON: lists of elements hold objects', ({ items, pick }) => {
    const site = pick(items);
    if (site === undefined) return undefined;
    site.siblings.push(null);
    return site.path.replace(/\[\d+\]$/, `[${site.siblings.length - 1}]`);
  }),
  invalid(
    'another text than the form’s',
    '3.2 rule 11: text',
    onItem(
      (item) => {
        item.text = 'Some other question';
      },
      (site) => typeof site.asked.text === 'string' && site.asked._text === undefined,
    ),
  ),
  invalid(
    'a text that is null',
    'FHIR JSON: properties are never null',
    onItem((item) => {
      item.text = null;
    }),
  ),
  invalid(
    'a part that no item has',
    'QuestionnaireResponse.item',
    onItem((item) => {
      item.colour = 'red';
    }),
  ),
  invalid(
    'a part that no answer has',
    'QuestionnaireResponse.item.answer',
    onAnswer(undefined, (answer) => {
      answer.colour = 'red';
    }),
  ),
  invalid(
    'a modifier on an item',
    'Extensibility: modifierExtension',
    onItem((item) => {
      item.modifierExtension = [{ url: 'http://example.org/negated', valueBoolean: true }];
    }),
  ),
  invalid(
    'a modifier on an answer',
    'Extensibility: modifierExtension',
    onAnswer(undefined, (answer) => {
      answer.modifierExtension = [{ url: 'http://example.org/negated', valueBoolean: true }];
    }),
  ),
  invalid(
    'a modifier on the response',
    'Extensibility: modifierExtension',
    onRoot((response) => {
      response.modifierExtension = [{ url: 'http://example.org/negated', valueBoolean: true }];
    }),
  ),
  invalid(
    'implicitRules',
    'Resource.implicitRules',
    onRoot((response) => {
      response.implicitRules = 'http://example.org/rules';
    }),
  ),
  invalid(
    'an extension without a url',
    'Extension.url is 1..1',
    onItem((item) => {
      item.extension = [{ valueString: 'x' }];
    }),
  ),
  invalid(
    'an extension with two values',
    'Extension.value[x] is 0..1',
    onItem((item) => {
      item.extension = [{ url: 'http://example.org/x', valueString: 'x', valueInteger: 1 }];
    }),
  ),
  invalid(
    'an extension with nothing',
    'ext-1',
    onItem((item) => {
      item.extension = [{ url: 'http://example.org/x' }];
    }),
  ),
  invalid(
    'no extensions in a list',
    'FHIR JSON: lists are never empty',
    onItem((item) => {
      item.extension = [];
    }),
  ),
  invalid(
    'an id with a blank',
    'FHIR id',
    onRoot((response) => {
      response.id = 'a b';
    }),
  ),
  invalid(
    'an id of 65 characters',
    'FHIR id',
    onRoot((response) => {
      response.id = 'x'.repeat(65);
    }),
  ),
  invalid(
    'another resource',
    'Resource',
    onRoot((response) => {
      response.resourceType = 'Observation';
    }),
  ),
  invalid(
    'no status',
    'QuestionnaireResponse.status is 1..1',
    onRoot((response) => {
      delete response.status;
    }),
  ),
  invalid(
    'a status of no list',
    'QuestionnaireResponseStatus',
    onRoot((response) => {
      response.status = 'done';
    }),
  ),
  invalid(
    'the canonical of another form',
    'QuestionnaireResponse.questionnaire',
    onRoot((response, form) => {
      if (typeof form.url !== 'string') return false;
      response.questionnaire = 'http://example.org/quite-another-form';
      return true;
    }),
  ),
  invalid(
    'authored as no date',
    'FHIR dateTime',
    onRoot((response) => {
      response.authored = 'yesterday';
    }),
  ),
  invalid(
    'a subject that is a text',
    'QuestionnaireResponse.subject',
    onRoot((response) => {
      response.subject = 'Patient/1';
    }),
  ),
  invalid(
    'a subject of a type that the form does not take',
    'Questionnaire.subjectType',
    onRoot((response, form) => {
      if (subjectTypes(form).length === 0 || subjectTypes(form).includes('Medication')) return false;
      response.subject = { reference: 'Medication/1' };
      return true;
    }),
  ),
  invalid(
    'a subject that is not contained',
    'ref-1',
    onRoot((response) => {
      response.subject = { reference: '#nobody' };
    }),
  ),
  invalid(
    'a subject with a broken urn:uuid',
    'FHIR uri: RFC 4122',
    onRoot((response) => {
      response.subject = { reference: 'urn:uuid:not-one' };
    }),
  ),
  invalid(
    'an author that can write nothing',
    'QuestionnaireResponse.author',
    onRoot((response) => {
      response.author = { reference: 'Medication/1' };
    }),
  ),
  invalid(
    'an encounter that is none',
    'QuestionnaireResponse.encounter',
    onRoot((response) => {
      response.encounter = { reference: 'Patient/1' };
    }),
  ),
  invalid(
    'an empty subject',
    'FHIR JSON: objects are never empty',
    onRoot((response) => {
      response.subject = {};
    }),
  ),
  invalid(
    'a part that no response has',
    'QuestionnaireResponse',
    onRoot((response) => {
      response.colour = 'red';
    }),
  ),
  invalid(
    'no contained resources in a list',
    'FHIR JSON: lists are never empty',
    onRoot((response) => {
      response.contained = [];
    }),
  ),
  invalid(
    'an identifier that is a text',
    'QuestionnaireResponse.identifier',
    onRoot((response) => {
      response.identifier = 'x';
    }),
  ),
  invalid(
    'a language of blanks',
    'FHIR code',
    onRoot((response) => {
      response.language = ' ';
    }),
  ),
  valid(
    'an id on an item',
    'Element.id',
    onItem((item) => {
      item.id = 'here';
    }),
  ),
  valid(
    'an extension on an item',
    'Extensibility: unknown extensions may be ignored',
    onItem((item) => {
      item.extension = [{ url: 'http://example.org/x', valueString: 'x' }];
    }),
  ),
  valid(
    'an extension within an extension',
    'Extension.extension',
    onItem((item) => {
      item.extension = [{ url: 'http://example.org/x', extension: [{ url: 'y', valueDecimal: 0.1 }] }];
    }),
  ),
  valid(
    'an extension on an answer',
    'Extensibility: unknown extensions may be ignored',
    onAnswer(undefined, (answer) => {
      answer.extension = [{ url: 'http://example.org/x', valueBoolean: true }];
    }),
  ),
  valid(
    'an extension on a primitive',
    'FHIR JSON: shadow elements',
    onAnswer(['valueString', 'valueInteger', 'valueDate', 'valueBoolean'], (answer, { key }) => {
      answer[`_${key}`] = { extension: [{ url: 'http://example.org/x', valueCode: 'x' }] };
    }),
  ),
  valid(
    'the precision of a decimal',
    `${CORE}quantity-precision`,
    onAnswer(['valueDecimal'], (answer) => {
      answer._valueDecimal = { extension: [{ url: `${CORE}quantity-precision`, valueInteger: 0 }] };
    }),
  ),
  valid(
    'no text',
    'QuestionnaireResponse.item.text is 0..1',
    onItem((item) => {
      delete item.text;
    }),
  ),
  valid(
    'no display',
    'Coding.display is 0..1',
    onAnswer(
      ['valueCoding'],
      (answer, { key }) => {
        const coding = answer[key];
        if (!isJson(coding) || typeof coding.code !== 'string') return false;
        const { display: _display, ...rest } = coding;
        answer[key] = rest;
        return true;
      },
      (site) => isListed(site) && !/constraint|Expression|expression/.test(JSON.stringify(site.asked)),
    ),
  ),
  valid(
    'a definition',
    'QuestionnaireResponse.item.definition',
    onItem((item) => {
      item.definition = 'http://example.org/StructureDefinition/x#x.y';
    }),
  ),
  valid(
    'a subject',
    'QuestionnaireResponse.subject',
    onRoot((response, form) => {
      const [type = 'Patient'] = subjectTypes(form);
      response.subject = { reference: `${type}/a-1.B` };
    }),
  ),
  valid(
    'a subject elsewhere',
    'Reference: absolute',
    onRoot((response, form) => {
      const [type = 'Patient'] = subjectTypes(form);
      response.subject = { reference: `https://example.org/fhir/${type}/1/_history/2` };
    }),
  ),
  valid(
    'a subject by urn:uuid',
    'Reference: urn:uuid',
    onRoot((response) => {
      response.subject = { reference: 'urn:uuid:0b3f1c1e-4a1d-4f1a-9c39-1d2e3f4a5b6c' };
    }),
  ),
  valid(
    'a subject by urn:oid',
    'Reference: urn:oid',
    onRoot((response) => {
      response.subject = { reference: 'urn:oid:2.16.840.1.113883' };
    }),
  ),
  valid(
    'a subject that is contained',
    'ref-1',
    onRoot((response, form) => {
      const [resourceType = 'Patient'] = subjectTypes(form);
      response.contained = [{ resourceType, id: 'p' }];
      response.subject = { reference: '#p' };
    }),
  ),
  valid(
    'a subject by its identifier',
    'Reference.identifier',
    onRoot((response) => {
      response.subject = { identifier: { use: 'official', system: 'urn:oid:2.16.840.1', value: '12' } };
    }),
  ),
  valid(
    'an author',
    'QuestionnaireResponse.author',
    onRoot((response) => {
      response.author = { reference: 'Practitioner/1', display: 'Dr. A' };
    }),
  ),
  valid(
    'an encounter',
    'QuestionnaireResponse.encounter',
    onRoot((response) => {
      response.encounter = { reference: 'Encounter/1' };
    }),
  ),
  valid(
    'meta',
    'Resource.meta',
    onRoot((response) => {
      response.meta = {
        versionId: '1',
        lastUpdated: '2026-01-01T10:00:00.000Z',
        profile: ['http://example.org/p'],
        tag: [{ system: 'http://example.org', code: 't' }],
      };
    }),
  ),
  valid(
    'a narrative',
    'DomainResource.text',
    onRoot((response) => {
      response.text = { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">x</div>' };
    }),
  ),
  valid(
    'an identifier',
    'QuestionnaireResponse.identifier',
    onRoot((response) => {
      response.identifier = { system: 'http://example.org', value: 'x', period: { start: '2020' } };
    }),
  ),
  valid(
    'basedOn and partOf',
    'QuestionnaireResponse.basedOn, partOf',
    onRoot((response) => {
      response.basedOn = [{ reference: 'ServiceRequest/1' }];
      response.partOf = [{ reference: 'Procedure/1' }];
    }),
  ),
  valid(
    'amended',
    'QuestionnaireResponseStatus',
    onRoot((response) => {
      response.status = 'amended';
    }),
  ),
  valid(
    'an id',
    'FHIR id',
    onRoot((response) => {
      response.id = 'x'.repeat(64);
    }),
  ),
];
