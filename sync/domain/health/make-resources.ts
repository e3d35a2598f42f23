/** The same resources, made on a device. Apart from their schemas, which a page that only shows and sends them has no need of. */
import type { Allergy, Concept, Condition, Height, Medicine, Pregnancy, Weight } from './resources.ts';

export const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
export const ICD10CM = 'http://hl7.org/fhir/sid/icd-10-cm';
export const LOINC = 'http://loinc.org';
export const UCUM = 'http://unitsofmeasure.org';
export const ALLERGY = 'http://terminology.hl7.org/CodeSystem/allergyintolerance';
export const CONDITION = 'http://terminology.hl7.org/CodeSystem/condition';

/** LOINC's answers: pregnant, not pregnant, unknown. */
export const PREGNANT = 'LA15173-0';
export const NOT_PREGNANT = 'LA26683-5';
export const PREGNANCY_UNKNOWN = 'LA4489-6';

const one = <Code>(system: string, code: Code) => ({ coding: [{ system, code }] }) as const;

/** For as long as nobody at the clinic has looked at it, all of it is unconfirmed. */
export function allergyTo(
  code: Concept,
  reaction: string,
  status: 'active' | 'resolved' | 'inactive' = 'active',
) {
  return {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: one(`${ALLERGY}-clinical`, status),
    verificationStatus: one(`${ALLERGY}-verification`, 'unconfirmed'),
    code,
    ...(reaction.trim() && { reaction: [{ manifestation: [{ text: reaction.trim() }] }] }),
  } as Allergy;
}
export function medicineOf(
  medicationCodeableConcept: Concept,
  dosage: string,
  status: Medicine['status'] = 'active',
) {
  return {
    ...{ resourceType: 'MedicationStatement', status, medicationCodeableConcept },
    ...(dosage.trim() && { dosage: [{ text: dosage.trim() }] }),
  } as Medicine;
}
export function conditionOf(
  code: Concept,
  note: string,
  status: 'active' | 'resolved' | 'inactive' = 'active',
) {
  return {
    resourceType: 'Condition',
    clinicalStatus: one(`${CONDITION}-clinical`, status),
    verificationStatus: one(`${CONDITION}-ver-status`, 'unconfirmed'),
    code,
    ...(note.trim() && { note: [{ text: note.trim() }] }),
  } as Condition;
}
const observation = (code: string) => ({
  resourceType: 'Observation',
  status: 'final',
  code: one(LOINC, code),
});
export const weightOf = (value: number, code: 'kg' | '[lb_av]') =>
  ({ ...observation('29463-7'), valueQuantity: { value, system: UCUM, code } }) as Weight;
export const heightOf = (value: number, code: 'cm' | '[in_i]') =>
  ({ ...observation('8302-2'), valueQuantity: { value, system: UCUM, code } }) as Height;
export type PregnancyAnswer = Pregnancy['valueCodeableConcept']['coding'][0]['code'];
export const pregnancyOf = (answer: PregnancyAnswer) =>
  ({ ...observation('82810-3'), valueCodeableConcept: one(LOINC, answer) }) as Pregnancy;
