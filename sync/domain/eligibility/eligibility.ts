/**
 * Whether somebody may start, and at submission may send, a questionnaire: status, age and place. Codes are those of the
 * error catalogue. Device and server ask the same question; nothing is judged that isn't known yet.
 */

import type { OfferedQuestionnaire } from '../intake/offered-questionnaire.ts';
import { ageOn } from '../person/age.ts';
import type { VendorSource } from '../vendor/vendor-pack.ts';
import { serviceGate } from './service-area.ts';

export type Refusal =
  | {
      readonly code: 'VENDOR_PAUSED';
      readonly reason: 'vendor-paused' | 'vendor-maintenance' | 'questionnaire-paused';
    }
  | { readonly code: 'AGE_NOT_MET'; readonly reason: 'too-young' | 'too-old'; readonly limit: number }
  | {
      readonly code: 'AREA_NOT_SERVED';
      readonly reason: 'not-listed' | 'unavailable';
      readonly place: string;
    }
  | { readonly code: 'AREA_LIVE_VISIT_REQUIRED'; readonly reason: 'live-only'; readonly place: string };

export interface EligibilityQuestion {
  readonly vendor: Pick<VendorSource, 'status' | 'serviceAreas'>;
  readonly questionnaire: Pick<OfferedQuestionnaire, 'status' | 'minAge' | 'maxAge'>;
  /** `YYYY-MM-DD`, once it is known. */
  readonly birthDate?: string;
  /** Where the patient is now, once it is known. */
  readonly place?: string;
  /** Today where the patient is, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface Eligibility {
  readonly refusals: readonly Refusal[];
  /** What has to be asked before the answer is final. */
  readonly unknown: readonly ('age' | 'place')[];
}

function statusRefusal(vendor: VendorSource['status'], form: OfferedQuestionnaire['status']): Refusal[] {
  if (vendor === 'maintenance') return [{ code: 'VENDOR_PAUSED', reason: 'vendor-maintenance' }];
  if (vendor === 'paused') return [{ code: 'VENDOR_PAUSED', reason: 'vendor-paused' }];
  return form === 'paused' ? [{ code: 'VENDOR_PAUSED', reason: 'questionnaire-paused' }] : [];
}

function ageRefusal(age: number, { minAge, maxAge }: EligibilityQuestion['questionnaire']): Refusal[] {
  if (age < minAge) return [{ code: 'AGE_NOT_MET', reason: 'too-young', limit: minAge }];
  return maxAge !== undefined && age > maxAge
    ? [{ code: 'AGE_NOT_MET', reason: 'too-old', limit: maxAge }]
    : [];
}

function placeRefusal(areas: VendorSource['serviceAreas'], place: string): Refusal[] {
  switch (serviceGate(areas, place)) {
    case 'async':
      return [];
    case 'live':
      return [{ code: 'AREA_LIVE_VISIT_REQUIRED', reason: 'live-only', place }];
    case 'unavailable':
      return [{ code: 'AREA_NOT_SERVED', reason: 'unavailable', place }];
    case 'not-served':
      return [{ code: 'AREA_NOT_SERVED', reason: 'not-listed', place }];
  }
}

/** All refusals at once, the most general first. An unreadable birth date counts as unknown. */
export function checkEligibility(question: EligibilityQuestion): Eligibility {
  const { vendor, questionnaire, birthDate, place, today } = question;
  const age = birthDate === undefined ? undefined : ageOn(birthDate, today);
  return {
    refusals: [
      ...statusRefusal(vendor.status, questionnaire.status),
      ...(age === undefined ? [] : ageRefusal(age, questionnaire)),
      ...(place === undefined ? [] : placeRefusal(vendor.serviceAreas, place)),
    ],
    unknown: [
      ...(age === undefined ? (['age'] as const) : []),
      ...(place === undefined ? (['place'] as const) : []),
    ],
  };
}
