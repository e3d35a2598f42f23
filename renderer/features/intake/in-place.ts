/** What a page that holds a whole form without addresses of its own needs of it, beside the screens that it loads: all that feature `embed` may import. */

export type { FlowRoute } from './flow/machine/flow-position.ts';
export type { IntakeRun } from './flow/run/intake-run.ts';
export { useDelivery, useFlow, usePosition } from './flow/run/use-run.ts';
export { RunHolderProvider, useRunHolder } from './screens/run/run-holder.tsx';
