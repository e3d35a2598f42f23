/** The record kinds of a health profile. What their bodies hold is in `sync/domain/health`. */

/** By the names of `namedRecord`. */
export const HEALTH_RECORD = 'health';
/** "Still correct", by group. */
export const HEALTH_CONFIRMATION = 'health-confirmation';
/** An edit that waits for the patient's decision: its id is the operation's. */
export const HEALTH_CONFLICT = 'health-conflict';
export const HEALTH_VERSION = 1;
