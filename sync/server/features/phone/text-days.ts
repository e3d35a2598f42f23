/** How many codes by text were sent and entered, and the alarm where few come back: then somebody may be paid for texts that nobody reads. */
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';

export interface TextDay {
  /** ISO 8601, UTC. */
  readonly day: string;
  readonly sent: number;
  readonly entered: number;
  readonly alarmed: boolean;
}

export interface TextDays {
  /** @param count 0 where nothing leaves the house, after the same work. */
  sent(transaction: Transaction, vendor: string, count: 0 | 1): Promise<void>;
  entered(transaction: Transaction, vendor: string): Promise<void>;
  /** Of the last week, the newest first. */
  recent(vendor: string): Promise<readonly TextDay[]>;
  sweep(): Promise<void>;
}

const MIN_SENT = 20;
/** So small a part of what was sent was entered, at most, where there is an alarm. */
const SMALL_PART = 1 / 3;
const KEPT_DAYS = 90;
const SHOWN_DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;

export function createTextDays({
  sql,
  logger,
  now,
}: {
  readonly sql: Sql;
  readonly logger: Logger;
  readonly now: () => Date;
}): TextDays {
  const dayAt = (daysAgo = 0) => new Date(now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  return {
    async sent(transaction, vendor, count) {
      const day = dayAt();
      const [row] = await transaction<[{ sent: number; entered: number; alarmed_at: string | null }]>`
        insert into text_days (vendor, day, sent) values (${vendor}, ${day}, ${count})
        on conflict (vendor, day) do update set sent = text_days.sent + excluded.sent returning sent, entered, alarmed_at`;
      const { sent, entered, alarmed_at } = row;
      if (sent < MIN_SENT || entered > sent * SMALL_PART || alarmed_at !== null) return;
      await transaction`
        update text_days set alarmed_at = ${now().toISOString()} where vendor = ${vendor} and day = ${day}`;
      logger.error({ vendor, sent, entered }, 'TEXT_CODES_UNUSED');
    },
    async entered(transaction, vendor) {
      await transaction`
        insert into text_days (vendor, day, entered) values (${vendor}, ${dayAt()}, 1)
        on conflict (vendor, day) do update set entered = text_days.entered + 1`;
    },
    recent: (vendor) => sql<TextDay[]>`
      select to_char(day, 'YYYY-MM-DD') as day, sent, entered, alarmed_at is not null as alarmed from text_days
      where vendor = ${vendor} and day > ${dayAt(SHOWN_DAYS)} and sent + entered > 0 order by text_days.day desc`,
    async sweep() {
      await sql`delete from text_days where day < ${dayAt(KEPT_DAYS)}`;
    },
  };
}
