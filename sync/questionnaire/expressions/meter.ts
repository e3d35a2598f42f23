import { isObject, objectsOf } from '../model/fhir-json.ts';
import { dataOf, isSystemValue } from './library-values.ts';
import { callOf, type Extent, readNode, type Syntax } from './syntax.ts';

/** Steps of one evaluation: at most a second on the desktop that it was measured on, ten times what 1000 answers need. */
export const MAX_STEPS = 3_000_000;
/** Characters of one text. */
export const MAX_TEXT = 20_000;
/** Characters that cost as much as one step. */
const TEXT_PER_STEP = 16;
/** Comparisons of simple values that cost as much as one step. */
const COMPARISONS_PER_STEP = 8;
/** Simple values whose comparison costs as much as that of one decimal, which the library rounds each time. */
const DECIMAL_WEIGHT = 40;
/** The same of a date or time, which the library reads from its text each time. */
const TIME_WEIGHT = 8;
/** Up to so many items the library compares each with each, above it hashes them, where all are objects. */
const PAIRWISE = 6;

/** Thrown inside of the library; {@link Meter.exceeded} tells it from the library's own errors, which may wrap it. */
class BudgetExceeded extends Error {}

/** What a node of the syntax tree makes the library do beside evaluating it. */
type Role = 'plain' | 'identifier' | 'call' | 'compared' | 'repeated';

interface Place extends Extent {
  readonly role: Role;
  /** Function of a `call`. */
  readonly name: string;
  readonly key: string;
}

/** Roles of those places of an expression that have one, by {@link Syntax.key}. */
export type Roles = ReadonlyMap<string, Role>;

const COMPARING_OPERATORS: ReadonlySet<string> = new Set([
  'UnionExpression',
  'EqualityExpression',
  'MembershipExpression',
]);
const COMPARING_CALLS: ReadonlySet<string> = new Set([
  'distinct',
  'isDistinct',
  'union',
  'intersect',
  'exclude',
  'subsetOf',
  'supersetOf',
]);
const DESCENDING: ReadonlySet<string> = new Set(['descendants', 'children']);

export function rolesOf(tree: Syntax): Roles {
  const roles = new Map<string, Role>();
  const visit = (node: Syntax): void => {
    if (COMPARING_OPERATORS.has(node.type)) for (const { key } of node.children) roles.set(key, 'compared');
    const call = callOf(node);
    const role =
      call?.name === 'repeat' ? 'repeated' : COMPARING_CALLS.has(call?.name ?? '') ? 'compared' : undefined;
    if (role !== undefined) for (const { key } of call?.parameters ?? []) roles.set(key, role);
    node.children.forEach(visit);
  };
  visit(tree);
  return roles;
}

/**
 * Counts what one evaluation costs, and ends it where that is too much.
 *
 * The library calls back after each step. Steps that do more than their result shows (comparing, descending, repeating) are paid for
 * before they run: when their operand, or the name of their function, has been evaluated, which is the step before.
 */
export interface Meter {
  readonly exceeded: boolean;
  /** Steps so far, at most the budget. */
  readonly taken: number;
  /** @throws where the budget is spent */
  charge(steps: number): void;
  /** @throws where the text would be too long */
  text(length: number): void;
  step(focus: unknown, result: unknown, node: object): void;
}

