import type { ConsultationState } from '../../domain/care/consultation-state.ts';
import type { About } from '../../protocol/operations/about.ts';
import type { Outcome, Receipt } from '../../protocol/wire.ts';
import type { DeviceOwner } from '../store/rows.ts';

/** One operation on its way, or arrived. */
export interface Delivery {
  readonly opId: string;
  readonly session: string;
  readonly subjectId: string;
  readonly kind: string;
  /** What the screens of its kind want to know of it. */
  readonly about: About;
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
    | 'not-understood'
    /** Its photos and documents are still on their way: see {@link Delivery.upload}. */
    | 'photos'
    /** No key of the vendor's could be verified yet, to seal it to. */
    | 'no-key';
  /** How much of its photos and documents has arrived, in bytes; absent where it has none, and once all have. */
  readonly upload?: { readonly done: number; readonly total: number };
  readonly receipt?: Receipt;
  readonly outcome?: Outcome;
  readonly reviewedAt?: string;
  readonly acknowledgedAt?: string;
  /** Of a form: how far its consultation is. What was written in it, only the person's records tell. */
  readonly consultation?: ConsultationState;
  /** The clinic has deleted it, and why, in the clinic's own words. */
  readonly deletedAt?: string;
  readonly reason?: string;
}
