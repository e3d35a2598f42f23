/** The frame around every screen of the kiosk. Load `kiosk-tokens.css` after `design/base.css`: the shell does. */

export { useComfort } from '../comfort/comfort-context.ts';
export type {
  KioskFrameProps,
  KioskQuestionProps,
  KioskShellProps,
  PagedProps,
  Utilities,
  Utility,
} from './contract.ts';
export { useHelp, useKiosk, useKioskStatus } from './kiosk-context.ts';
export { KioskFrame } from './kiosk-frame.tsx';
export { KioskQuestion } from './kiosk-question.tsx';
export { KioskShell } from './kiosk-shell.tsx';
export { Paged } from './paged.tsx';
export { KioskRun, type KioskRunProps } from './runner/kiosk-run.tsx';
