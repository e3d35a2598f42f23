/**
 * Installs what is offered when the gate says so, and takes back what doesn't show within its time that it works (K10). What downloads, checks the
 * signature and exchanges files is the place's: see {@link Updater}.
 */
import { z } from 'zod/mini';
import type { SmallFiles } from '../clinic/small-file.ts';
import type { KioskLog } from '../log/events.ts';
import { type GateFacts, judgeProbation, judgeUpdate } from './gate.ts';

/** What the place can do: see `hosts/electron/updater.ts`. */
export interface Updater {
  /** A version that is downloaded, whole and signed by the publisher; undefined where there is none. */
  offered(): Promise<string | undefined>;
  /** Downloads a version that ran here before. Rejects where it can't just now. */
  fetch(version: string): Promise<void>;
  /** The last act of a process: starts what puts that version, which is downloaded, in its place. @returns whether it has begun */
  exchange(version: string): boolean;
}

/** This process is to end, and this is its last act. */
export interface Exchange {
  readonly exchange: () => boolean;
}

export const UPDATE_FILE = 'update.json';
const MAX_REFUSED = 20;

const memorySchema = z.object({
  v: z.literal(1),
  refused: z.array(z.string()),
  last: z.enum(['none', 'installed', 'taken-back']),
  /** Installed, and not yet known to be good. */
  probation: z.optional(
    z.object({ version: z.string(), previous: z.string(), since: z.number(), starts: z.int() }),
  ),
  /** The version to go back to, until it could be downloaded. */
  back: z.optional(z.string()),
});
type Memory = z.infer<typeof memorySchema>;
const NEW: Memory = { v: 1, refused: [], last: 'none' };

export interface UpdateFacts
  extends Pick<GateFacts, 'screen' | 'minuteOfDay' | 'window' | 'unsealedIntakes'> {
  /** ms since 1970. */
  readonly now: number;
  readonly attractPainted: boolean;
  /** undefined where the network is away. */
  readonly serverReached: boolean | undefined;
}

export interface UpdateKeeper {
  /** At each start, before anything else can fail. */
  begin(now: number): Promise<Exchange | undefined>;
  /**
   * Once a minute.
   * @param closing awaited before anything is exchanged: no patient may begin any more. @returns false where somebody is here
   */
  look(facts: UpdateFacts, closing: () => Promise<boolean>): Promise<Exchange | undefined>;
  last(): Memory['last'];
}

export function createUpdateKeeper(options: {
  readonly updater: Updater;
  readonly running: string;
  readonly files: SmallFiles;
  readonly log: KioskLog;
}): UpdateKeeper {
  const { updater, running, files, log } = options;
  let memory: Memory = NEW;
  let found: string | undefined;

  async function keep(change: Partial<Memory>): Promise<void> {
    memory = { ...memory, ...change };
    await files.write(UPDATE_FILE, memory);
  }

  const refusing = (version: string) => ({
    refused: [...memory.refused, version].slice(-MAX_REFUSED),
    probation: undefined,
    last: 'taken-back' as const,
  });

  /** A patient who is here stays, and a network that is away comes back: both are tried again. */
  async function goBack(to: string, closing: () => Promise<boolean>): Promise<Exchange | undefined> {
    try {
      await updater.fetch(to);
    } catch (error) {
      log.fault('update', error);
      return undefined;
    }
    if (!(await closing())) return undefined;
    await keep({ back: undefined });
    return { exchange: () => updater.exchange(to) };
  }

  async function judge(
    seen: Pick<UpdateFacts, 'attractPainted' | 'serverReached' | 'now'>,
    closing: () => Promise<boolean>,
  ): Promise<Exchange | undefined> {
    const { probation } = memory;
    if (probation === undefined) return undefined;
    const verdict = judgeProbation(probation, seen);
    if (verdict === 'good') {
      await keep({ probation: undefined, last: 'installed' });
      log.write('update.state', { state: 'installed', version: running });
    }
    if (verdict !== 'take-back') return undefined;
    // Remembered first: whatever happens next, this version isn't tried again.
    await keep({ ...refusing(probation.version), back: probation.previous });
    log.write('update.state', { state: 'rolled-back', version: probation.version });
    return goBack(probation.previous, closing);
  }

  return {
    async begin(now) {
      const read = memorySchema.safeParse(await files.read(UPDATE_FILE));
      memory = read.success ? read.data : NEW;
      const { probation } = memory;
      if (memory.back !== undefined && !memory.refused.includes(running)) await keep({ back: undefined });
      if (probation === undefined) return undefined;
      if (probation.version !== running) {
        // It could not be put in place, or something below has put the version before back by itself.
        await keep(refusing(probation.version));
        log.write('update.state', { state: 'rolled-back', version: probation.version });
        return undefined;
      }
      // Its time begins with its first start, which may be long after it was put there.
      const since = probation.starts === 0 ? now : probation.since;
      await keep({ probation: { ...probation, since, starts: probation.starts + 1 } });
      // Only whether it has tried too often already: what it can do, this start has yet to show.
      return judge({ attractPainted: false, serverReached: undefined, now: since }, async () => true);
    },
    async look(facts, closing) {
      if (memory.back !== undefined) return goBack(memory.back, closing);
      if (memory.probation !== undefined) return judge(facts, closing);
      const offered = await updater.offered();
      if (offered === undefined) return undefined;
      const verdict = judgeUpdate({ ...facts, offered, running, refused: memory.refused });
      if (offered !== found && !(verdict.install === false && verdict.because === 'not-newer')) {
        found = offered;
        log.write('update.state', { state: verdict.install ? 'found' : 'waiting', version: offered });
      }
      if (!verdict.install || !(await closing())) return undefined;
      await keep({ probation: { version: offered, previous: running, since: facts.now, starts: 0 } });
      return { exchange: () => updater.exchange(offered) };
    },
    last: () => memory.last,
  };
}
