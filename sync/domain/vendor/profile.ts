/** Who a vendor is, and where and when it cares for people. */
import { z } from 'zod/mini';
import { languages } from '../languages.ts';
import { localizedSchema } from '../localized.ts';
import { currency, packPath, slug } from '../pack-fields.ts';
import { openPeriodsSchema } from '../time/opening-hours.ts';
import { brandSchema } from './brand.ts';

const placeCode = z.string().check(z.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/));

export const profileFields = {
  slug,
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  legalName: z.string().check(z.minLength(1)),
  /** Invented company: every page says so. */
  demo: z.boolean(),
  /** What search engines are told that it is; a clinic where nothing is said. */
  organization: z.optional(z.enum(['clinic', 'pharmacy'])),
  tagline: localizedSchema,
  description: localizedSchema,
  region: z.string().check(z.regex(/^[A-Z]{2}$/)),
  currency,
  locales: z.array(z.enum(languages)).check(z.minLength(1)),
  /** IANA name. */
  timezone: z.string(),
  status: z.enum(['open', 'paused', 'maintenance']),
  brand: brandSchema,
  contact: z.object({
    /** E.164. */
    phone: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
    email: z.email(),
    /** For people, as "Monday to Friday, 8 am to 6 pm". */
    hours: localizedSchema,
    /** The same for machines, in the vendor's time zone: what a kiosk in the vendor's rooms may be told to keep. */
    hoursOfOperation: z.optional(openPeriodsSchema),
    address: z.string(),
  }),
  registrations: z.array(z.object({ label: localizedSchema, value: z.string() })),
  clinicians: z
    .array(
      z.object({
        name: z.string(),
        credentials: z.string(),
        role: localizedSchema,
        about: localizedSchema,
        /** Square, in the style of the vendor's other drawings. */
        portrait: z.optional(packPath),
      }),
    )
    .check(z.minLength(1)),
  /** How it works, in three or four steps. */
  steps: z.array(z.object({ title: localizedSchema, text: localizedSchema })),
  /** Questions that people ask before they start. */
  faq: z.array(z.object({ question: localizedSchema, answer: localizedSchema })),
  /** Where care may be given. A place that isn't listed is not served. */
  serviceAreas: z
    .array(z.object({ place: placeCode, modality: z.enum(['async', 'live', 'unavailable']) }))
    .check(z.minLength(1)),
};
