import { chooseLanguage, type Language, type Localized } from '../../../sync/domain/languages.ts';
import type { PlatformData } from '../../../sync/domain/platform/platform-data.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import { isLanguage, keptLanguage } from '../../i18n/language.ts';

/** A vendor as the platform's entry lists it. */
export interface VendorListing {
  readonly slug: string;
  readonly name: string;
  readonly tagline: Localized;
  readonly mark: PublishedPack['brand']['mark'];
  readonly themeColor: PublishedPack['themeColor'];
  readonly homeUrl: string;
  /** Absent in a list that was kept before servers told them, as are the next two. */
  readonly color?: string | undefined;
  readonly typeface?: PublishedPack['brand']['typeface'] | undefined;
  readonly picture?: string | undefined;
  /** Absent in a list that was kept before servers told it. */
  readonly serviceAreas?: PublishedPack['serviceAreas'] | undefined;
}

/** What the server writes into the page, so that the first paint waits for no request. */
export interface Bootstrap extends PlatformData {
  /** `embed`: one form of the vendor in a partner's page. */
  readonly scope: 'platform' | 'vendor' | 'console' | 'embed';
  readonly language: Language;
  /** All of it, unless `packLanguage` says otherwise. */
  readonly pack?: PublishedPack;
  /** The pack in the page is a `PagePack` in this language. */
  readonly packLanguage?: Language;
  /** Of the platform's page: in which the server has written it. */
  readonly screenLanguage?: Language;
  /** As many as a page lists by itself. */
  readonly vendors?: readonly VendorListing[];
  /** The slug that was asked for, where no vendor has it. */
  readonly missingVendor?: string;
}

export const BOOTSTRAP_ID = 'carefront-bootstrap';

/** What is read of a `Document`. */
export interface BootstrapPage {
  readonly cookie: string;
  getElementById(id: string): { readonly textContent: string | null } | null;
}

/**
 * A page without the block (opened from a file, or mangled on its way) still opens: as the platform's, in the reader's language.
 * A language that was chosen since goes before the block's: offline, the page is the one that was stored before the choice.
 */
export function readBootstrap(page: BootstrapPage, wanted: readonly string[]): Bootstrap {
  const block = page.getElementById(BOOTSTRAP_ID)?.textContent ?? '';
  const fallback: Bootstrap = { scope: 'platform', language: chooseLanguage(wanted) };
  try {
    const value = JSON.parse(block) as Partial<Bootstrap> | null;
    const written = isLanguage(value?.language) ? value.language : fallback.language;
    const kept = keptLanguage(page);
    // A page around it has said which language it is in.
    const offered =
      value?.scope !== 'embed' && kept !== undefined && (value?.pack?.locales ?? [kept]).includes(kept);
    return { ...fallback, ...value, language: offered ? kept : written };
  } catch {
    return fallback;
  }
}
