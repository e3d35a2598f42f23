/**
 * A vendor pack as it is published: what `build/vendor` compiles, the server serves as `/connect/{vendor}/pack.json`, and
 * the device keeps. Files are named by their hash, so that they never change under a draft.
 */

import type { Language, Localized, OtherLanguage } from '../languages.ts';
import type { KeyManifest } from './key-manifest.ts';
import type { Brand, OfferedQuestionnaire, SafetyRule, VendorSource } from './vendor-pack.ts';

export interface PublishedQuestionnaire extends Omit<OfferedQuestionnaire, 'file'> {
  /** Canonical of the FHIR Questionnaire, without version. */
  readonly canonical: string;
  readonly version: string;
  /** SHA-256, hex, of the definition's canonical JSON; the definition stands at `questionnaires/{formHash}.json`. */
  readonly formHash: string;
  readonly url: string;
  /** Number of questions that are asked. */
  readonly questions: number;
}

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

export interface PublishedPack extends Omit<VendorSource, 'brand' | 'questionnaires' | 'rules' | 'legal'> {
  /** SHA-256, hex, over everything below and the files that it names. */
  readonly packHash: string;
  readonly brand: Omit<Brand, 'art'> & {
    readonly art: {
      readonly home: string;
      readonly success: string;
      readonly landing?: string;
      readonly kiosk?: string;
    };
  };
  /** The theme's stylesheet, named by its hash. */
  readonly themeUrl: string;
  readonly themeColor: { readonly light: string; readonly dark: string };
  readonly icons: readonly {
    readonly src: string;
    readonly sizes: string;
    readonly type: string;
    readonly purpose: 'any' | 'maskable' | 'monochrome';
  }[];
  readonly appleTouchIcon: string;
  readonly questionnaires: readonly PublishedQuestionnaire[];
  readonly rules: readonly SafetyRule[];
  readonly legal: readonly PublishedLegalDocument[];
  /** base64url raw Ed25519 public keys that sign this server's receipts, by key id; added by the server. */
  readonly receiptKeys: Readonly<Record<string, string>>;
  /** To whom the patient's device seals; added by the server. */
  readonly keyManifest: KeyManifest;
  /** Every file that must be on the device for the vendor's space to work offline. Paths below `/connect/{vendor}/`. */
  readonly files: readonly string[];
}

/** As it is compiled: what the server adds is not in it yet. */
export type CompiledVendorPack = Omit<PublishedPack, 'receiptKeys' | 'keyManifest'>;
