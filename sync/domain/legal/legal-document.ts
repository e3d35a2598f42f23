/** The legal documents of a vendor: as a pack names them, and as they are published. */
import { z } from 'zod/mini';
import { type Language, type Localized, type OtherLanguage, otherLanguages } from '../languages.ts';
import { inLanguages, localizedSchema } from '../localized.ts';
import { isoDate, type PackPart, packPath, slug, versionNumber } from '../pack-fields.ts';
import { vendorScreens } from '../vendor-screens.ts';

/** Slugs of legal documents must not collide with the fixed children of a vendor's space. */
export const reservedSlugs: readonly string[] = [
  ...new Set(vendorScreens.map((screen) => screen.replace(/\/.*/, ''))),
  'account',
  'cart',
  'checkout',
  'conversations',
  'dashboard',
  'patient',
  'product',
  'subscription',
  'tracking',
  'sync',
  'assets',
  'icons',
  'manifest.webmanifest',
  'pack.json',
  'theme.css',
  'test',
];

export const consentDocumentSchema = z.object({
  slug,
  kind: z.enum([
    'terms',
    'privacy',
    'telehealth-consent',
    'notice-of-privacy-practices',
    'accessibility',
    'complaints',
    'cookies',
    'licences',
    'shipping-returns',
    /** What a card is charged for, and when, where an order waits for a clinician. */
    'charge-on-approval',
    /** A card that is kept so that it can be charged while its owner isn't there. */
    'saved-card',
    'other',
  ]),
  title: localizedSchema,
  version: versionNumber,
  effectiveFrom: isoDate,
  /** What changed against the version before, in a sentence. */
  changes: z.optional(localizedSchema),
  /** Markdown files, by language. English always. */
  files: inLanguages(packPath),
  /** Languages whose text a qualified person has not reviewed: they are shown with a mark that says so. */
  unreviewed: z.array(z.enum(otherLanguages)),
});
export type LegalSource = z.infer<typeof consentDocumentSchema>;

export const legalPart = {
  fields: { legal: z.array(consentDocumentSchema).check(z.minLength(1)) },
} satisfies PackPart;

export interface PublishedLegalDocument {
  readonly slug: string;
  readonly kind: string;
  readonly title: Localized;
  readonly version: string;
  readonly effectiveFrom: string;
  readonly changes?: Localized;
  readonly unreviewed: readonly OtherLanguage[];
  /** By language: where the text stands (a {@link LegalText}), and the SHA-256, hex, of its Markdown. */
  readonly texts: Readonly<Partial<Record<Language, { readonly url: string; readonly sha256: string }>>>;
}

/** Rich text without markup, so that no screen ever needs to trust HTML. */
export type Block =
  | { readonly type: 'heading'; readonly level: 2 | 3; readonly inlines: readonly Inline[] }
  | { readonly type: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly type: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] };
export type Inline =
  | { readonly type: 'text' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly type: 'link'; readonly text: string; readonly href: string };
export interface LegalText {
  readonly blocks: readonly Block[];
}
