/** What the flow takes of the engine: named one by one, so that what only publishing needs stays out of a patient's page. */
export {
  coreSetsFor,
  createForm,
  editForm,
  formSections,
  formSteps,
  openQuestionnaire,
  restoreForm,
} from '../../../../../sync/questionnaire/index.ts';
export { loadTools } from '../../../../../sync/questionnaire/load-tools.ts';
export { metRules } from './met-rules.ts';
