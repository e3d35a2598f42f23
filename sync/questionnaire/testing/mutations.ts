import fc from 'fast-check';
import { CORE, SDC } from './forms.ts';

type Path = readonly (string | number)[];

/** Every place in a JSON value, the whole included; worked out once for each value, since real forms have thousands. */
const known = new WeakMap<object, readonly Path[]>();

function collect(value: unknown, path: Path, found: Path[]): void {
  found.push(path);
  if (typeof value !== 'object' || value === null) return;
  const entries: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? value.entries()
    : Object.entries(value);
  for (const [key, inner] of entries) collect(inner, [...path, key], found);
}

function pathsOf(value: unknown): readonly Path[] {
  const cached = typeof value === 'object' && value !== null ? known.get(value) : undefined;
  if (cached !== undefined) return cached;
  const found: Path[] = [];
  collect(value, [], found);
  if (typeof value === 'object' && value !== null) known.set(value, found);
  return found;
}

/** A copy with what stands at one path changed; undefined takes it away. */
function mutated(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((element: unknown, index) => {
      if (index !== key) return [element];
      const changed = mutated(element, rest, change);
      return changed === undefined && rest.length === 0 ? [] : [changed];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner]];
      const changed = mutated(inner, rest, change);
      return changed === undefined && rest.length === 0 ? [] : [[name, changed]];
    }),
  );
}

const EXPRESSIONS: readonly string[] = [
  '1 +',
  '%gone',
  '%resource',
  'repeat(item)',
  '%resource.repeat(item).repeat(item).repeat(answer)',
  "%resource.descendants().where(linkId='q1').answer.value",
  '%resource.descendants().descendants().descendants()',
  '(1 | 2 | 3).select($this / 0)',
  'now() + 1 day',
  "'x'.matches('(a+)+$')",
  "'a'.replaceMatches('.*', 'b')",
  '%resource.aggregate($total & $this.toString())',
  '$this.answer.value = $this',
  'iif(true, 1)',
  `'${'x'.repeat(300)}`,
  '((((((((((1))))))))))',
  "%context.item.answer.value.ofType(Quantity) > 5 'kg'",
  'item.all(answer.exists()) and %questionnaire.item.exists()',
];

function extensionOf(url: string, source: string): object {
  return url.endsWith('constraint') || url.endsWith('Constraint') || url.includes('Toggle')
    ? {
        url,
        extension: [
          { url: 'key', valueId: 'k' },
          { url: 'severity', valueCode: 'error' },
          { url: 'human', valueString: 'No.' },
          { url: 'option', valueCoding: { code: 'a' } },
          { url: 'expression', valueString: source },
          { url: 'expression', valueExpression: { language: 'text/fhirpath', expression: source } },
        ],
      }
    : { url, valueExpression: { language: 'text/fhirpath', name: 'v', expression: source } };
}

/** Extensions that have an expression. */
export const ADDRESSES: readonly string[] = [
  `${SDC}enableWhenExpression`,
  `${SDC}calculatedExpression`,
  `${SDC}initialExpression`,
  `${SDC}answerExpression`,
  `${SDC}candidateExpression`,
  `${SDC}answerOptionsToggleExpression`,
  `${SDC}itemPopulationContext`,
  `${CORE}variable`,
  `${CORE}questionnaire-constraint`,
  `${CORE}targetConstraint`,
  `${CORE}cqf-expression`,
  `${CORE}cqf-calculatedValue`,
  `${SDC}launchContext`,
  `${SDC}sourceQueries`,
  `${SDC}assembleContext`,
];

const arbitraryExtension = fc
  .tuple(fc.constantFrom(...ADDRESSES), fc.constantFrom(...EXPRESSIONS))
  .map(([url, source]) => extensionOf(url, source));

const junk = fc.oneof(
  fc.constantFrom<unknown[]>(
    undefined,
    null,
    '',
    0,
    -1,
    1e300,
    true,
    [],
    {},
    [null],
    [[]],
    'group',
    'q1',
    'choice',
    '2022-02-31',
    { toString: 1 },
    { item: [] },
    { value: 1, code: '[', system: 'http://unitsofmeasure.org' },
  ),
  fc.constantFrom<unknown[]>('__proto__', 'constructor', { constructor: null }, { hasOwnProperty: 1 }),
  fc.constantFrom<unknown[]>(...EXPRESSIONS),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Puts something beside what is there, where there is a list, or an element that may have extensions. */
function extended(extension: object): (old: unknown) => unknown {
  return (old) => {
    if (Array.isArray(old)) return [...(old as unknown[]), extension];
    if (typeof old !== 'object' || old === null) return old;
    const there = 'extension' in old && Array.isArray(old.extension) ? (old.extension as unknown[]) : [];
    return { ...old, extension: [...there, extension] };
  };
}

const change: fc.Arbitrary<(old: unknown) => unknown> = fc.oneof(
  { weight: 3, arbitrary: junk.map((replacement) => () => replacement) },
  { weight: 1, arbitrary: arbitraryExtension.map(extended) },
  // The same thing twice: linkIds, options, answers.
  { weight: 1, arbitrary: fc.constant((old: unknown) => (Array.isArray(old) ? [...old, ...old] : old)) },
);

/** One to three changes anywhere in a JSON value. */
export function mutations(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(value);
  return fc
    .array(fc.tuple(fc.nat(paths.length - 1), change), { minLength: 1, maxLength: 3 })
    .map((list) =>
      list.reduce<unknown>((current, [index, apply]) => mutated(current, paths[index] ?? [], apply), value),
    );
}
