/** Apart from what a case says: every page that sells something reads it, and needs no schema library. */
export const CASE_RECORD = 'case';
