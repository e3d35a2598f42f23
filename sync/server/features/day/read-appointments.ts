/**
 * A file of appointments: CSV (RFC 4180) with a head line. Either every line is right, or each fault is named by line and column, and nothing is
 * taken: half an import is worse than none. A fault never repeats what stands there.
 */
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import {
  type ImportColumn,
  type ImportFault,
  importColumns,
  MAX_IMPORT_LINES,
  type NewAppointment,
} from '../../../protocol/api/day.ts';

export interface LineFault {
  /** As an editor counts them, the head line being 1; 0 for the file as a whole. */
  readonly line: number;
  readonly column: ImportColumn | null;
  readonly fault: ImportFault;
}

export type AppointmentsReading =
  | { readonly ok: true; readonly appointments: readonly NewAppointment[] }
  | { readonly ok: false; readonly faults: readonly LineFault[] };

export interface ReadingContext {
  /** Slugs of the forms that may be due. */
  readonly forms: ReadonlySet<string>;
  /** The clinic's day: nobody was born after it. */
  readonly today: string;
}

type Cell<Value> = { readonly value: Value } | { readonly fault: ImportFault };

const REQUIRED: readonly ImportColumn[] = ['time', 'givenName', 'familyName', 'birthDate'];
const MAX_LETTERS = 100;
/** Nobody who is older has been known to live. */
const OLDEST_YEARS = 125;

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

function columnOf(head: string): ImportColumn | undefined {
  return REQUIRED.concat('code', 'forms').find((column) => importColumns[column] === plain(head));
}

function readTime(text: string): Cell<string> {
  const [, hour, minute, half] = /^(\d{1,2})[:.h](\d{2})(?::00)?\s*([ap])?\.?m?\.?$/i.exec(text) ?? [];
  if (hour === undefined || minute === undefined) return { fault: 'not-a-time' };
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return { fault: 'not-a-time' };
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hours > 23 || Number(minute) > 59) return { fault: 'not-a-time' };
  return { value: `${String(hours).padStart(2, '0')}:${minute}` };
}

function calendarDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

/**
 * ISO 8601, or a regional order that can be read in one way only. `05/12/1984` is May in one country and December in another: a wrong guess would
 * let nobody check in, or somebody else.
 */
function readBirthDate(text: string, today: string): Cell<string> {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const regional = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  let date: string | undefined;
  if (iso) date = calendarDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  else if (regional) {
    const [first, second, year] = [Number(regional[1]), Number(regional[2]), Number(regional[3])];
    const readings = new Set(
      [calendarDate(year, first, second), calendarDate(year, second, first)].filter(
        (reading) => reading !== undefined,
      ),
    );
    if (readings.size > 1) return { fault: 'ambiguous-date' };
    [date] = [...readings];
  }
  if (date === undefined || date < `${Number(today.slice(0, 4)) - OLDEST_YEARS}`)
    return { fault: 'not-a-date' };
  return date > today ? { fault: 'future-date' } : { value: date };
}

function readName(text: string): Cell<string> {
  if (text.length > MAX_LETTERS) return { fault: 'too-long' };
  return /\p{Letter}/u.test(text) ? { value: text } : { fault: 'not-a-name' };
}

function readCode(text: string): Cell<string | undefined> {
  if (text === '') return { value: undefined };
  return /^[A-Za-z0-9 -]{4,40}$/.test(text) ? { value: text } : { fault: 'not-a-code' };
}

function readForms(text: string, forms: ReadonlySet<string>): Cell<readonly string[]> {
  const slugs = [...new Set(text.split(/[\s;,|]+/).filter((slug) => slug !== ''))];
  return slugs.every((slug) => forms.has(slug)) ? { value: slugs } : { fault: 'unknown-form' };
}

function readLine(
  cells: Readonly<Partial<Record<ImportColumn, string>>>,
  line: number,
  { forms, today }: ReadingContext,
): NewAppointment | readonly LineFault[] {
  const faults: LineFault[] = [];
  function take<Value>(column: ImportColumn, read: (text: string) => Cell<Value>): Value | undefined {
    // PostgreSQL has no text with U+0000.
    const text = (cells[column] ?? '').replaceAll('\u0000', '').trim();
    const cell: Cell<Value> = text === '' && REQUIRED.includes(column) ? { fault: 'missing' } : read(text);
    if ('value' in cell) return cell.value;
    faults.push({ line, column, fault: cell.fault });
    return undefined;
  }
  const time = take('time', readTime);
  const givenName = take('givenName', readName);
  const familyName = take('familyName', readName);
  const birthDate = take('birthDate', (text) => readBirthDate(text, today));
  const code = take('code', readCode);
  const due = take('forms', (text) => readForms(text, forms));
  if (faults.length > 0 || !time || !givenName || !familyName || !birthDate || !due) return faults;
  return { time, givenName, familyName, birthDate, due: [...due], ...(code === undefined ? {} : { code }) };
}

interface Records {
  readonly rows: readonly { readonly record: readonly string[]; readonly line: number }[];
}

function parseRecords(csv: string): Records | LineFault {
  try {
    // A spreadsheet of a country with decimal commas writes semicolons.
    const head = csv.split(/\r?\n/, 1)[0] ?? '';
    const delimiter = [',', ';', '\t'].find((one) => head.includes(one)) ?? ',';
    const read: unknown = parse(csv, {
      bom: true,
      delimiter,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    });
    return { rows: Array.isArray(read) ? read.flatMap(readRecord) : [] };
  } catch (error) {
    const { lines = 0 } = z.looseObject({ lines: z.int().optional() }).catch({}).parse(error);
    return { line: lines, column: null, fault: 'not-csv' };
  }
}

function readRecord(read: unknown): Records['rows'][number][] {
  if (typeof read !== 'object' || read === null || !('record' in read) || !('info' in read)) return [];
  const { record, info } = read;
  if (!Array.isArray(record) || typeof info !== 'object' || info === null || !('lines' in info)) return [];
  return [{ record: record.map(String), line: Number(info.lines) }];
}

export function readAppointments(csv: string, context: ReadingContext): AppointmentsReading {
  const read = parseRecords(csv);
  if ('fault' in read) return { ok: false, faults: [read] };
  const [head, ...lines] = read.rows;
  if (!head) return { ok: false, faults: [{ line: 0, column: null, fault: 'empty' }] };
  const columns = head.record.map(columnOf);
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    return {
      ok: false,
      faults: missing.map((column) => ({ line: head.line, column, fault: 'column-missing' })),
    };
  const filled = lines.filter(({ record }) => record.some((cell) => cell !== ''));
  if (filled.length === 0) return { ok: false, faults: [{ line: 0, column: null, fault: 'empty' }] };
  if (filled.length > MAX_IMPORT_LINES)
    return { ok: false, faults: [{ line: 0, column: null, fault: 'too-many-lines' }] };
  const results = filled.map(({ record, line }) => {
    const cells: Partial<Record<ImportColumn, string>> = {};
    for (const [index, column] of columns.entries()) if (column) cells[column] = record[index] ?? '';
    return readLine(cells, line, context);
  });
  const faults = results.flatMap((result) => ('time' in result ? [] : result));
  return faults.length > 0
    ? { ok: false, faults }
    : { ok: true, appointments: results.flatMap((result) => ('time' in result ? [result] : [])) };
}
