/** What the kiosk shows of the intake: all that another room may import of it. */

export { ReceiptPaper } from '../../shell/receipt/receipt-paper.tsx';
export type { FlowRoute } from './flow/machine/flow-position.ts';
export {
  type AnswersParts,
  type FlowFrame,
  FlowFrameProvider,
  type PlaceParts,
  type RunnerParts,
  type ScreenParts,
  type SplitParts,
  type WelcomeParts,
} from './flow/run/flow-frame.ts';
export type { IntakeRun } from './flow/run/intake-run.ts';
export { useDetails, usePanel, usePosition } from './flow/run/use-run.ts';
export { UrgentHelp } from './safety/urgent-help.tsx';
export { ConsultationScreen } from './screens/consultation/consultation-screen.tsx';
export { NotSavedNotice } from './screens/parts/not-saved-notice.tsx';
export { ELSEWHERE } from './screens/parts/place-field.tsx';
export { SaveLine } from './screens/parts/save-line.tsx';
export { RunHolderProvider, useRunHolder } from './screens/run/run-holder.tsx';
export { WelcomeScreen } from './screens/welcome/welcome-screen.tsx';
