import { evaluate } from 'fhirpath';
import { r4Model } from './r4-model.ts';

/** What now(), today() and timeOfDay() give: values of the library; empty where the moment is less precise than that. */
export interface Moment {
  readonly now: readonly unknown[];
  readonly today: readonly unknown[];
  readonly timeOfDay: readonly unknown[];
}

/** FHIR dateTime (R4, datatypes). */
const DATE_TIME = /^(\d{4}(?:-\d{2}(?:-\d{2})?)?)(?:T(\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:\d{2})?)?$/;

function literal(text: string): readonly unknown[] {
  const result: unknown = evaluate({}, text, {}, r4Model, { resolveInternalTypes: false });
  return Array.isArray(result) ? result : [];
}

/**
 * @param dateTime - FHIR dateTime; its own offset is kept, so that today is the day where it was written
 * @throws where it isn't a dateTime
 */
export function readMoment(dateTime: string): Moment {
  const parts = DATE_TIME.exec(dateTime);
  const [, date, time, offset] = parts ?? [];
  if (date === undefined) throw new TypeError('not a FHIR dateTime');
  return {
    now: literal(`@${date}T${time ?? ''}${offset ?? ''}`),
    today: literal(`@${date}`),
    timeOfDay: time === undefined ? [] : literal(`@T${time}`),
  };
}
