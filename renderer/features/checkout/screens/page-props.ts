import type { CheckoutContext } from '../flow/checkout-events.ts';
import type { OpenCheckout, Priced } from '../flow/use-checkout.ts';

export interface CheckoutPageProps extends OpenCheckout {
  readonly at: string;
  readonly context: CheckoutContext;
  readonly quote: Priced;
}
