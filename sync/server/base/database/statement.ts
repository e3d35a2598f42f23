/** A tagged template as PostgreSQL's extended protocol takes it: text with `$1`, `$2` … and the values apart. */

/** What a statement may be given. Times go as ISO 8601 strings, so that no driver turns them into local time. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | bigint | boolean | null | Uint8Array)[];

/** The name of a table, a column or a database. */
export interface Identifier {
  readonly kind: 'identifier';
  readonly name: string;
}

/** `("a", "b") values ($1, $2), ($3, $4)`: the columns are the keys of the first row. */
export interface Rows {
  readonly kind: 'rows';
  readonly rows: readonly Readonly<Record<string, Value>>[];
}

/** A template that stands in another one. */
export interface Fragment {
  readonly kind: 'fragment';
  readonly strings: readonly string[];
  readonly parts: readonly Part[];
}

export type Part = Value | Identifier | Rows | Fragment;

export interface Statement {
  readonly text: string;
  readonly values: readonly Value[];
  /** Under which connections keep it prepared; undefined where its text isn't the template's alone. */
  readonly name: string | undefined;
}

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** One for each template in the source, so that there are never more than those. */
const names = new WeakMap<readonly string[], string>();
let lastName = 0;

function nameOf(strings: readonly string[]): string {
  const known = names.get(strings);
  if (known !== undefined) return known;
  const name = `s${++lastName}`;
  names.set(strings, name);
  return name;
}

function isStructure(part: Part): part is Identifier | Rows | Fragment {
  return typeof part === 'object' && part !== null && 'kind' in part;
}

/** @throws TypeError where a value is missing or of a kind that statements don't take. */
function checkValue(value: Value): Value {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError('A statement was given no value.');
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array))
    throw new TypeError('A statement was given an object.');
  return value;
}

/** @throws TypeError where a value is missing or of a kind that statements don't take. */
export function renderStatement(strings: readonly string[], parts: readonly Part[]): Statement {
  const values: Value[] = [];
  const add = (value: Value) => `$${values.push(checkValue(value))}`;

  function renderRows({ rows }: Rows): string {
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) throw new TypeError('There are no rows to insert.');
    const tuples = rows.map((row) => `(${columns.map((column) => add(row[column] as Value)).join(', ')})`);
    return `(${columns.map(quoteIdentifier).join(', ')}) values ${tuples.join(', ')}`;
  }

  function render(own: readonly string[], ownParts: readonly Part[]): string {
    let text = own[0] ?? '';
    for (const [index, part] of ownParts.entries()) {
      if (!isStructure(part)) text += add(part);
      else if (part.kind === 'identifier') text += quoteIdentifier(part.name);
      else if (part.kind === 'rows') text += renderRows(part);
      else text += render(part.strings, part.parts);
      text += own[index + 1] ?? '';
    }
    return text;
  }

  const text = render(strings, parts);
  // Without values the simple protocol does it in one message, which DDL and SET need anyway.
  const isOwn = values.length > 0 && !parts.some(isStructure);
  return { text, values, name: isOwn ? nameOf(strings) : undefined };
}
