/** Statuses, label and guards as tables: every combination that events can lead to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fulfillmentRank,
  isHandedOver,
  isNotApproved,
  type OrderEvent,
  type OrderEventName,
  type OrderFacts,
  statusesOf,
} from './order-events.ts';
import { type GuardedOrder, isCleared, mayCapture, mayDo, orderActions } from './order-guards.ts';
import {
  clinicalStatuses,
  fulfillmentStatuses,
  type OrderLabel,
  type OrderStatuses,
  orderLabel,
  orderLabels,
  orderStatuses,
  paymentStatuses,
  waitingOn,
  waitsOn,
} from './order-status.ts';

const names = [
  ...['placed', 'problem', 'settled', 'pharmacy_changed', 'reservation_ended', 'cancelled'],
  ...['in_review', 'needs_info', 'approved', 'declined', 'referred', 'review_expired'],
  ...['preparing', 'ready_for_pickup', 'tracking', 'shipped', 'in_transit', 'out_for_delivery'],
  ...['exception', 'refused', 'delivered', 'picked_up', 'returned', 'authorized', 'charged', 'refunded'],
] as OrderEventName[];
const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 9, minute)).toISOString();
const happened = (...events: OrderEventName[]): OrderEvent[] =>
  events.map((event, minute) => ({ event, at: at(minute), attempt: 0 }));
const facts = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  ...{
    waitsForReview: true,
    waitsForId: false,
    hasProblems: false,
    isConsultation: false,
    payment: 'authorized',
  },
  ...more,
});

const implies = (holds: boolean, follows: boolean) => !holds || follows;

const events = fc.array(
  fc.record({
    event: fc.constantFrom(...names),
    at: fc.integer({ min: 0, max: 59 }).map(at),
    attempt: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 12 },
);
const anyFacts = fc.record({
  waitsForReview: fc.boolean(),
  waitsForId: fc.boolean(),
  hasProblems: fc.boolean(),
  isConsultation: fc.boolean(),
  payment: fc.constantFrom(...paymentStatuses),
});

describe('events (case 12 of the scenarios, I5, I6)', () => {
  it('in any order and however often come to one state', () => {
    fc.assert(
      fc.property(
        events.chain((set) =>
          fc.record({
            set: fc.constant(set),
            heard: fc.shuffledSubarray([...set, ...set, ...set], { minLength: set.length * 3 }),
          }),
        ),
        anyFacts,
        ({ set, heard }, known) => {
          expect(statusesOf(heard, known)).toEqual(statusesOf(set, known));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('come to a legal state', () => {
    fc.assert(
      fc.property(events, anyFacts, (set, known) => {
        const { order, clinical, fulfillment } = statusesOf(set, known);
        const isDeclined = set.some(({ event }) => event === 'declined') && known.waitsForReview;
        expect([
          orderStatuses.includes(order),
          (order === 'cancelled') === (fulfillment === 'cancelled'),
          implies(isHandedOver(fulfillment), order === 'placed' || order === 'closed'),
          implies(!known.waitsForReview, clinical === 'none'),
          implies(isNotApproved(clinical) && !isHandedOver(fulfillment), order === 'cancelled'),
          implies(isDeclined, clinical === 'declined'),
        ]).toEqual([true, true, true, true, true, true]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('never lower a rank within an attempt, and what is over stays over', () => {
    fc.assert(
      fc.property(
        events.map((set) => set.map((one) => ({ ...one, attempt: 0 }))),
        fc.constantFrom(...names),
        anyFacts,
        (set, event, known) => {
          const before = statusesOf(set, known);
          const after = statusesOf([...set, { event, at: at(59), attempt: 0 }], known);
          const [rank, next] = [fulfillmentRank(before.fulfillment), fulfillmentRank(after.fulfillment)];
          expect([
            implies(isHandedOver(before.fulfillment), next >= rank && isHandedOver(after.fulfillment)),
            implies(
              before.order === 'cancelled' && !isHandedOver(after.fulfillment),
              after.order === 'cancelled',
            ),
            implies(isNotApproved(before.clinical), isNotApproved(after.clinical)),
          ]).toEqual([true, true, true]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('of a parcel with a number say that it is on its way at least', () => {
    expect(statusesOf(happened('placed', 'approved', 'tracking'), facts()).fulfillment).toBe('shipped');
    expect(statusesOf(happened('tracking', 'in_transit', 'shipped'), facts()).fulfillment).toBe('in_transit');
  });

  it('begin again with another pharmacy, once the first can’t fill it', () => {
    const refused = happened('placed', 'approved', 'preparing', 'refused');
    expect(statusesOf(refused, facts()).fulfillment).toBe('refused');
    const changed: OrderEvent = { event: 'pharmacy_changed', at: at(30), attempt: 1 };
    expect(statusesOf([...refused, changed], facts()).fulfillment).toBe('unfulfilled');
    const again: OrderEvent = { event: 'preparing', at: at(31), attempt: 1 };
    expect(statusesOf([again, ...refused, changed], facts()).fulfillment).toBe('preparing');
  });

  it('of staff who ask and are answered count by the newest', () => {
    expect(statusesOf(happened('in_review', 'needs_info'), facts())).toMatchObject({
      clinical: 'needs_info',
      fulfillment: 'on_hold',
    });
    expect(statusesOf(happened('needs_info', 'in_review'), facts()).clinical).toBe('in_review');
    // Nothing goes on without the ID that is asked for where it goes; a decision against it stays one.
    const unseen = facts({ waitsForId: true });
    expect(statusesOf(happened('placed', 'approved'), unseen).clinical).toBe('waiting');
    expect(statusesOf(happened('placed', 'declined'), unseen).clinical).toBe('declined');
  });
});

describe('a consultation alone', () => {
  const alone = (payment: OrderFacts['payment']) => facts({ isConsultation: true, payment });

  it('is over once a clinician has completed it and it is charged', () => {
    expect(orderLabel(statusesOf(happened('placed'), alone('authorized')))).toBe('received');
    expect(statusesOf(happened('placed', 'approved'), alone('authorized')).order).toBe('placed');
    const charged = statusesOf(happened('placed', 'approved', 'charged'), alone('captured'));
    expect([charged.order, orderLabel(charged), waitsOn(charged)]).toEqual(['closed', 'completed', 'nobody']);
  });

  it('is over without a charge where it is declined', () => {
    const declined = statusesOf(happened('placed', 'declined'), alone('voided'));
    expect([declined.order, orderLabel(declined)]).toEqual(['cancelled', 'not-approved']);
  });
});

type Row = readonly [clinical: string, payment: string, fulfillment: string];
const ANY = '*';
/** `product.md`'s table, with the states that have come since: for each label what may be true of the order. */
const TABLE: Readonly<Record<OrderLabel, readonly Row[]>> = {
  problem: [[ANY, ANY, 'unfulfilled on_hold refused']],
  'not-paid': [
    ['none waiting in_review needs_info approved', 'none requires_method voided', 'unfulfilled on_hold'],
  ],
  'confirming-payment': [['none waiting in_review needs_info approved', 'unknown', 'unfulfilled on_hold']],
  received: [
    [
      'none waiting',
      'authorized setup deferred captured canceling disputed refund_pending partially_refunded refunded',
      'unfulfilled',
    ],
  ],
  'in-review': [
    [
      'in_review',
      'authorized setup deferred captured canceling disputed refund_pending partially_refunded refunded',
      'unfulfilled',
    ],
  ],
  'needs-info': [
    [
      'needs_info',
      'authorized setup deferred captured canceling disputed refund_pending partially_refunded refunded',
      'on_hold',
    ],
  ],
  approved: [
    [
      'approved',
      'authorized setup deferred captured canceling disputed refund_pending partially_refunded refunded',
      'unfulfilled',
    ],
  ],
  'payment-problem': [
    ['none waiting in_review needs_info approved', 'failed requires_action', 'unfulfilled on_hold'],
  ],
  preparing: [['none waiting in_review needs_info approved', ANY, 'preparing']],
  ready: [['none waiting in_review needs_info approved', ANY, 'ready_for_pickup']],
  'on-its-way': [['none waiting in_review needs_info approved', ANY, 'shipped in_transit out_for_delivery']],
  'delivery-problem': [['none waiting in_review needs_info approved', ANY, 'exception']],
  'could-not-fill': [['none waiting in_review needs_info approved', ANY, 'refused']],
  delivered: [['none waiting in_review needs_info approved', ANY, 'delivered']],
  collected: [['none waiting in_review needs_info approved', ANY, 'picked_up']],
  completed: [['approved', 'captured refund_pending partially_refunded refunded disputed', 'unfulfilled']],
  returned: [['none waiting in_review needs_info approved', ANY, 'returned']],
  'not-approved': [['declined referred', ANY, ANY]],
  expired: [['expired', ANY, ANY]],
  cancelled: [['none waiting in_review needs_info approved', ANY, 'cancelled']],
};
const admits = (cell: string, value: string) => cell === ANY || cell.split(' ').includes(value);

