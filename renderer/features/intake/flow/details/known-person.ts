import { ageOn } from '../../../../../sync/domain/person/age.ts';
import type { PatientDetails } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import type { IntakeDetails } from './intake-details.ts';

type Options<Value extends string> = Readonly<Record<Value, true>>;
const METHODS: Options<PatientDetails['contact']['method']> = { phone: true, sms: true, email: true };
const SEXES: Options<PatientDetails['sexAtBirth']> = {
  female: true,
  male: true,
  intersex: true,
  undisclosed: true,
};
const ANSWERING: Options<PatientDetails['answeredBy']> = { self: true, proxy: true };

const isText = (value: unknown, most: number) =>
  typeof value === 'string' && value.length > 0 && value.length <= most;
const isOneOf = (options: object, value: unknown) =>
  typeof value === 'string' && Object.hasOwn(options, value);
const isDate = (value: unknown) => typeof value === 'string' && ageOn(value, '9999-12-31') !== undefined;

/**
 * Whether the person is known well enough to be sent an answer, or to be found after an alert: whether `patientSchema` takes what is known of them, without
 * its library, which a form's first question doesn't wait for.
 */
export function isKnownPerson({ place, patient }: Pick<IntakeDetails, 'place' | 'patient'>): boolean {
  const { givenName, familyName, birthDate, sexAtBirth, contact, answeredBy, proxyName } = patient;
  return (
    place !== undefined &&
    isText(givenName, 100) &&
    isText(familyName, 100) &&
    isDate(birthDate) &&
    isOneOf(SEXES, sexAtBirth) &&
    isOneOf(METHODS, contact?.method) &&
    isText(contact?.value, 254) &&
    typeof contact?.mayLeaveMessage === 'boolean' &&
    isOneOf(ANSWERING, answeredBy) &&
    (proxyName === undefined || isText(proxyName, 200))
  );
}
