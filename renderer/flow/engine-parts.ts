/** What the flow takes of the engine: named one by one, so that what only publishing needs stays out of a patient's page. */
export {
  createForm,
  editForm,
  formSections,
  formSteps,
  openQuestionnaire,
  restoreForm,
} from '../../sync/questionnaire/index.ts';
export { metRules } from './met-rules.ts';
