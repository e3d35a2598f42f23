/** An unfinished intake that waits for its patient: what is known of it without opening the draft's key. */
import type { IntakePaused } from '../../../protocol/operations/payloads/intake-paused.ts';
import { type ApplyBatch, effectNamed } from '../../core/judging/verdict.ts';

export interface PausedDraft {
  readonly session: string;
  /** Slug. */
  readonly form: string;
  readonly reason: IntakePaused['reason'];
  readonly savedAt: string;
}

export const pausedIntake = effectNamed<PausedDraft>('paused-intake');

/** Stored with the outcome, so that the code works from the moment that the device hears of it. */
export const storePaused: ApplyBatch = async (sql, decided) => {
  const rows = decided.flatMap(({ operation, verdict }) => {
    const paused = pausedIntake.in(verdict);
    return paused ? [{ ...operation, ...paused }] : [];
  });
  if (rows.length === 0) return;
  const column = (read: (row: (typeof rows)[number]) => string) => rows.map(read);
  await sql`
    insert into paused_intakes (vendor, op_id, code, device, session, form, reason, saved_at, received_at)
    select * from unnest(
      ${column(({ vendor }) => vendor)}::text[], ${column(({ opId }) => opId)}::uuid[], ${column(({ code }) => code)}::text[],
      ${column(({ device }) => device)}::text[], ${column(({ session }) => session)}::uuid[], ${column(({ form }) => form)}::text[],
      ${column(({ reason }) => reason)}::text[], ${column(({ savedAt }) => savedAt)}::timestamptz[],
      ${column(({ receivedAt }) => receivedAt.toISOString())}::timestamptz[]
    )
    on conflict do nothing`;
};
