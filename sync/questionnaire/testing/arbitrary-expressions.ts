import fc from 'fast-check';
import { CORE, SDC } from './forms.ts';

/** What a random item computes, before it is known which items there are. */
export interface Computing {
  readonly kind: 'enable' | 'calculate' | 'initial' | 'constraint' | 'answers' | 'toggle' | 'text' | 'limit';
  readonly template: number;
  /** Which items it reads: taken modulo their number. */
  readonly targets: readonly [number, number];
  readonly variable: number;
}

export const arbitraryComputing: fc.Arbitrary<Computing> = fc.record({
  kind: fc.constantFrom<Computing['kind'][]>(
    'enable',
    'enable',
    'calculate',
    'calculate',
    'initial',
    'constraint',
    'answers',
    'toggle',
    'text',
    'limit',
  ),
  template: fc.nat(20),
  targets: fc.tuple(fc.nat(30), fc.nat(30)),
  variable: fc.nat(2),
});

type Template = (target: string, other: string, variable: string) => string;

const where = (linkId: string) => `%resource.repeat(item).where(linkId='${linkId}')`;
const descendants = (linkId: string) => `%resource.descendants().where(linkId = '${linkId}')`;

const BOOLEANS: readonly Template[] = [
  (a) => `${where(a)}.answer.exists()`,
  (a) => `${where(a)}.answer.value.ofType(boolean) = true`,
  (a) => `${where(a)}.answer.value.ofType(integer) > 1`,
  (a, b) => `${where(a)}.answer.count() >= ${descendants(b)}.answer.count()`,
  (a) => `${descendants(a)}.answer.value.ofType(Coding).code contains 'a'`,
  (_a, _b, name) => `%${name}.exists()`,
  (a) => `%resource.item.where(linkId='${a}').answer.value.empty()`,
  (a, b) => `${where(a)}.exists() and ${where(b)}.answer.value.ofType(string).exists().not()`,
  (a) => `item.where(linkId='${a}').answer.value.ofType(boolean) | false`,
  () => 'true',
  () => '{}',
];
const NUMBERS: readonly Template[] = [
  (a) => `${where(a)}.answer.value.ofType(integer).sum()`,
  (a, b) => `${where(a)}.answer.count() + ${where(b)}.answer.count()`,
  (a) => `${descendants(a)}.answer.value.ofType(integer).first() * 2`,
  (_a, _b, name) => `%${name}.count()`,
  (a, b) => `iif(${where(a)}.answer.exists(), 1, ${where(b)}.answer.count())`,
  () => '7',
];
const TEXTS: readonly Template[] = [
  (a) => `${where(a)}.answer.value.ofType(string)`,
  (a) => `${where(a)}.answer.count().toString() & 'x'`,
  (a, b) =>
    `${where(a)}.answer.value.ofType(string).first() & ${where(b)}.answer.value.ofType(string).first()`,
  (_a, _b, name) => `%${name}.count().toString()`,
];
const CODES: readonly Template[] = [
  (a) => `${where(a)}.answer.value.ofType(Coding)`,
  (a) => `${descendants(a)}.answer.value`,
];
const QUANTITIES: readonly Template[] = [(a) => `${where(a)}.answer.value.ofType(Quantity)`];
const DATES: readonly Template[] = [(a) => `${where(a)}.answer.value.ofType(date)`, () => '@2022-06-15'];

const BY_TYPE: Readonly<Record<string, readonly Template[]>> = {
  boolean: BOOLEANS,
  integer: NUMBERS,
  string: TEXTS,
  choice: CODES,
  'open-choice': CODES,
  quantity: QUANTITIES,
  date: DATES,
};

export const VARIABLES: readonly string[] = ['v0', 'v1', 'v2'];

function expression(source: string, name?: string): object {
  return { language: 'text/fhirpath', expression: source, ...(name === undefined ? {} : { name }) };
}

/** Variables of the form: each reads items, or the one before it. */
export function rootVariables(targets: readonly number[], count: number): readonly object[] {
  return VARIABLES.map((name, index) => ({
    url: `${CORE}variable`,
    valueExpression: expression(
      index === 2
        ? '%v0 | %v1'
        : `%resource.repeat(item).where(linkId='q${(targets[index] ?? 0) % Math.max(1, count)}').answer.value`,
      name,
    ),
  }));
}

/** The extensions that one computing item carries; `_text` apart, which stands beside them. */
export function computingExtensions(
  { kind, template, targets, variable }: Computing,
  type: string,
  count: number,
): { readonly extension: readonly object[]; readonly _text?: object } {
  const [a, b] = targets.map((target) => `q${target % Math.max(1, count)}`);
  const name = VARIABLES[variable % VARIABLES.length] ?? 'v0';
  const of = (templates: readonly Template[]) =>
    templates[template % templates.length]?.(a ?? '', b ?? '', name) ?? 'true';
  const own = BY_TYPE[type] ?? BOOLEANS;
  const simple = (url: string, source: string) => ({
    extension: [{ url, valueExpression: expression(source) }],
  });
  switch (kind) {
    case 'enable':
      return simple(`${SDC}enableWhenExpression`, of(BOOLEANS));
    case 'calculate':
      return type in BY_TYPE ? simple(`${SDC}calculatedExpression`, of(own)) : { extension: [] };
    case 'initial':
      return type in BY_TYPE ? simple(`${SDC}initialExpression`, of(own)) : { extension: [] };
    case 'answers':
      return type.endsWith('choice') ? simple(`${SDC}answerExpression`, of(CODES)) : { extension: [] };
    case 'constraint':
      return {
        extension: [
          {
            url: `${CORE}questionnaire-constraint`,
            extension: [
              { url: 'key', valueId: `c-${template}` },
              { url: 'severity', valueCode: template % 2 === 0 ? 'error' : 'warning' },
              { url: 'human', valueString: 'These do not go together.' },
              { url: 'expression', valueString: of(BOOLEANS) },
            ],
          },
        ],
      };
    case 'toggle':
      return type.endsWith('choice')
        ? {
            extension: [
              {
                url: `${SDC}answerOptionsToggleExpression`,
                extension: [
                  { url: 'option', valueCoding: { system: 'http://example.org', code: 'a' } },
                  { url: 'expression', valueExpression: expression(of(BOOLEANS)) },
                ],
              },
            ],
          }
        : { extension: [] };
    case 'text':
      return {
        extension: [],
        _text: {
          extension: [{ url: `${CORE}cqf-expression`, valueExpression: expression(of(TEXTS)) }],
        },
      };
    case 'limit':
      return type === 'integer'
        ? {
            extension: [
              {
                url: `${CORE}minValue`,
                _valueInteger: {
                  extension: [
                    { url: `${CORE}cqf-calculatedValue`, valueExpression: expression(of(NUMBERS)) },
                  ],
                },
              },
            ],
          }
        : { extension: [] };
  }
}
