/**
 * What the flow takes of the engine, each from its own file: `index.ts` names all of it, and what is reached from there would travel with every form.
 */
export { createForm, restoreForm } from '../../../../../sync/questionnaire/form/open-form.ts';
export { formSections, formSteps } from '../../../../../sync/questionnaire/form/steps.ts';
export { loadTools } from '../../../../../sync/questionnaire/load-tools.ts';
export { openLean } from '../../../../../sync/questionnaire/open-lean.ts';
export { metRules } from './met-rules.ts';
