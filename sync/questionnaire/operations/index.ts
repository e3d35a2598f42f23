/** The SDC operations: what other folders may import of them. Load it lazily; open forms need none of it. */
export { type Assembled, type AssembleOptions, assembleQuestionnaire } from './assemble.ts';
export { loadElementModel } from './extract/element-model.ts';
export {
  type Extracted,
  type ExtractOptions,
  extractResponse,
  needsElementModel,
} from './extract/extract.ts';
export { INFORMATION_ORIGIN, type Populated, type PopulateOptions, populateForm } from './populate.ts';
export { type ReadingOptions, type ReadingWords, renderText } from './render-text.ts';
export { type OperationIssue, outcomeOfOperation } from './shared/operation-issues.ts';
