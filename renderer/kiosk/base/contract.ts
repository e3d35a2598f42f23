/** What the kiosk's screens give to the frame around them. */

import type { ReactNode } from 'react';
import type { Kiosk } from '../../platform/contract/kiosk-contract.ts';

/** Buttons of the bar at the foot of every screen, in this order. */
export type Utility = 'help' | 'text' | 'contrast' | 'listen' | 'cover' | 'start-over';

/** `session`: all six. `nobody`: without "Start over". `none`: no bar, e.g. under a veil. */
export type Utilities = 'session' | 'nobody' | 'none' | readonly Utility[];

export interface KioskShellProps {
  readonly kiosk: Kiosk;
  /** Shown in the head of each screen beside the vendor's mark. */
  readonly brand: {
    readonly name: string;
    readonly mark?: { readonly viewBox: string; readonly paths: readonly string[] };
  };
  readonly children: ReactNode;
}

export interface KioskFrameProps {
  /** What this screen is, spoken first in audio mode and the name of the page's main part. Nothing about health in it. */
  readonly title: string;
  /** The upper 40 % (landscape: the inline start): see `KioskQuestion`. Made smaller until it fits, and paged after that. */
  readonly question?: ReactNode;
  /** Controls, in rows of one column: between the question and the action, paged by whole rows where they don't fit. */
  readonly children?: ReactNode;
  /** The screen's one step: a `<Button size="l" fullWidth>`. Always in the same place, 120 high. */
  readonly action?: ReactNode;
  /** Beside the pages, as text: Skip. */
  readonly aside?: ReactNode;
  /** Other ways than this screen: right above the action; with large letters after the controls, and paged with them. */
  readonly ways?: ReactNode;
  /** A button "Back" before the action. */
  readonly back?: (() => void) | undefined;
  /** In the head, at the inline end of the vendor's name: progress, "Saved". No controls: the head is out of many people's reach. */
  readonly head?: ReactNode;
  /** Default: `session`. */
  readonly utilities?: Utilities;
  /**
   * `question` (default): the areas above. `poster`: `children` fill everything above the utility bar (attract, closed, done), nothing is
   * paged, and there is no head.
   */
  readonly layout?: 'question' | 'poster';
  /** One field and nothing else: on a tall panel the keys have room below it, and nothing moves when they come. */
  readonly steady?: boolean;
  /** Of a poster: CSS pixels to the right and down that the bar is moved by, against burn-in. */
  readonly shift?: readonly [x: number, y: number];
}

export interface KioskQuestionProps {
  /** The h1. Takes the focus when it appears, so that it is read. */
  readonly title: ReactNode;
  /** Below it, at 34. */
  readonly hint?: ReactNode;
  /** Above it, at 34. */
  readonly stem?: ReactNode;
  readonly lang?: string | undefined;
  /** `id` of the h1, for `aria-labelledby`. */
  readonly id?: string | undefined;
  /** Leaves the focus where it is (e.g. the attract screen). */
  readonly keepFocus?: boolean;
  /** 96 instead of 64: the one line of attract and done. */
  readonly size?: 'question' | 'display';
}

export interface PagedProps {
  readonly children: ReactNode;
  /** At the inline start of the line with the pages: Skip. */
  readonly aside?: ReactNode;
}
