/** How one person wants the screen: held in memory for their visit alone, so that the next one starts from the defaults (A8). */

import { createContext, use } from 'react';

export const TEXT_SIZES = ['100', '125', '150', '200'] as const;
export const LOOKS = ['usual', 'light', 'dark'] as const;
export const REACHES = ['normal', 'low'] as const;
export const HANDS = ['both', 'left', 'right'] as const;
export const MOTIONS = ['full', 'none'] as const;
export const RATES = ['slow', 'normal', 'fast'] as const;
export const VOLUMES = ['low', 'normal', 'high'] as const;

export interface Comfort {
  /** Percent. */
  readonly text: (typeof TEXT_SIZES)[number];
  /** `light` and `dark` are of high contrast. */
  readonly look: (typeof LOOKS)[number];
  readonly reach: (typeof REACHES)[number];
  readonly hand: (typeof HANDS)[number];
  readonly motion: (typeof MOTIONS)[number];
  readonly audio: boolean;
  readonly rate: (typeof RATES)[number];
  readonly volume: (typeof VOLUMES)[number];
  /** The display is blank; speech and keys go on (Section 508, 405). */
  readonly covered: boolean;
}

export const defaultComfort: Comfort = {
  text: '100',
  look: 'usual',
  reach: 'normal',
  hand: 'both',
  motion: 'full',
  audio: false,
  rate: 'normal',
  volume: 'normal',
  covered: false,
};

export interface ComfortControl {
  readonly comfort: Comfort;
  readonly change: (changed: Partial<Comfort>) => void;
  readonly reset: () => void;
}

export const ComfortContext = createContext<ComfortControl | undefined>(undefined);

export function useComfort(): ComfortControl {
  const control = use(ComfortContext);
  if (!control) throw new Error('This needs a ComfortProvider above it');
  return control;
}
