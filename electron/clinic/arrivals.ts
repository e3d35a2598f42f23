/**
 * Telling the desk that somebody is here. The screen says the truth of the moment; what couldn't be told is told later, after a restart too, until the
 * day is over. What waits lies in a file: opaque ids, a time and a language, and nothing of the patient.
 */
import { z } from 'zod/mini';
import { type ArrivalRequest, arrivalRequestSchema } from '../../sync/protocol/api/kiosk.ts';
import type { ClinicServer } from './server.ts';
import type { SmallFiles } from './small-file.ts';

/** So long somebody stands before a screen that says nothing. */
export const TELL_WITHIN_MS = 8_000;
export const MAX_WAITING = 200;
export const ARRIVALS_FILE = 'arrivals.json';

const keptSchema = z.object({ v: z.literal(1), waiting: z.array(arrivalRequestSchema) });

export type Told = { readonly told: false } | { readonly told: true; readonly queueNumber: string };

export interface Arrivals {
  /** What an earlier run of this machine couldn't tell. */
  load(): Promise<void>;
  /** Told again under the same id, it takes the place of what was to be told; each session that goes with it is told. */
  arrive(arrival: ArrivalRequest): Promise<Told>;
  /** The same, for what nobody waits to hear of: resolves when it outlives a restart, or the disk has refused that. */
  note(arrival: ArrivalRequest): Promise<void>;
  /** Tries again what couldn't be told. */
  retry(): Promise<void>;
  waiting(): number;
  drop(): void;
}

export interface ArrivalsOptions {
  readonly server: Pick<ClinicServer, 'arrive'>;
  readonly files: Pick<SmallFiles, 'read' | 'write'>;
  /** The clinic's day of an instant (ms since 1970), and of now. */
  readonly dayOf: (at: number) => string;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onFault: (error: unknown) => void;
}

const nameOf = ({ id, session }: Pick<ArrivalRequest, 'id' | 'session'>) => `${id} ${session ?? ''}`;

export function createArrivals({ server, files, dayOf, now, after, onFault }: ArrivalsOptions): Arrivals {
  /** By {@link nameOf}, oldest first. */
  const waiting = new Map<string, ArrivalRequest>();
  let retrying: Promise<void> | undefined;

  /** A disk that refuses costs no more than what the next start would have told. */
  const keep = () => files.write(ARRIVALS_FILE, { v: 1, waiting: [...waiting.values()] }).catch(onFault);
  const isOfToday = ({ at }: ArrivalRequest) => dayOf(Date.parse(at)) === dayOf(now());

  function add(arrival: ArrivalRequest): void {
    // What is known with a session says all that was to be said without one.
    if (arrival.session !== undefined) waiting.delete(nameOf({ id: arrival.id }));
    waiting.set(nameOf(arrival), arrival);
    const [oldest] = waiting.keys();
    if (waiting.size > MAX_WAITING && oldest !== undefined) waiting.delete(oldest);
  }

  async function tell(arrival: ArrivalRequest): Promise<Told> {
    const reply = await server.arrive(arrival);
    // More may have become known of it meanwhile.
    const name = nameOf(arrival);
    if (reply.status !== 'offline' && waiting.get(name) === arrival) {
      waiting.delete(name);
      void keep();
    }
    return reply.status === 'ok' ? { told: true, queueNumber: reply.value.queueNumber } : { told: false };
  }

  async function retryAll(): Promise<void> {
    for (const arrival of [...waiting.values()]) {
      // Yesterday's are of no use to a desk.
      if (isOfToday(arrival)) await tell(arrival);
      else if (waiting.delete(nameOf(arrival))) void keep();
    }
  }

  return {
    async load() {
      const kept = keptSchema.safeParse(await files.read(ARRIVALS_FILE));
      if (kept.success) for (const arrival of kept.data.waiting) add(arrival);
    },
    async arrive(arrival) {
      add(arrival);
      void keep();
      let cancel: () => void = () => undefined;
      const late = new Promise<Told>((resolve) => {
        cancel = after(TELL_WITHIN_MS, () => resolve({ told: false }));
      });
      const told = await Promise.race([tell(arrival), late]);
      cancel();
      return told;
    },
    async note(arrival) {
      add(arrival);
      await keep();
      tell(arrival).catch(onFault);
    },
    retry() {
      retrying ??= retryAll().finally(() => {
        retrying = undefined;
      });
      return retrying;
    },
    waiting: () => waiting.size,
    drop() {
      waiting.clear();
      void keep();
    },
  };
}
