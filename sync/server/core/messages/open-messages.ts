/** The queue and what empties it. */
import { createDelivery, type Delivery, type DeliveryDependencies } from './delivery.ts';
import { createMessages, type Messages } from './messages.ts';
import { createMessageSeal } from './sealed-content.ts';

export function openMessages({
  secret,
  ...dependencies
}: Omit<DeliveryDependencies, 'seal' | 'messages'> & { readonly secret: Uint8Array }): {
  readonly messages: Messages;
  readonly delivery: Delivery;
} {
  const seal = createMessageSeal(secret);
  const messages = createMessages({ ...dependencies, seal });
  return { messages, delivery: createDelivery({ ...dependencies, seal, messages }) };
}
