/**
 * Staff, signed in at their vendor's console: everything below `/console/{vendor}/api/`.
 *
 * | request                                   | body                         | answer                       |
 * |-------------------------------------------|------------------------------|------------------------------|
 * | `GET    session`                          |                              | {@link ConsoleSession}       |
 * | `POST   session`                          | {@link SignInRequest}        | {@link ConsoleSession}       |
 * | `DELETE session`                          |                              | 204                          |
 *
 * Every body is JSON with `Content-Type: application/json`; every error is an RFC 9457 problem (`problemSchema`, `application/problem+json`) with one
 * of {@link consoleProblemCodes}. The cookie of the session travels by itself.
 */
import { z } from 'zod/mini';
import { staffRoles } from '../../domain/staff/permissions.ts';

/**
 * `SESSION_EXPIRED` 401: sign in (again). `SIGN_IN_FAILED` 401: the same for a wrong password, an unknown address and a disabled
 * account. `RATE_LIMITED` 429 with `Retry-After`. `ROLE_NOT_ALLOWED` 403: this role may not do it, see `domain/staff/permissions.ts`. `ORIGIN_BLOCKED` 403.
 * `NOT_FOUND` 404: unknown, or another vendor's. `INVALID_REQUEST` 400 with pointers. `NOTE_REQUIRED` 400. `ALERT_OPEN` 409: alerts of the case are
 * open, named by the `detail` of its errors with pointers `/alerts/{id}`. `DECISION_NOT_YOURS` 403: someone else's to undo. `UNDO_TOO_LATE` 409.
 * `MERGE_IMPOSSIBLE` 409: one of the patients was merged or closed since, or it was undone already. `DECISION_MADE` 409: somebody has just decided about the
 * case. `NOT_NOW` 409: not in the state that the consultation is in. `ORDER_WAITING` 409: the case can't be closed as read, its errors name the orders.
 * `GUARDS_UNMET` 409: its errors name each by `/guards/{name}`.
 */
export const consoleProblemCodes = [
  'SESSION_EXPIRED',
  'SIGN_IN_FAILED',
  'RATE_LIMITED',
  'ROLE_NOT_ALLOWED',
  'ORIGIN_BLOCKED',
  'NOT_FOUND',
  'INVALID_REQUEST',
  'NOTE_REQUIRED',
  'ALERT_OPEN',
  'ORDER_WAITING',
  'DECISION_NOT_YOURS',
  'UNDO_TOO_LATE',
  'MERGE_IMPOSSIBLE',
  'DECISION_MADE',
  'NOT_NOW',
  'GUARDS_UNMET',
] as const;

export { type StaffRole, staffRoles } from '../../domain/staff/permissions.ts';

export const signInSchema = z.object({
  email: z.string().check(z.minLength(3), z.maxLength(254)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
});
export type SignInRequest = z.infer<typeof signInSchema>;

export const consoleSessionSchema = z.object({
  staff: z.object({ email: z.string(), name: z.string(), role: z.enum(staffRoles) }),
  vendor: z.object({ slug: z.string(), name: z.string(), demo: z.boolean() }),
  /** Whether this role may mark cases as reviewed and acknowledge alerts. */
  mayDecide: z.boolean(),
  /** Without a request for so many seconds the session ends by itself; each request starts the count again. */
  idleSeconds: z.int(),
});
export type ConsoleSession = z.infer<typeof consoleSessionSchema>;
