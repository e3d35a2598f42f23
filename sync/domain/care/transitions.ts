/** What may happen to a consultation, as a table: the one that server and console share. */
import type { ConsultationState } from './consultation.ts';

export const consultationEvents = [
  'claim',
  'assign',
  'release',
  'ask',
  'reply',
  'require-live',
  'live-done',
  'approve',
  'prescribe',
  'transmit',
  'decline',
  'refer',
  'expire',
  'withdraw',
] as const;
export type ConsultationEvent = (typeof consultationEvents)[number];

const TABLE: Readonly<Record<ConsultationState, Partial<Record<ConsultationEvent, ConsultationState>>>> = {
  waiting: { claim: 'in_review', assign: 'in_review', withdraw: 'withdrawn' },
  in_review: {
    assign: 'in_review',
    release: 'waiting',
    ask: 'needs_info',
    'require-live': 'live_visit',
    approve: 'approved',
    decline: 'declined',
    refer: 'referred',
    withdraw: 'withdrawn',
  },
  needs_info: { assign: 'needs_info', reply: 'in_review', expire: 'expired', withdraw: 'withdrawn' },
  live_visit: { assign: 'live_visit', 'live-done': 'in_review', withdraw: 'withdrawn' },
  approved: { prescribe: 'prescribed' },
  prescribed: { transmit: 'completed' },
  completed: {},
  declined: {},
  referred: {},
  expired: {},
  withdrawn: {},
};

/** @returns undefined where it may not happen now. */
export const afterEvent = (
  state: ConsultationState,
  event: ConsultationEvent,
): ConsultationState | undefined => TABLE[state][event];

/** Nobody has decided yet. */
export const isOpen = (state: ConsultationState): boolean => 'withdraw' in TABLE[state];
/** Nothing happens to it any more. */
export const isOver = (state: ConsultationState): boolean => Object.keys(TABLE[state]).length === 0;
