/**
 * What a patient says of their health, as FHIR R4 resources cut down to what is asked. Whose they are is told by the feed they are in: the reference to the
 * patient, which R4 demands, is added where they are handed on.
 */
import { z } from 'zod/mini';

const words = (max: number) => z.string().check(z.regex(/\S/), z.maxLength(max));

export const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
export const ICD10CM = 'http://hl7.org/fhir/sid/icd-10-cm';
export const LOINC = 'http://loinc.org';
export const UCUM = 'http://unitsofmeasure.org';

/** What the patient chose or typed, verbatim; a code only where it was chosen from a list. */
const conceptSchema = z.object({
  text: words(200),
  coding: z.optional(
    z.array(z.object({ system: z.enum([RXNORM, ICD10CM]), code: words(20) })).check(z.maxLength(1)),
  ),
});
export type Concept = z.infer<typeof conceptSchema>;

const coded = <System extends string, const Codes extends readonly string[]>(system: System, codes: Codes) =>
  z.object({ coding: z.tuple([z.object({ system: z.literal(system), code: z.enum(codes) })]) });

const ALLERGY = 'http://terminology.hl7.org/CodeSystem/allergyintolerance';
const CONDITION = 'http://terminology.hl7.org/CodeSystem/condition';

export const allergySchema = z.object({
  resourceType: z.literal('AllergyIntolerance'),
  // R4's ait-1 asks for it.
  clinicalStatus: coded(`${ALLERGY}-clinical`, ['active', 'inactive', 'resolved']),
  /** Until staff confirm it. */
  verificationStatus: coded(`${ALLERGY}-verification`, ['unconfirmed', 'confirmed']),
  code: conceptSchema,
  reaction: z.optional(z.tuple([z.object({ manifestation: z.tuple([z.object({ text: words(300) })]) })])),
});

export const medicineSchema = z.object({
  resourceType: z.literal('MedicationStatement'),
  status: z.enum(['active', 'completed']),
  medicationCodeableConcept: conceptSchema,
  dosage: z.optional(z.tuple([z.object({ text: words(300) })])),
});

export const conditionSchema = z.object({
  resourceType: z.literal('Condition'),
  clinicalStatus: coded(`${CONDITION}-clinical`, ['active', 'inactive', 'resolved']),
  verificationStatus: coded(`${CONDITION}-ver-status`, ['unconfirmed', 'confirmed']),
  code: conceptSchema,
  note: z.optional(z.tuple([z.object({ text: words(300) })])),
});

const observed = <Code extends string>(code: Code) => ({
  resourceType: z.literal('Observation'),
  status: z.literal('final'),
  code: coded(LOINC, [code]),
});
/** In the unit that was typed: nothing is rounded by converting it. */
const quantity = <const Units extends readonly string[]>(units: Units, max: number) =>
  z.object({
    value: z.number().check(z.gt(0), z.lte(max)),
    system: z.literal(UCUM),
    code: z.enum(units),
  });

export const weightSchema = z.object({
  ...observed('29463-7'),
  valueQuantity: quantity(['kg', '[lb_av]'], 1_500),
});
export const heightSchema = z.object({
  ...observed('8302-2'),
  valueQuantity: quantity(['cm', '[in_i]'], 300),
});
/** LOINC's answers: pregnant, not pregnant, unknown. */
export const PREGNANT = 'LA15173-0';
export const NOT_PREGNANT = 'LA26683-5';
export const PREGNANCY_UNKNOWN = 'LA4489-6';
export const pregnancySchema = z.object({
  ...observed('82810-3'),
  valueCodeableConcept: coded(LOINC, [PREGNANT, NOT_PREGNANT, PREGNANCY_UNKNOWN]),
});

const named = z.tuple([z.object({ text: words(200) })]);
const phone = z.tuple([z.object({ system: z.literal('phone'), value: words(40) })]);

export const doctorSchema = z.object({
  resourceType: z.literal('Practitioner'),
  name: named,
  telecom: z.optional(phone),
  address: z.optional(z.tuple([z.object({ text: words(300) })])),
});
export const contactSchema = z.object({
  resourceType: z.literal('RelatedPerson'),
  name: named,
  relationship: z.optional(z.tuple([z.object({ text: words(100) })])),
  telecom: phone,
});

export type Allergy = z.infer<typeof allergySchema>;
export type Medicine = z.infer<typeof medicineSchema>;
export type Condition = z.infer<typeof conditionSchema>;
export type Weight = z.infer<typeof weightSchema>;
export type Height = z.infer<typeof heightSchema>;
export type Pregnancy = z.infer<typeof pregnancySchema>;
export type Doctor = z.infer<typeof doctorSchema>;
export type EmergencyContact = z.infer<typeof contactSchema>;
export type HealthResource =
  | Allergy
  | Medicine
  | Condition
  | Weight
  | Height
  | Pregnancy
  | Doctor
  | EmergencyContact;

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
