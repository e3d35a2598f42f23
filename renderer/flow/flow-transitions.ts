/** Transitions that more than one place of the machine has. */

/** A draft is opened that has come to the questions. */
export const openedHalfway = [
  { guard: 'expired', target: '#questionnaire.run.expired', actions: 'settleStep' },
  { guard: 'outdated', target: '#questionnaire.run.intake.consent', actions: 'settleStep' },
  { guard: 'stale', target: '#questionnaire.run.intake.reconfirming', actions: 'settleStep' },
  { actions: 'settleStep' },
] as const;

export const opensPanel = [
  { guard: 'opensCrisis', target: '.crisis', actions: 'showPanel' },
  { guard: 'opensEmergency', target: '.redFlag', actions: 'showPanel' },
] as const;
