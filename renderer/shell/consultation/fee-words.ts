/** What is said in other words where nothing but a consultation is paid. */
import type { OrderLabel } from '../../../sync/domain/orders/order-status.ts';
import type { MessageKey } from '../../i18n/index.ts';

const LABELS = [
  'problem',
  'not-paid',
  'received',
  'in-review',
  'not-approved',
  'expired',
  'cancelled',
] as const;
const NEXT = ['problem', 'not-paid', 'received', 'in-review', 'needs-info', 'expired', 'cancelled'] as const;

const found = <Known extends OrderLabel>(among: readonly Known[], label: OrderLabel): Known | undefined =>
  among.find((own) => own === label);

export function feeLabel(label: OrderLabel): MessageKey<'checkout'> {
  const own = found(LABELS, label);
  return own ? `fee.label.${own}` : `label.${label === 'approved' ? 'completed' : label}`;
}

export function feeNext(label: OrderLabel): MessageKey<'checkout'> {
  const own = found(NEXT, label);
  return own ? `fee.next.${own}` : `next.${label === 'approved' ? 'completed' : label}`;
}
