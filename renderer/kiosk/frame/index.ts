/** The frame around every screen of the kiosk. Load `kiosk-tokens.css` after `design/base.css`: the shell does. */

export type {
  KioskFrameProps,
  KioskQuestionProps,
  KioskShellProps,
  PagedProps,
  Utilities,
  Utility,
} from '../base/contract.ts';
export { useHelp, useKiosk, useKioskStatus } from '../base/kiosk-context.ts';
export { Paged } from '../base/paged.tsx';
export { useComfort } from '../comfort/comfort-context.ts';
export { KioskFrame } from './kiosk-frame.tsx';
export { KioskQuestion } from './kiosk-question.tsx';
export { KioskShell } from './kiosk-shell.tsx';
export { UtilityButton } from './utility-bar.tsx';
