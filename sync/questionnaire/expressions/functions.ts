/** Least and most parameters. */
type Arity = readonly [number, number];

const NONE: Arity = [0, 0];
const ONE: Arity = [1, 1];
const MAYBE: Arity = [0, 1];

function all(arity: Arity, names: string): readonly (readonly [string, Arity])[] {
  return names.split(' ').map((name) => [name, arity]);
}

/**
 * What an expression may call: FHIRPath, FHIR's and SDC's supplements, less what needs a server (`resolve`, `memberOf`) or has no
 * place in a form (`htmlChecks`). A table of its own because the library takes a wrong number of parameters for empty, and prints it.
 */
const FUNCTIONS: ReadonlyMap<string, Arity> = new Map([
  ...all(
    NONE,
    'empty not allTrue anyTrue allFalse anyFalse isDistinct distinct count sum min max avg weight ordinal single',
  ),
  ...all(
    NONE,
    'first last type tail toInteger toLong toDecimal toString toDate toDateTime toTime toBoolean hasValue getValue',
  ),
  ...all(
    NONE,
    'convertsToBoolean convertsToInteger convertsToLong convertsToDecimal convertsToString convertsToDate',
  ),
  ...all(
    NONE,
    'convertsToDateTime convertsToTime convertsToQuantity upper lower length toChars trim abs ceiling exp floor ln',
  ),
  ...all(
    NONE,
    'sqrt truncate now today timeOfDay yearOf monthOf dayOf hourOf minuteOf secondOf millisecondOf',
  ),
  ...all(NONE, 'timezoneOffsetOf dateOf timeOf children descendants'),
  ...all(
    ONE,
    'all subsetOf supersetOf where extension select ofType is as take skip combine union intersect exclude indexOf',
  ),
  ...all(
    ONE,
    'lastIndexOf startsWith endsWith contains split encode decode escape unescape log power comparable repeat',
  ),
  ...all(MAYBE, 'exists pathname toQuantity join round lowBoundary highBoundary'),
  ...all([1, 2], 'aggregate trace defineVariable substring matches matchesFull'),
  ...all([2, 2], 'replace replaceMatches'),
  ...all([2, 3], 'iif'),
  ...all([1, 20], 'coalesce'),
  ...all([0, 20], 'sort'),
]);

const WITHHELD: Readonly<Record<string, string>> = {
  resolve: 'resolve() needs a server',
  memberOf: 'memberOf() needs a terminology server',
};

/** @returns why the call can't be made, or undefined where it can */
export function callFault(name: string, parameters: number): string | undefined {
  const arity = FUNCTIONS.get(name);
  if (arity === undefined)
    return Object.hasOwn(WITHHELD, name) ? WITHHELD[name] : `there is no function ${name}()`;
  if (parameters >= arity[0] && parameters <= arity[1]) return undefined;
  return `${name}() with ${parameters} parameters`;
}
