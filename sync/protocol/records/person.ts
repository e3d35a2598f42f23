/** The record kinds of what a patient says of themselves. What their bodies hold is in `sync/domain/profile`. */

/** By the names of `personRecordIdSchema`. */
export const PERSON_RECORD = 'person';
/** An edit that waits for the patient's decision: its id is the operation's. */
export const PERSON_CONFLICT = 'person-conflict';
/** Each decision about being written to, for ever: its id is the operation's. */
export const CONSENT_RECORD = 'consent';
export const PERSON_VERSION = 1;
