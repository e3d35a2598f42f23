/** RFC 9457 problems as this server writes them. `code` is stable; no field ever holds what a patient has written. */
import type { Problem } from '../../protocol/base/problem.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** By code: status (0 for those inside a result, which have none) and title. */
const catalogue = {
  MALFORMED_JSON: [400, 'The request is not JSON'],
  INVALID_REQUEST: [400, 'The request has wrong or missing fields'],
  PROOF_MISSING: [401, 'The proof of the device key is missing'],
  PROOF_INVALID: [401, 'The proof of the device key is not valid'],
  NONCE_REQUIRED: [401, 'The proof needs the nonce of this response'],
  SESSION_EXPIRED: [401, 'The session has ended'],
  SESSION_ENDED: [401, 'You are signed out'],
  SIGN_IN_FAILED: [401, 'The email or password is wrong'],
  CODE_NEEDED: [403, 'Sign in with a code'],
  PASSKEY_ELSEWHERE: [403, 'This passkey is for another clinic'],
  APPLE_STATE_MISMATCH: [403, 'This sign-in was not begun here, or is over'],
  APPLE_WRONG_VENDOR: [403, 'This sign-in was begun at another clinic'],
  APPLE_ACCOUNT_EXISTS: [409, 'Sign in here first, then link Apple'],
  APPLE_LINKED: [409, 'This Apple account is linked to another account'],
  PASSKEY_REFUSED: [400, 'This passkey cannot be used'],
  PASSKEY_KNOWN: [409, 'This passkey is registered already'],
  PASSKEY_LIMIT: [409, 'There are too many passkeys'],
  EMAIL_TAKEN: [409, 'The email address belongs to an account'],
  EMAIL_NEEDED: [409, 'Another email address has to be there for seven days first'],
  PROOF_TOO_OLD: [403, 'Confirm that it is you, then try again'],
  ROLE_NOT_ALLOWED: [403, 'This role is read-only'],
  ORIGIN_BLOCKED: [403, 'The request comes from another site'],
  EMBED_ORIGIN_BLOCKED: [403, 'This site may not show forms of this clinic'],
  PARTNER_TOKEN_REFUSED: [403, 'The signature of this id is missing, wrong or too old'],
  EXTERNAL_ID_TAKEN: [409, 'Another form was received with this id'],
  VENDOR_NOT_FOUND: [404, 'There is no such clinic'],
  NOT_FOUND: [404, 'There is nothing here'],
  METHOD_NOT_ALLOWED: [405, 'This address does not support this method'],
  REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  DECISION_NOT_YOURS: [403, 'Only the person who decided this can undo it'],
  ALERT_OPEN: [409, 'Acknowledge the open alerts before you close this case'],
  ORDER_WAITING: [409, 'An order waits for a decision about this case'],
  MERGE_IMPOSSIBLE: [409, 'One of these was merged or closed, or this was undone already'],
  ORDER_LOCKED: [409, 'This order can no longer be changed that way'],
  PRICE_CHANGED: [409, 'The total has changed'],
  REFUND_IMPOSSIBLE: [409, 'This cannot be refunded'],
  AMOUNT_IMPOSSIBLE: [409, 'This is not an amount that can be charged or given back'],
  DECISION_MADE: [409, 'Somebody has just decided about this case'],
  NOT_NOW: [409, 'This is not possible in the state that it is in'],
  GUARDS_UNMET: [409, 'Something has to be confirmed before this'],
  UNDO_TOO_LATE: [409, 'It is too late to undo this decision'],
  UPLOAD_CONFLICT: [409, 'The part does not start where the received parts end'],
  PERSON_MERGED: [410, 'These records were merged with others'],
  PERSON_CLOSED: [410, 'This account was closed'],
  BODY_TOO_LARGE: [413, 'The request is too large'],
  BLOB_TOO_LARGE: [413, 'The file is too large'],
  UPLOAD_QUOTA: [413, 'Too many uploads of this device are waiting for their forms'],
  MEDIA_TYPE: [415, 'The request is not application/json'],
  PASSWORD_WEAK: [400, 'The password is too easy to guess'],
  NOTE_REQUIRED: [400, 'A note is required'],
  EXPECTATION_FAILED: [417, 'This server does not support the Expect header'],
  PROTOCOL_TOO_OLD: [426, 'This version of the app is too old: it must be updated'],
  RATE_LIMITED: [429, 'Too many requests'],
  HEADERS_TOO_LARGE: [431, 'The headers of the request are too large'],
  UPLOAD_MISMATCH: [460, 'The file does not have the hash that names it'],
  UNAVAILABLE: [503, 'Try again later'],
  INTERNAL: [500, 'Something went wrong here'],
  OPERATION_INVALID: [0, 'The operation has wrong or missing fields'],
  ENVELOPE_TOO_LARGE: [0, 'The envelope is too large'],
  ENVELOPE_HASH_MISMATCH: [0, 'The envelope does not have the hash that the operation states'],
  KIND_UNKNOWN: [0, 'This kind of operation is not known here'],
  VERSION_UNKNOWN: [0, 'This version of the operation is newer than this server'],
  OPERATION_CHANGED: [0, 'Another operation with this id was received before'],
  ENVELOPE_UNREADABLE: [0, 'The envelope cannot be opened'],
  ENVELOPE_KEY_UNKNOWN: [0, 'It is sealed to a key that this server does not have'],
  CONTENT_OUT_OF_BOUNDS: [0, 'The content is too large or too deeply nested'],
  PAYLOAD_INVALID: [0, 'The content of the envelope has wrong or missing fields'],
  WRONG_VENDOR: [0, 'It was written for another clinic'],
  SESSION_MISMATCH: [0, 'Its lane belongs to another session'],
  PREDECESSOR_HELD: [0, 'It follows something that is held'],
  QUESTIONNAIRE_UNKNOWN: [0, 'This clinic has never published this form'],
  ANSWERS_INVALID: [0, 'Answers do not fit the form'],
  FORM_TOO_SLOW: [0, 'Some calculated values were not checked: the form took too long'],
  ATTACHMENTS_MISMATCH: [0, 'Its photos or documents are not the ones it names'],
  AGE_NOT_MET: [0, 'The form is not for a patient of this age'],
  AREA_NOT_SERVED: [0, 'The location is not served'],
  AREA_LIVE_VISIT_REQUIRED: [0, 'The location requires a live visit'],
  CONSENT_REQUIRED: [0, 'A required consent is missing'],
  CONSENT_OUTDATED: [0, 'A consent names a text that this clinic has not published'],
  HARD_STOP: [0, 'An answer triggers a rule that stops the form'],
  HEALTH_CHANGED: [0, 'It was changed elsewhere since'],
  HEALTH_SIGNED_OUT: [0, 'The device was signed out before this arrived'],
  HEALTH_NOT_NONE: [0, 'It says that there are none, and there are some'],
  HEALTH_TOO_MANY: [0, 'There are too many entries'],
  PERSON_CHANGED: [0, 'It was changed elsewhere since'],
  PERSON_SIGNED_OUT: [0, 'The device was signed out before this arrived'],
  PERSON_PROVEN: [0, 'Only the clinic can correct it'],
  PERSON_TOO_MANY: [0, 'There are too many entries'],
  OPENING_FAILED: [0, 'The submission could not be opened'],
  JUDGING_FAILED: [0, 'The submission could not be judged'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof catalogue;

export interface ProblemDetails {
  /** Where it isn't the catalogue's. */
  readonly status?: number;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

export function problem(code: ProblemCode, details: ProblemDetails = {}): Problem {
  const [usualStatus, title] = catalogue[code];
  const { detail, errors, status = usualStatus } = details;
  return {
    type: `urn:carefront:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    ...(status === 0 ? {} : { status }),
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors: [...errors] }),
  };
}

/** RFC 6901. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
}

const MAX_ERRORS = 20;

/** Names the fields at fault. Only the schema's own words are used: some of them would repeat the value. */
export function schemaErrors(
  issues: readonly SchemaIssue[],
  prefix: readonly PropertyKey[] = [],
): { pointer: string; detail: string }[] {
  return issues
    .slice(0, MAX_ERRORS)
    .map((issue) => ({ pointer: jsonPointer([...prefix, ...issue.path]), detail: issue.code ?? 'invalid' }));
}

/** Thrown by routes; the server's error handler answers with it. */
export class ProblemError extends Error {
  override name = 'ProblemError';
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    details: ProblemDetails = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(code);
    this.problem = problem(code, details);
    this.headers = headers;
  }
}
