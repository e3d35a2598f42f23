import type { Outcome, Receipt } from '../protocol/wire.ts';
import type { DeviceOwner } from './store/rows.ts';

/** One submission or safety alert on its way, or arrived. */
export interface Delivery {
  readonly opId: string;
  readonly session: string;
  readonly subjectId: string;
  readonly kind: 'intake.submit' | 'safety.alert';
  readonly questionnaireSlug: string;
  readonly owner: DeviceOwner;
  /** `K7-42QF`, the same before and after the receipt. */
  readonly code: string;
  readonly queuedAt: string;
  readonly state: 'queued' | 'sending' | 'received' | 'held' | 'attention';
  /** Why it isn't there yet, or needs somebody. */
  readonly why?:
    | 'offline'
    | 'server-busy'
    | 'server-older'
    | 'update-needed'
    | 'sign-in-needed'
    | 'conflict'
    | 'not-understood';
  readonly receipt?: Receipt;
  readonly outcome?: Outcome;
  readonly reviewedAt?: string;
  readonly acknowledgedAt?: string;
}
