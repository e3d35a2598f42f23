/** Apart from what is written in a consultation: every page that sends something reads it. */
export const consultationStates = [
  'waiting',
  'in_review',
  'needs_info',
  'live_visit',
  'approved',
  'prescribed',
  'completed',
  'declined',
  'referred',
  'expired',
  'withdrawn',
] as const;
export type ConsultationState = (typeof consultationStates)[number];
