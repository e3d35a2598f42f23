import { type HelpLinesProps, HelpLines as Lines } from '../../../shell/emergency/help-lines.tsx';
import { useFlowFrame } from '../flow/run/flow-frame.ts';

/** On a kiosk there is no telephone. */
export function HelpLines(props: Omit<HelpLinesProps, 'asText'>) {
  return <Lines {...props} asText={useFlowFrame() !== undefined} />;
}
