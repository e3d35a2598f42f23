/** An instant as PostgreSQL writes it: to the microsecond, which `Date` would cut off. What it would not read again is none. */
import { z } from 'zod';

const INSTANT =
  /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d(?::[0-5]\d)?)?$/;

function isInstant(text: string): boolean {
  if (text === 'infinity' || text === '-infinity') return true;
  const [, date = '', time = ''] = INSTANT.exec(text) ?? [];
  const read = new Date(`${date}T${time}Z`);
  // A day that a month doesn't have is read as one of the next; PostgreSQL has no year 0.
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) && !date.startsWith('0000');
}

export const storedInstantSchema = z.string().refine(isInstant);
