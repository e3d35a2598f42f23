/**
 * Installs what is offered when the gate says so, and takes back what doesn't show within its time that it works (K10). What downloads, checks the
 * signature and exchanges files is the place's: see {@link Updater}.
 */
import { z } from 'zod/mini';
import type { SmallFiles } from '../clinic/small-file.ts';
import type { KioskLog } from '../log/events.ts';
import { type GateFacts, judgeProbation, judgeUpdate } from './gate.ts';

/** What the place can do: electron-updater, or two directories on a Linux box. */
export interface Updater {
  /** A version that is downloaded, whole and signed by the publisher; undefined where there is none. */
  offered(): Promise<string | undefined>;
  /** From the next start on that version runs. Rejects where it can't. */
  install(version: string): Promise<void>;
  /** From the next start on the version before runs again. */
  takeBack(to: string): Promise<void>;
}

export const UPDATE_FILE = 'update.json';
const MOST_REFUSED = 20;

const memorySchema = z.object({
  v: z.literal(1),
  refused: z.array(z.string()),
  last: z.enum(['none', 'installed', 'taken-back']),
  /** Installed, and not yet known to be good. */
  probation: z.optional(
    z.object({ version: z.string(), previous: z.string(), since: z.number(), starts: z.int() }),
  ),
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
  /** At each start, before anything else can fail. @returns whether to relaunch, since this version is taken back */
  begin(now: number): Promise<'go-on' | 'relaunch'>;
  /**
   * Once a minute.
   * @param closing awaited before anything is exchanged: no patient may begin any more
   * @returns whether to relaunch
   */
  look(facts: UpdateFacts, closing: () => Promise<boolean>): Promise<'go-on' | 'relaunch'>;
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
    refused: [...memory.refused, version].slice(-MOST_REFUSED),
    probation: undefined,
    last: 'taken-back' as const,
  });

  async function takeBack(probation: { readonly version: string; readonly previous: string }) {
    // Remembered first: whatever happens next, this version isn't tried again.
    await keep(refusing(probation.version));
    log.write('update.state', { state: 'rolled-back', version: probation.version });
    await updater.takeBack(probation.previous);
    return 'relaunch' as const;
  }

  async function judge(seen: Pick<UpdateFacts, 'attractPainted' | 'serverReached' | 'now'>) {
    const { probation } = memory;
    if (probation === undefined) return 'go-on';
    const verdict = judgeProbation(probation, seen);
    if (verdict === 'take-back') return takeBack(probation);
    if (verdict === 'good') {
      await keep({ probation: undefined, last: 'installed' });
      log.write('update.state', { state: 'installed', version: running });
    }
    return 'go-on';
  }

  async function install(version: string, facts: UpdateFacts) {
    await keep({ probation: { version, previous: running, since: facts.now, starts: 0 } });
    try {
      await updater.install(version);
    } catch (error) {
      await keep(refusing(version));
      log.write('update.state', { state: 'refused', version });
      log.fault('update', error);
      return 'go-on';
    }
    return 'relaunch';
  }

  return {
    async begin(now) {
      const read = memorySchema.safeParse(await files.read(UPDATE_FILE));
      memory = read.success ? read.data : NEW;
      const { probation } = memory;
      if (probation === undefined) return 'go-on';
      if (probation.version !== running) {
        // Something below has put the version before back by itself.
        await keep(refusing(probation.version));
        log.write('update.state', { state: 'rolled-back', version: probation.version });
        return 'go-on';
      }
      // Its time begins with its first start, which may be long after it was put there.
      const since = probation.starts === 0 ? now : probation.since;
      await keep({ probation: { ...probation, since, starts: probation.starts + 1 } });
      // Only whether it has tried too often already: what it can do, this start has yet to show.
      return judge({ attractPainted: false, serverReached: undefined, now: since });
    },
    async look(facts, closing) {
      if (memory.probation !== undefined) return judge(facts);
      const offered = await updater.offered();
      if (offered === undefined) return 'go-on';
      const verdict = judgeUpdate({ ...facts, offered, running, refused: memory.refused });
      if (offered !== found && !(verdict.install === false && verdict.because === 'not-newer')) {
        found = offered;
        log.write('update.state', { state: verdict.install ? 'found' : 'waiting', version: offered });
      }
      if (!verdict.install || !(await closing())) return 'go-on';
      return install(offered, facts);
    },
    last: () => memory.last,
  };
}