/** Every combination of statuses that some events and facts come to. */
function reachable(): readonly OrderStatuses[] {
  const found = new Map<string, OrderStatuses>();
  const clinical = [
    [],
    ...['in_review', 'needs_info', 'approved', 'declined', 'referred', 'review_expired'].map((one) => [one]),
  ];
  const handed = [
    [],
    ...names
      .filter((name) => /^(prep|ready|track|ship|in_tr|out_|exc|ref|del|pick|ret)/.test(name))
      .map((one) => [one]),
  ];
  for (const one of clinical)
    for (const other of handed)
      for (const end of [[], ['cancelled']])
        for (const payment of paymentStatuses)
          for (const waitsForReview of [true, false])
            for (const [hasProblems, isConsultation] of [
              [true, false],
              [false, false],
              [false, true],
            ] as const) {
              // What is no goods is on no way.
              if (isConsultation && other.length > 0) continue;
              const set = happened(...([...one, ...other, ...end] as OrderEventName[]));
              const statuses = statusesOf(set, {
                ...{ waitsForReview, waitsForId: false, hasProblems, isConsultation, payment },
              });
              found.set(JSON.stringify(statuses), statuses);
            }
  return [...found.values()];
}

describe('the label', () => {
  const all = reachable();

  it('is what the table says, of every combination that is reachable', () => {
    expect(all.length).toBeGreaterThan(500);
    const wrong = all.filter((statuses) => {
      const { clinical, payment, fulfillment } = statuses;
      const rows = TABLE[orderLabel(statuses)];
      return !rows.some(([a, b, c]) => admits(a, clinical) && admits(b, payment) && admits(c, fulfillment));
    });
    expect(wrong.map((statuses) => `${orderLabel(statuses)}: ${JSON.stringify(statuses)}`)).toEqual([]);
    expect(new Set(all.map(orderLabel))).toEqual(new Set(orderLabels));
  });

  it.each<[OrderLabel, Partial<OrderStatuses>]>([
    ['received', { clinical: 'waiting', payment: 'setup' }],
    ['received', { clinical: 'none', payment: 'captured' }],
    ['needs-info', { clinical: 'needs_info', fulfillment: 'on_hold' }],
    ['approved', { clinical: 'approved', payment: 'captured' }],
    ['payment-problem', { clinical: 'approved', payment: 'failed', fulfillment: 'on_hold' }],
    [
      'not-approved',
      { order: 'cancelled', clinical: 'declined', payment: 'voided', fulfillment: 'cancelled' },
    ],
    ['expired', { order: 'cancelled', clinical: 'expired', payment: 'voided', fulfillment: 'cancelled' }],
    ['cancelled', { order: 'cancelled', payment: 'refunded', fulfillment: 'cancelled' }],
    ['not-paid', { payment: 'voided' }],
    ['confirming-payment', { payment: 'unknown' }],
  ])('is %s for %o', (label, part) => {
    const statuses = {
      order: 'placed',
      clinical: 'waiting',
      payment: 'authorized',
      fulfillment: 'unfulfilled',
      ...part,
    } as const;
    expect(orderLabel(statuses as OrderStatuses)).toBe(label);
  });

  it('names who acts next, and nobody only where it is over and the money is settled', () => {
    const open = all.filter((statuses) => waitsOn(statuses) === 'nobody');
    const over = [
      'not-approved',
      'expired',
      'cancelled',
      'delivered',
      'collected',
      'returned',
      'completed',
      'confirming-payment',
    ];
    for (const statuses of open) {
      expect(over).toContain(orderLabel(statuses));
      expect(['unknown', 'canceling', 'refund_pending']).not.toContain(statuses.payment);
    }
    expect(waitingOn).toEqual(expect.arrayContaining(all.map(waitsOn)));
  });
});

