import { handsFocusTo } from '../../../design/basic/actions/hands-focus-to.ts';

/** What is compared, as its own id. */
export const RESULTS = 'rates-results';
/** Of links from one view of it to another, which go with theirs. */
export const toResults = handsFocusTo(RESULTS);
