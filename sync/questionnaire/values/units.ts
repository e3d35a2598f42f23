/**
 * Units by UCUM. A module of its own because the tables of UCUM are heavier than the engine: load it with `import()` where
 * `plan.needs.units`.
 */
import { UcumLhcUtils, type UcumUnit, type UcumUnits } from '@lhncbc/ucum-lhc';
import type { Units } from '../model/contract.ts';
import { quietUnits } from './quiet-units.ts';

/** Longer than any published unit; bounds what reading one costs. */
const MAX_CODE_LENGTH = 100;

/** Codes come from patients: a server that judges many responses must not keep every code it ever saw. */
const MAX_REMEMBERED = 1000;

/** One component of a unit (UCUM, section 2.1): a power of ten, a factor, or a symbol with its exponent; then its annotation. */
const COMPONENT =
  /(?:10[*^](?:[+-]?\d+)?|\d+|(?:[A-Za-z%'_]|\[[!-Z^-z|~]+\])+(?:[+-]?\d+)?)?(?:\{[!-z|~]*\})?/y;

/** The library looks symbols up in plain objects, where these are found and are no units. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

/**
 * Whether a text is built as UCUM builds units, whatever its symbols mean.
 *
 * Asked before the library, which lets through what UCUM doesn't know, such as empty parentheses.
 */
function isUnitExpression(code: string): boolean {
  if (code === '' || code.length > MAX_CODE_LENGTH) return false;
  let depth = 0;
  let at = code.startsWith('/') ? 1 : 0;
  for (;;) {
    while (code[at] === '(') {
      depth += 1;
      at += 1;
    }
    COMPONENT.lastIndex = at;
    const component = COMPONENT.exec(code)?.[0] ?? '';
    if (component === '') return false;
    at += component.length;
    while (code[at] === ')' && depth > 0) {
      depth -= 1;
      at += 1;
    }
    if (at === code.length) return depth === 0;
    if (code[at] !== '.' && code[at] !== '/') return false;
    at += 1;
  }
}

/**
 * Makes {@link Units} of a UCUM library.
 *
 * Codes are case-sensitive ("c/s" in UCUM), as FHIR requires of `http://unitsofmeasure.org`. Nothing is guessed: a name, a
 * synonym or a wrong case is an unknown code. Annotations count as 1, so `{tablets}` measures the same as `{puffs}`; arbitrary
 * units such as `[iU]` convert to nothing.
 *
 * @param library - called once, when the first unit is asked for
 */
export function createUnits(library: () => UcumUnits): Units {
  let ucum: UcumUnits | undefined;
  const read = new Map<string, UcumUnit | undefined>();

  function parse(code: string): UcumUnit | undefined {
    if (!isUnitExpression(code)) return undefined;
    const symbols = code.replace(/\{[^}]*\}/g, '');
    if (INHERITED.some((name) => symbols.includes(name))) return undefined;
    try {
      if (ucum === undefined) {
        ucum = library();
        quietUnits(ucum);
      }
      const { unit, status } = ucum.getSpecifiedUnit(code, 'validate');
      return status === 'valid' ? (unit ?? undefined) : undefined;
    } catch {
      return undefined;
    }
  }

  function unitOf(code: string): UcumUnit | undefined {
    const known = read.get(code);
    if (known !== undefined || read.has(code)) return known;
    if (read.size >= MAX_REMEMBERED) read.clear();
    const unit = parse(code);
    read.set(code, unit);
    return unit;
  }

  return {
    convert(value, from, to) {
      const source = unitOf(from);
      const target = unitOf(to);
      if (source === undefined || target === undefined) return undefined;
      try {
        const converted = target.convertFrom(value, source);
        return Number.isFinite(converted) ? converted : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

export const units: Units = createUnits(() => UcumLhcUtils.getInstance());
