/** Money that is paid at the vendor's counter: staff record it, and their word is the provider's. */
import type { ProviderPayment } from '../provider.ts';

export const deskPayment = (id: string, amount: number, currency: string): ProviderPayment => ({
  ...{ id, kind: 'payment', state: 'succeeded', amount, currency, received: amount },
  ...{ refunds: [], disputes: [] },
});
