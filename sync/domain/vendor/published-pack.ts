/**
 * A vendor pack as it is published: what `build/vendor` compiles, the server serves as `/connect/{vendor}/pack.json`, and
 * the device keeps. Files are named by their hash, so that they never change under a draft.
 */

import type { ListedProduct } from '../catalog/product.ts';
import type { PublishedQuestionnaire } from '../intake/offered-questionnaire.ts';
import type { PublishedLegalDocument } from '../legal/legal-document.ts';
import type { SafetyRule } from '../safety/safety-rule.ts';
import type { Brand } from './brand.ts';
import type { KeyManifest } from './key-manifest.ts';
import type { VendorSource } from './vendor-pack.ts';

type LetterColorName =
  | 'paper'
  | 'sheet'
  | 'ink'
  | 'softInk'
  | 'heading'
  | 'accent'
  | 'onAccent'
  | 'second'
  | 'tint'
  | 'rule';
/** `#rrggbb`, with the contrast of the theme they are of. */
export type LetterColors = Readonly<Record<'light' | 'dark', Readonly<Record<LetterColorName, string>>>>;

export interface PublishedPack
  extends Omit<VendorSource, 'brand' | 'questionnaires' | 'rules' | 'legal' | 'products' | 'shop'> {
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
  /** The theme of email. Read on the server alone. */
  readonly letterColors: LetterColors;
  readonly icons: readonly {
    readonly src: string;
    readonly sizes: string;
    readonly type: string;
    readonly purpose: 'any' | 'maskable' | 'monochrome';
  }[];
  readonly appleTouchIcon: string;
  /** The picture beside links to it elsewhere; left out by packs of before there was one. */
  readonly shareUrl?: string | undefined;
  /** What browsers show of it where they offer to install it; left out where there are none. */
  readonly screenshots?: readonly {
    readonly src: string;
    readonly sizes: string;
    /** Of a phone, or of a wide window. */
    readonly form: 'narrow' | 'wide';
  }[];
  readonly questionnaires: readonly PublishedQuestionnaire[];
  readonly rules: readonly SafetyRule[];
  readonly legal: readonly PublishedLegalDocument[];
  /** Left out by packs of before there was a catalog. */
  readonly products?: readonly ListedProduct[];
  /** Left out by a vendor that sells nothing. `url`: of a `Shop` as JSON. `forms`: slugs of those that lead to treatments. */
  readonly shop?:
    | {
        readonly url: string;
        readonly forms: readonly string[];
        /** Prices are what is paid, as in Britain: no tax comes on top. */
        readonly taxIncluded?: true;
      }
    | undefined;
  /** base64url raw Ed25519 public keys that sign this server's receipts, by key id; added by the server. */
  readonly receiptKeys: Readonly<Record<string, string>>;
  /** To whom the patient's device seals; added by the server. */
  readonly keyManifest: KeyManifest;
  /** Every file that must be on the device for the vendor's space to work offline. Paths below `/connect/{vendor}/`. */
  readonly files: readonly string[];
}

/** As it is compiled: what the server adds is not in it yet. */
export type CompiledVendorPack = Omit<PublishedPack, 'receiptKeys' | 'keyManifest'>;
