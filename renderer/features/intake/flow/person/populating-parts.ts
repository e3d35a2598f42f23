/** What filling a form in takes of the engine: loaded for whoever is signed in, and named one by one. */
export { coreSetsFor, openQuestionnaire } from '../../../../../sync/questionnaire/index.ts';
export { loadTools } from '../../../../../sync/questionnaire/load-tools.ts';
export { INFORMATION_ORIGIN, populateForm } from '../../../../../sync/questionnaire/operations/populate.ts';
