/** An unfinished intake of a kiosk on its way to the clinic. */
import { defineOperation } from './operation.ts';
import type { IntakePaused } from './payloads/intake-paused.ts';

export const intakePaused = defineOperation<IntakePaused>()({
  kind: 'intake.paused',
  lane: 'paused',
  sealed: 'before-queueing',
  // It may be brought back by its code.
  retention: { copy: false, endsDraft: false },
  newest: 1,
  upcast: {},
});
