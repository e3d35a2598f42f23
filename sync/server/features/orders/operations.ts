/** The kind of operation that places an order. Imported by workers, and so free of routes and tables. */
import { orderPlace as placed } from '../../../protocol/operations/order-place.ts';
import { type OrderPlace, orderPlaceVersions } from '../../../protocol/operations/payloads/order-place.ts';
import { problem } from '../../base/problems.ts';
import { defineKind, type OperationKind } from '../../core/judging/kinds.ts';
import { effectNamed } from '../../core/judging/verdict.ts';
import { unreadCase } from '../inbox/operations.ts';

/** What is left to the tables: what it costs, whether it is there, and who may order it. */
export const orderEffect = effectNamed<OrderPlace>('orders');

export const orderPlace = defineKind(placed, {
  versions: orderPlaceVersions,
  judge(operation, payload) {
    const lane = operation.lane.slice(operation.lane.indexOf(':') + 1).toLowerCase();
    if (lane !== payload.session.toLowerCase())
      return { outcome: 'held', problem: problem('SESSION_MISMATCH'), effects: unreadCase(operation) };
    return { outcome: 'applied', problem: undefined, effects: orderEffect.of(payload) };
  },
  unread: unreadCase,
});

export const operations: readonly OperationKind[] = [orderPlace];
