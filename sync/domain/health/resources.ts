/**
 * What a patient says of their health, as FHIR R4 resources cut down to what is asked. Whose they are is told by the feed they are in: the reference to the
 * patient, which R4 demands, is added where they are handed on.
 */
import { z } from 'zod/mini';
import {
  ALLERGY,
  CONDITION,
  ICD10CM,
  LOINC,
  NOT_PREGNANT,
  PREGNANCY_UNKNOWN,
  PREGNANT,
  RXNORM,
  UCUM,
} from './make-resources.ts';

export * from './make-resources.ts';

const words = (max: number) => z.string().check(z.regex(/\S/), z.maxLength(max));

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
