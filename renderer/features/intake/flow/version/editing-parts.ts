/** What it takes to begin with answers that are there: from a record, or from another version of the form. Few runs do. */
export { editForm } from '../../../../../sync/questionnaire/edit-form.ts';
export { movedForm } from './move-form.ts';
