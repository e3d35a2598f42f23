/** An order, on its way to the vendor. What it costs, the vendor says; until then the patient sees what they were shown. */
import type { OrderView } from '../../domain/orders/order-view.ts';
import { ORDER_RECORD, ORDER_VERSION } from '../records/order.ts';
import { defineOperation, type QueuedOperation, type RecordOverlay, type Submission } from './operation.ts';
import type { OrderPlace } from './payloads/order-place.ts';

/** What the patient's record of it says before the vendor has it: names and prices of its lines are the catalog's to show. */
export interface SendingOrder
  extends Pick<
    OrderView,
    'id' | 'code' | 'placedAt' | 'currency' | 'shownTotal' | 'delivery' | 'contact' | 'payment'
  > {
  readonly sending: true;
  readonly lines: OrderPlace['lines'];
  readonly consultation?: string;
}

function overlayOf(placed: OrderPlace, { code }: QueuedOperation): RecordOverlay {
  const { session: id, placedAt, lines, delivery, contact, payment, shown, consultation } = placed;
  const body: SendingOrder = {
    ...{ sending: true, id, code, placedAt: new Date(placedAt).toISOString(), currency: shown.currency },
    ...{ shownTotal: shown.total, lines, delivery, contact, payment },
    ...(consultation === undefined ? {} : { consultation }),
  };
  return { kind: ORDER_RECORD, v: ORDER_VERSION, id, body: { ...body } };
}

export const orderPlace = defineOperation<OrderPlace>()({
  kind: 'order.place',
  lane: 'order',
  sealed: 'before-queueing',
  retention: { copy: true, endsDraft: false },
  newest: 3,
  // Before, goods were in each; then each was billed where it was delivered, or nowhere.
  upcast: {
    1: (sealed: OrderPlace): OrderPlace => sealed,
    2: (sealed: OrderPlace): OrderPlace => sealed,
  },
  // A guest has no records: their device keeps what it has sent.
  overlay: (payload, operation) => (payload?.person === undefined ? [] : [overlayOf(payload, operation)]),
});

export const orderSubmission = (placed: OrderPlace): Submission => ({
  operation: orderPlace,
  session: placed.session,
  subjectId: placed.person ?? placed.session,
  ...(placed.person === undefined ? {} : { person: placed.person }),
  about: { way: placed.delivery.way },
  payload: (): OrderPlace => placed,
});
