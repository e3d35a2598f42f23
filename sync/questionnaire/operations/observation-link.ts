import type { AnswerValue, Units } from '../model/contract.ts';
import { extensionOf, isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import * as url from '../model/sdc-extensions.ts';
import type { PlanItem } from '../plan/plan.ts';
import { findOption } from '../values/options.ts';
import { parseTemporal } from '../values/temporal.ts';
import { readValue } from '../values/values.ts';
import { fixedUnit } from './extract/observation-value.ts';
import { sameReference } from './shared/search.ts';

/** A value that some Observation, or a component of one, has for a code. */
export interface Measured {
  readonly observation: JsonObject;
  /** The Observation itself, or its component: where `value[x]` stands. */
  readonly element: JsonObject;
  /** Seconds since 1970, UTC where it doesn't say. */
  readonly moment: number;
}

/** UCUM's lengths of time in seconds: a year has 365.25 days, a month the twelfth of it. */
const SECONDS: Readonly<Record<string, number>> = {
  a: 31_557_600,
  mo: 2_629_800,
  wk: 604_800,
  d: 86_400,
  h: 3_600,
  min: 60,
  s: 1,
};
const STATUSES: readonly unknown[] = ['final', 'amended', 'corrected'];

/** Seconds since 1970 of a FHIR date or dateTime, of its last instant where it is partial. */
export function momentOf(text: string | undefined): number | undefined {
  const parsed = text === undefined ? undefined : parseTemporal(text);
  if (parsed === undefined) return undefined;
  return parsed.day * 86_400 + parsed.second - (parsed.offset ?? 0) * 60;
}

/** observationLinkPeriod in seconds; undefined where the item has none, or none that can be read. */
export function linkPeriod(item: JsonObject): number | undefined {
  const addresses = [
    url.OBSERVATION_LINK_PERIOD,
    ...(url.OLDER_ADDRESSES[url.OBSERVATION_LINK_PERIOD] ?? []),
  ];
  const duration = extensionOf(item, ...addresses)?.valueDuration;
  if (!isObject(duration)) return undefined;
  // Some authors write the number as a text.
  const value = Number(duration.value);
  const code = stringOf(duration.code) ?? stringOf(duration.unit) ?? '';
  const seconds = Object.hasOwn(SECONDS, code) ? SECONDS[code] : undefined;
  return Number.isFinite(value) && seconds !== undefined ? value * seconds : undefined;
}

function hasCode(element: JsonObject, codes: readonly JsonObject[]): boolean {
  const own = isObject(element.code) ? objectsOf(element.code.coding) : [];
  return codes.some((code) =>
    own.some(
      (coding) => coding.code === code.code && (code.system === undefined || coding.system === code.system),
    ),
  );
}

function isAbout(observation: JsonObject, patient: string | undefined): boolean {
  const focus = objectsOf(observation.focus);
  // The heart rate of a foetus is not that of its mother (SDC, Observation-based population).
  if (focus.length > 0 && !focus.every((one) => patient !== undefined && sameReference(one, patient)))
    return false;
  return patient === undefined || sameReference(observation.subject, patient);
}

function effectiveOf(observation: JsonObject): string | undefined {
  const period = isObject(observation.effectivePeriod) ? observation.effectivePeriod : undefined;
  return (
    stringOf(observation.effectiveDateTime) ??
    stringOf(observation.effectiveInstant) ??
    stringOf(period?.end) ??
    stringOf(period?.start)
  );
}

/**
 * The values for an item's codes inside of its period, newest first (SDC, Observation-based population).
 *
 * @param patient - `Patient/id` of whom the response is about; undefined where that isn't known
 * @param now - seconds since 1970
 */
export function measuredFor(
  item: PlanItem,
  observations: readonly JsonObject[],
  patient: string | undefined,
  now: number,
): readonly Measured[] {
  const period = linkPeriod({ ...item.item });
  const codes = objectsOf(item.item.code);
  if (period === undefined || codes.length === 0) return [];
  return observations
    .flatMap((observation): Measured[] => {
      const moment = momentOf(effectiveOf(observation));
      if (moment === undefined || moment > now || moment < now - period) return [];
      if (!STATUSES.includes(observation.status) || !isAbout(observation, patient)) return [];
      const elements = [observation, ...objectsOf(observation.component)];
      return elements
        .filter((one) => hasCode(one, codes))
        .map((element) => ({ observation, element, moment }));
    })
    .toSorted((left, right) => right.moment - left.moment);
}

function inUnit(
  value: number,
  from: JsonObject,
  to: JsonObject,
  units: Units | undefined,
): number | undefined {
  const own = stringOf(from.code) ?? stringOf(from.unit);
  const wanted = stringOf(to.code) ?? stringOf(to.unit);
  if (own === undefined || wanted === undefined) return own === wanted ? value : undefined;
  if (own === wanted) return value;
  const converted = units?.convert(value, own, wanted);
  // Conversion leaves noise behind the digits that anybody has measured.
  return converted === undefined ? undefined : Number(converted.toPrecision(12));
}

function quantityFor(
  item: PlanItem,
  quantity: JsonObject,
  units: Units | undefined,
): AnswerValue | undefined {
  const number = typeof quantity.value === 'number' ? quantity.value : undefined;
  if (number === undefined || quantity.comparator !== undefined) return undefined;
  const fixed = fixedUnit({ ...item.item });
  const allowed: readonly JsonObject[] = item.limits.units.map(({ system, code, display }) => ({
    ...(display === undefined && code === undefined ? {} : { unit: display ?? code }),
    ...(system === undefined ? {} : { system }),
    ...(code === undefined ? {} : { code }),
  }));
  if (item.type === 'quantity') {
    if (allowed.length === 0 || allowed.some(({ code }) => code === quantity.code)) {
      const read = readValue({ valueQuantity: quantity });
      return read.state === 'read' ? read.value : undefined;
    }
    for (const unit of allowed) {
      const converted = inUnit(number, quantity, unit, units);
      if (converted !== undefined) return { type: 'Quantity', value: { value: converted, ...unit } };
    }
    return undefined;
  }
  // A number without a unit of its own can't say what it counts, so the item must (SDC).
  const converted = fixed === undefined ? undefined : inUnit(number, quantity, fixed, units);
  if (converted === undefined) return undefined;
  if (item.type === 'decimal') return { type: 'decimal', value: converted };
  return item.type === 'integer' && Number.isInteger(converted)
    ? { type: 'integer', value: converted }
    : undefined;
}

function codingFor(item: PlanItem, concept: JsonObject): AnswerValue | undefined {
  for (const coding of objectsOf(concept.coding)) {
    const { system, code, display } = coding;
    const read = readValue({ valueCoding: { system, code, display } });
    if (read.state !== 'read') continue;
    const option = item.options === undefined ? undefined : findOption(item.options, read.value);
    if (option !== undefined) return option.value;
    if (item.options?.status !== 'ready') return read.value;
  }
  const text = stringOf(concept.text);
  return item.type === 'open-choice' && text !== undefined ? { type: 'string', value: text } : undefined;
}

/** The answer that a measured value gives to a question; undefined where it has another type or a unit that doesn't convert. */
export function answerFrom(
  item: PlanItem,
  { element }: Measured,
  units: Units | undefined,
): AnswerValue | undefined {
  if (isObject(element.valueQuantity)) return quantityFor(item, element.valueQuantity, units);
  if (isObject(element.valueCodeableConcept)) return codingFor(item, element.valueCodeableConcept);
  const read = readValue(element);
  if (read.state !== 'read') return undefined;
  const { value } = read;
  if (item.allowed.includes(value.type)) return value;
  if (value.type === 'integer' && item.type === 'decimal') return { type: 'decimal', value: value.value };
  if (value.type === 'dateTime' && item.type === 'date')
    return { type: 'date', value: value.value.slice(0, 10) };
  return undefined;
}
