/** Every kind of operation there is. A feature adds its kind to the list, and nothing else of the core changes. */

import { careReply } from './care-reply.ts';
import { cartSave } from './cart-save.ts';
import { healthEdit } from './health-edit.ts';
import { identitySend } from './identity-send.ts';
import { intakePaused } from './intake-paused.ts';
import { intakeSubmit } from './intake-submit.ts';
import type { OperationModule } from './operation.ts';
import { orderPlace } from './order-place.ts';
import { personEdit } from './person-edit.ts';
import { safetyAlert } from './safety-alert.ts';

export const operations = [
  intakeSubmit,
  safetyAlert,
  intakePaused,
  healthEdit,
  personEdit,
  identitySend,
  cartSave,
  orderPlace,
  careReply,
] as const;

type Known = (typeof operations)[number];
export type OperationKind = Known['kind'];
/** The newest version of each kind: what judging and the console work with. */
export type NewestPayload<Kind extends OperationKind> =
  Extract<Known, { readonly kind: Kind }> extends OperationModule<Kind, infer Payload> ? Payload : never;

const known = new Map<string, OperationModule>(operations.map((operation) => [operation.kind, operation]));

/** For tests of the core: a kind that no feature owns. @returns what takes it back */
export function lendOperation(operation: OperationModule): () => void {
  if (known.has(operation.kind)) throw new Error(`${operation.kind} is there already.`);
  known.set(operation.kind, operation);
  return () => known.delete(operation.kind);
}

export const operationOf = (kind: string): OperationModule | undefined => known.get(kind);
export const isUrgent = (kind: string): boolean => known.get(kind)?.urgent === true;

/** @returns undefined for a kind that isn't known here. */
export function newestVersion(kind: string): number | undefined {
  return known.get(kind)?.newest;
}

/** Lanes of urgent kinds, in the order of the list: each has a sender of its own. */
export function urgentLanes(): readonly string[] {
  return [...new Set([...known.values()].flatMap(({ urgent, lane }) => (urgent ? [lane] : [])))];
}

const SESSION = /^[0-9a-f-]{36}$/;
export const laneName = ({ lane }: Pick<OperationModule, 'lane'>, session: string): string =>
  `${lane}:${session}`;
/** `intake:<session>` and the like: the lane of a known kind. */
export function isLane(name: string): boolean {
  const [lane = '', session = '', ...more] = name.split(':');
  return more.length === 0 && SESSION.test(session) && [...known.values()].some((each) => each.lane === lane);
}