export function createMeter(roles: Roles, places: WeakMap<object, Place>, budget: number): Meter {
  let left = budget;
  let exceeded = false;
  let taken = 0;
  let weights: WeakMap<object, number> | undefined;
  const repeated = new Map<string, number>();

  function charge(steps: number): void {
    taken = Math.min(budget, taken + (Number.isFinite(steps) ? steps : 0));
    left -= steps;
    if (left >= 0) return;
    exceeded = true;
    throw new BudgetExceeded();
  }

  function text(length: number): void {
    charge(length > MAX_TEXT ? Number.POSITIVE_INFINITY : length / TEXT_PER_STEP);
  }

  /** Elements below a value, and itself; each is counted once per evaluation. */
  function weight(value: unknown): number {
    const data = dataOf(value);
    if (typeof data === 'string') return 1 + data.length / TEXT_PER_STEP;
    if (isSystemValue(data))
      return 'decimalPlaces' in data ? DECIMAL_WEIGHT : 'unit' in data ? 1 : TIME_WEIGHT;
    if (typeof data !== 'object' || data === null) return 1;
    const known = weights?.get(data);
    if (known !== undefined) return known;
    let sum = 1;
    for (const part of Object.values(data)) sum += weight(part);
    weights ??= new WeakMap();
    weights.set(data, sum);
    return sum;
  }

  const total = (items: readonly unknown[]): number => {
    let sum = 0;
    for (const item of items) sum += weight(item);
    return sum;
  };

  const isSimple = (item: unknown): boolean => {
    const data = dataOf(item);
    return typeof data !== 'object' || data === null || isSystemValue(data);
  };

  function compare(items: readonly unknown[], others = items.length): void {
    if (items.length === 0) return;
    const pairwise = items.length <= PAIRWISE || items.some(isSimple);
    charge(pairwise ? (total(items) * others) / COMPARISONS_PER_STEP : 2 * total(items));
  }

  /** Of the places below it, each of which is found once: a row of a hundred "or" is a hundred deep. */
  function placeOf(node: object): Place {
    const known = places.get(node);
    if (known !== undefined) return known;
    const raw = isObject(node) ? node : {};
    const children = objectsOf(raw.children).map(placeOf);
    const { type, text, key, first, last } = readNode(raw, children);
    const role = type === 'Functn' ? 'call' : type === 'Identifier' ? 'identifier' : roles.get(key);
    const [called] = type === 'Functn' ? children : [];
    const name = called?.role === 'identifier' ? called.name : text;
    const place: Place = { role: role ?? 'plain', name, key, first, last };
    places.set(node, place);
    return place;
  }

  /** Following a name from many items makes as many lists as there are items, all in one step. */
  function follow(focus: readonly unknown[], name: unknown): void {
    if (focus.length < 2 || typeof name !== 'string') return;
    let found = focus.length;
    for (const item of focus) {
      const data = dataOf(item);
      const list = isObject(data) ? data[name] : undefined;
      if (Array.isArray(list)) found += list.length;
    }
    charge(found);
  }

  function call(focus: readonly unknown[], name: string): void {
    if (DESCENDING.has(name)) charge(total(focus));
    else if (COMPARING_CALLS.has(name)) compare(focus);
    else if (name === 'repeat') for (const key of repeated.keys()) repeated.set(key, 0);
    else if (name === 'sort') charge(focus.length * Math.log2(focus.length + 2));
    else charge(focus.length);
  }

  return {
    get exceeded() {
      return exceeded;
    },
    get taken() {
      return taken;
    },
    charge,
    text,
    step(focus, result, node) {
      const place = placeOf(node);
      const items: readonly unknown[] = Array.isArray(result) ? result : [];
      charge(1 + items.length);
      if (items.length === 1) {
        const [only] = items;
        if (typeof only === 'string') text(only.length);
        if (typeof only === 'bigint' && BigInt.asIntN(64, only) !== only) charge(Number.POSITIVE_INFINITY);
      }
      switch (place.role) {
        case 'identifier':
          if (Array.isArray(focus)) follow(focus, items[0]);
          break;
        case 'call':
          if (Array.isArray(focus)) call(focus, place.name);
          break;
        case 'compared':
          compare(items);
          break;
        case 'repeated': {
          // Each new item is compared with all that were found before it.
          const found = (repeated.get(place.key) ?? 0) + items.length;
          repeated.set(place.key, found);
          compare(items, items.some(isSimple) ? found : items.length);
          break;
        }
        case 'plain':
          break;
      }
    },
  };
}
