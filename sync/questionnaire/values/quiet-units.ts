import { isObject } from '../model/fhir-json.ts';

const quiet = new WeakSet<object>();

/**
 * Keeps a UCUM library from printing units that it can't parse: the unit of an answer is part of the answer, and has no place in a log.
 * A unit that can't be parsed is an unknown one, as before.
 *
 * @param tables an instance of `UcumLhcUtils`, whichever package has it
 */
export function quietUnits(tables: unknown): void {
  const parser = isObject(tables) ? tables.uStrParser_ : undefined;
  if (typeof parser !== 'object' || parser === null || quiet.has(parser)) return;
  const parse: unknown = Reflect.get(parser, 'parseString');
  if (typeof parse !== 'function') return;
  quiet.add(parser);
  Reflect.set(parser, 'parseString', (...given: readonly unknown[]): unknown => {
    try {
      return Reflect.apply(parse, parser, given);
    } catch {
      return [null, null, ['not a unit']];
    }
  });
}
