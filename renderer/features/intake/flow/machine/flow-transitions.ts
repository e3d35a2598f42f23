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

function shows<Page extends string, State extends string>(page: Page, state: State) {
  return {
    guard: { type: 'wants', params: { page } },
    target: `#questionnaire.run.intake.${state}`,
    actions: 'settlePlace',
  } as const;
}

/** Back to a page that was shown before, by the browser's history. */
export const goesTo = [
  shows('who', 'welcome.who'),
  shows('contact', 'welcome.contact'),
  shows('place', 'welcome.place'),
  shows('device', 'welcome.device'),
  shows('consent', 'consent'),
  shows('reconfirming', 'reconfirming'),
  shows('answering', 'answering'),
  shows('reviewing', 'reviewing'),
] as const;
