/** What taking facts out of a sent form takes of the engine. */
export { coreSetsFor, openQuestionnaire } from '../../../../../sync/questionnaire/index.ts';
export { loadTools } from '../../../../../sync/questionnaire/load-tools.ts';
export { extractResponse } from '../../../../../sync/questionnaire/operations/extract/extract.ts';
