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

const intake = '#questionnaire.run.intake';

/** Back to a page that was shown before, by the browser's history. */
export const goesTo = [
  {
    guard: { type: 'wants', params: { page: 'who' } },
    target: `${intake}.welcome.who`,
    actions: 'settlePlace',
  },
  {
    guard: { type: 'wants', params: { page: 'contact' } },
    target: `${intake}.welcome.contact`,
    actions: 'settlePlace',
  },
  {
    guard: { type: 'wants', params: { page: 'place' } },
    target: `${intake}.welcome.place`,
    actions: 'settlePlace',
  },
  {
    guard: { type: 'wants', params: { page: 'device' } },
    target: `${intake}.welcome.device`,
    actions: 'settlePlace',
  },
  {
    guard: { type: 'wants', params: { page: 'consent' } },
    target: `${intake}.consent`,
    actions: 'settlePlace',
  },
  {
    guard: { type: 'wants', params: { page: 'reconfirming' } },
    target: `${intake}.reconfirming`,
    actions: 'settlePlace',
  },
  {
    guard: { type: 'wants', params: { page: 'answering' } },
    target: `${intake}.answering`,
    actions: 'settlePlace',
  },
  {
    guard: { type: 'wants', params: { page: 'reviewing' } },
    target: `${intake}.reviewing`,
    actions: 'settlePlace',
  },
] as const;
