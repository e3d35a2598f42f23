/** Height and weight as they are typed, in one system of units or the other. Pure. */
import { centimeters, kilograms } from '../../../../sync/domain/health/body-mass.ts';
import { heightOf, weightOf } from '../../../../sync/domain/health/make-resources.ts';
import type { Height, Weight } from '../../../../sync/domain/health/resources.ts';
import { type NumberHabits, readNumber } from '../../../design/controls/fields/number-reading.ts';
import { convert, readFeetAndInches, toFeetAndInches } from '../../../form/values/measures.ts';

export type UnitSystem = 'customary' | 'metric';

export interface TypedHeight {
  readonly feet: string;
  readonly inches: string;
  readonly centimeters: string;
}
export interface TypedWeight {
  readonly pounds: string;
  readonly kilograms: string;
}

/** What a record may hold: see `resources.ts`. */
export const MAX = { inches: 300, centimeters: 300, pounds: 1500, kilograms: 1500 } as const;
/** Beyond these it is asked whether it is right: adults of any build are within. */
const PLAUSIBLE = { centimeters: [100, 250], kilograms: [30, 350] } as const;

export type Reading<Value> =
  | { readonly status: 'empty' | 'unreadable' | 'outside' | 'inches' }
  | { readonly status: 'read'; readonly value: Value };

const within = (value: number, max: number) => value > 0 && value <= max;

function figure(typed: string, max: number, habits: NumberHabits): Reading<number> {
  const reading = readNumber(typed, habits);
  if (reading.status !== 'number') return { status: reading.status };
  return within(reading.value, max) ? { status: 'read', value: reading.value } : { status: 'outside' };
}

function readCustomaryHeight({ feet, inches }: TypedHeight, habits: NumberHabits): Reading<Height> {
  // Some people type all of it where the feet are asked for: 5'11".
  const both = inches.trim() === '' ? readFeetAndInches(feet) : undefined;
  const whole = both ? both.feet : readNumber(feet, habits);
  const rest = both ? both.inches : readNumber(inches, habits);
  if (typeof whole === 'object' && whole.status !== 'number')
    return { status: whole.status === 'empty' && inches.trim() !== '' ? 'unreadable' : whole.status };
  if (typeof rest === 'object' && rest.status === 'unreadable') return { status: 'unreadable' };
  const more = typeof rest === 'number' ? rest : rest.status === 'number' ? rest.value : 0;
  if (more < 0 || more >= 12) return { status: 'inches' };
  const total = (typeof whole === 'number' ? whole : whole.value) * 12 + more;
  return within(total, MAX.inches)
    ? { status: 'read', value: heightOf(total, '[in_i]') }
    : { status: 'outside' };
}

export function readHeight(typed: TypedHeight, system: UnitSystem, habits: NumberHabits): Reading<Height> {
  if (system === 'customary') return readCustomaryHeight(typed, habits);
  const reading = figure(typed.centimeters, MAX.centimeters, habits);
  return reading.status === 'read' ? { status: 'read', value: heightOf(reading.value, 'cm') } : reading;
}

export function readWeight(typed: TypedWeight, system: UnitSystem, habits: NumberHabits): Reading<Weight> {
  const reading =
    system === 'customary'
      ? figure(typed.pounds, MAX.pounds, habits)
      : figure(typed.kilograms, MAX.kilograms, habits);
  if (reading.status !== 'read') return reading;
  return { status: 'read', value: weightOf(reading.value, system === 'customary' ? '[lb_av]' : 'kg') };
}

const text = (value: number | undefined, mark: string): string =>
  value === undefined ? '' : String(value).replace('.', mark);

/** As one would type it, in either system: what was measured in the other is rounded as people say it. */
export function typedHeight(height: Height | undefined, mark: '.' | ',' = '.'): TypedHeight {
  if (!height) return { feet: '', inches: '', centimeters: '' };
  const { value, code } = height.valueQuantity;
  const { feet, inches } = toFeetAndInches(
    code === '[in_i]' ? value : (convert(value, code, '[in_i]', 0) ?? 0),
  );
  return {
    feet: text(feet, mark),
    inches: text(inches, mark),
    centimeters: text(code === 'cm' ? value : convert(value, code, 'cm', 0), mark),
  };
}
export function typedWeight(weight: Weight | undefined, mark: '.' | ',' = '.'): TypedWeight {
  if (!weight) return { pounds: '', kilograms: '' };
  const { value, code } = weight.valueQuantity;
  return {
    pounds: text(code === '[lb_av]' ? value : convert(value, code, '[lb_av]', 0), mark),
    kilograms: text(code === 'kg' ? value : convert(value, code, 'kg', 1), mark),
  };
}

const outside = (value: number, [min, max]: readonly [number, number]) => value < min || value > max;

/** Such a value is asked about, and kept if it is right. */
export const isUnusualHeight = (height: Height): boolean =>
  outside(centimeters(height), PLAUSIBLE.centimeters);
export const isUnusualWeight = (weight: Weight): boolean => outside(kilograms(weight), PLAUSIBLE.kilograms);
