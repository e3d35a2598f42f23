import { handsFocusTo } from '../../../design/basic/actions/hands-focus-to.ts';

/** What is listed, as its own id. */
export const RESULTS = 'search-results';
/** Of what changes the list, and goes with it. */
export const toResults = handsFocusTo(RESULTS);
