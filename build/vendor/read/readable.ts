/**
 * Reads as much of a faulty entry as can be read, so that one wrong field doesn't hide what is wrong with the files and rules
 * behind it. What stands in for an unreadable field never causes a fault of its own, and is never published.
 */
import type { z } from 'zod/mini';
import { isObject } from '../form/form-index.ts';

type Shape = Readonly<Record<string, z.ZodMiniType>>;

/** Entries that could be read, with their index in the list. */
export type Entries<T> = readonly (readonly [index: number, entry: T])[];

/** In place of a text that can't be read. */
export const standInText = { en: '-' };

function repaired<S extends z.ZodMiniObject<Shape>>(
  schema: S,
  raw: unknown,
  standIns: Readonly<Record<string, unknown>>,
): z.output<S> | undefined {
  if (!isObject(raw)) return undefined;
  const fields = Object.entries(schema.shape).flatMap(([key, field]) => {
    const value = field.safeParse(raw[key]).success ? raw[key] : standIns[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  const result = schema.safeParse(Object.fromEntries(fields));
  return result.success ? result.data : undefined;
}

/** @param standIns for the entry at that place of the list */
export function readableEntries<S extends z.ZodMiniObject<Shape>>(
  list: unknown,
  schema: S,
  standIns: (index: number) => Readonly<Record<string, unknown>>,
): Entries<z.output<S>> {
  return (Array.isArray(list) ? list : []).flatMap((raw: unknown, index) => {
    const entry = repaired(schema, raw, standIns(index));
    return entry === undefined ? [] : [[index, entry] as const];
  });
}

export function reportTwice<T>(
  entries: Entries<T>,
  nameOf: (entry: T) => string,
  report: (index: number, first: number, name: string) => void,
): void {
  const seen = new Map<string, number>();
  for (const [index, entry] of entries) {
    const name = nameOf(entry);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, index);
    else report(index, first, name);
  }
}
