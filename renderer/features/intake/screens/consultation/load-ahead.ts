import type { Form } from '../../../../../sync/questionnaire/model/contract.ts';
import { loadLayouts } from '../../../../form/layout/lazy-layouts.tsx';
import { loadControls } from '../../../../form/question/registry.tsx';
import { chooseControl } from '../../../../form/values/choose-control.ts';
import { allNodes } from '../../flow/details/intake-payloads.ts';

/** The panel and the numbers must open, and an alert leave, whatever happens: also without a network, where no service worker has stored them. */
export async function loadHelp(): Promise<void> {
  await Promise.all([
    import('../../safety/safety-screen.tsx'),
    import('../../safety/urgent-help-sheet.tsx'),
    import('../../flow/details/payload-checks.ts'),
  ]);
}

/** Loads what else of a form may be needed once the network is gone. */
export async function loadAhead(form: Form): Promise<void> {
  const states = allNodes(form).flatMap((id) => form.read(id) ?? []);
  const keys = states.filter((state) => state.kind === 'question').map(chooseControl);
  await Promise.all([
    loadControls(keys),
    loadLayouts(form.plan.questionnaire.item),
    import('../review/review-screen.tsx'),
  ]);
}
