import type { Language } from '../../../sync/domain/languages.ts';
import type { Area } from '../../i18n/index.ts';
import type { Bootstrap } from '../bootstrap/bootstrap.ts';
import type { PageName } from '../page/page-name.ts';

/** What loaders and guards may use. */
export interface RouteContext {
  readonly bootstrap: Bootstrap;
  /** That the page has now. */
  readonly language: () => Language;
  readonly fetch: typeof globalThis.fetch;
  /** Loads texts before the screen shows, in the language that the page has now. */
  readonly loadTexts: (...areas: readonly Area[]) => Promise<void>;
  /** Loads what the page left out of the vendor's pack: rules, consents, other languages. */
  readonly loadPack: () => Promise<void>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The general name of the screen for the page's title: never anything about health. */
    readonly title?: PageName;
    /** Somebody is writing here: nothing may interrupt, an update least of all. */
    readonly writing?: true;
    /** Nothing of the device's store is asked for there before a press: see `app/store-start.ts`. */
    readonly reading?: true;
  }
}
