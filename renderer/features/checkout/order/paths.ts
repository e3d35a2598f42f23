import type { Way } from '../../../../sync/domain/orders/order-view.ts';

/** Addresses of an order. They are documents of their own kind, so that they are opened by a load where powers change. */
export const successPath = (vendor: string, order: string, way: Way): string =>
  `/connect/${vendor}/checkout/${way === 'pickup' ? 'pharmacy/' : ''}success/${order}`;
export const paymentPath = (vendor: string, order: string): string =>
  `/connect/${vendor}/checkout/payment/${order}`;