describe('guards (I4)', () => {
  /** Not only what is reachable. */
  const every: GuardedOrder[] = orderStatuses.flatMap((order) =>
    clinicalStatuses.flatMap((clinical) =>
      paymentStatuses.flatMap((payment) =>
        fulfillmentStatuses.flatMap((fulfillment) =>
          (['mail', 'pickup', 'none'] as const).map((way) => ({
            ...{
              statuses: { order, clinical, payment, fulfillment },
              way,
              total: 4900,
              charged: 4900,
              refundable: 0,
            },
          })),
        ),
      ),
    ),
  );
  const allowed = (action: (typeof orderActions)[number]) => every.filter((one) => mayDo(action, one));

  it('let nothing be prepared at a pharmacy that has closed, while it may be refused and canceled', () => {
    const may = (action: (typeof orderActions)[number], isPharmacyClosed: boolean) =>
      every.some((one) => one.way === 'pickup' && mayDo(action, { ...one, isPharmacyClosed }));
    for (const action of ['preparing', 'ready_for_pickup'] as const)
      expect([may(action, false), may(action, true)]).toEqual([true, false]);
    expect([may('refused', true), may('cancel', true)]).toEqual([true, true]);
  });

  it('let nothing be sent, packed or handed over without a capture or a payment at the desk', () => {
    for (const action of ['shipped', 'tracking', 'packing-slip', 'picked_up'] as const) {
      expect(allowed(action).length).toBeGreaterThan(0);
      for (const { statuses } of allowed(action))
        expect([action, statuses.payment]).toEqual([
          action,
          expect.stringMatching(/^(captured|partially_refunded)$/),
        ]);
    }
  });

  it('let nothing be packed or handed over of a consultation', () => {
    const goods = orderActions.filter((action) => !['desk-payment', 'cancel', 'refund'].includes(action));
    const alone = every.filter(({ way, statuses }) => way === 'none' && !isHandedOver(statuses.fulfillment));
    expect(alone.flatMap((one) => goods.filter((action) => mayDo(action, one)))).toEqual([]);
  });

  it('let nothing leave of which less was charged than it costs', () => {
    const less = every.map((one) => ({ ...one, charged: 4800 }));
    for (const action of ['shipped', 'tracking', 'packing-slip', 'picked_up'] as const)
      expect(less.filter((one) => mayDo(action, one))).toEqual([]);
  });

  it('let nothing be captured, paid, prepared or sent before a clinician has approved it', () => {
    const acts = [
      'desk-payment',
      'preparing',
      'ready_for_pickup',
      'shipped',
      'tracking',
      'packing-slip',
      'picked_up',
    ] as const;
    for (const { statuses } of acts.flatMap(allowed)) {
      expect(isCleared(statuses)).toBe(true);
      expect(statuses.order).toBe('placed');
    }
    const captured = every.filter(({ statuses }) => mayCapture(statuses));
    expect(captured.every(({ statuses }) => statuses.order === 'placed' && isCleared(statuses))).toBe(true);
  });

  it('let nothing be cancelled that has left, nor anything of what is over be fulfilled', () => {
    for (const { statuses } of allowed('cancel')) expect(isHandedOver(statuses.fulfillment)).toBe(false);
    for (const action of orderActions.filter(
      (one) => !['refund', 'returned', 'delivered', 'exception'].includes(one),
    ))
      for (const { statuses } of allowed(action)) expect(['placed', 'problem']).toContain(statuses.order);
  });

  it('never lead back to a lower rank', () => {
    const targets = [
      'preparing',
      'ready_for_pickup',
      'shipped',
      'delivered',
      'picked_up',
      'returned',
      'refused',
    ] as const;
    for (const target of targets)
      for (const { statuses } of allowed(target))
        expect(fulfillmentRank(statuses.fulfillment)).toBeLessThan(fulfillmentRank(target));
  });

  it('freeze refunds of what is disputed', () => {
    const disputed = every.find(({ statuses }) => statuses.payment === 'disputed');
    expect(disputed && mayDo('refund', { ...disputed, refundable: 100 })).toBe(false);
  });
});
