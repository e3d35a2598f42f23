/** Transitions that more than one place of the machine has. */

/** A draft is opened among its questions. */
export const openedHalfway = [
  { guard: 'expired', target: '#questionnaire.run.expired', actions: 'settleStep' },
  {
    guard: 'personMissing',
    target: '#questionnaire.run.intake.about',
    actions: ['settleStep', 'askFirst'],
  },
  { guard: 'stale', target: '#questionnaire.run.intake.reconfirming', actions: 'settleStep' },
  { actions: 'settleStep' },
] as const;

/** A draft is opened that has come to its review. */
export const openedAtTheEnd = [
  openedHalfway[0],
  { guard: 'outdated', target: '#questionnaire.run.intake.consent', actions: 'settleStep' },
  ...openedHalfway.slice(1),
] as const;

export const opensPanel = [
  { guard: 'opensCrisis', target: '.crisis', actions: 'showPanel' },
  { guard: 'opensEmergency', target: '.redFlag', actions: 'showPanel' },
] as const;

function shows<Page extends string, State extends string>(page: Page, state: State) {
  return {
    guard: { type: 'wants', params: { page } },
    target: `#questionnaire.run.intake.${state}`,
    actions: 'settlePlace',
  } as const;
}

/** Back to a page that was shown before, by the browser's history. */
export const goesTo = [
  shows('about', 'about'),
  shows('place', 'place'),
  shows('consent', 'consent'),
  shows('reconfirming', 'reconfirming'),
  shows('answering', 'answering'),
  shows('reviewing', 'reviewing'),
] as const;
