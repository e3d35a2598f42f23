/** The record kind of an order: its body is an `OrderView` of `sync/domain/orders`, its id the order's. */
export const ORDER_RECORD = 'order';
export const ORDER_VERSION = 1;
