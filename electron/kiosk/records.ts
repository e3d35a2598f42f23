/** What a kiosk keeps of itself on its disk: its log, what it knows after a restart, the ladder's memory and that of updates. */

import type { KioskHost } from '../base/host.ts';
import { createSmallFiles, type SmallFiles } from '../clinic/small-file.ts';
import { createKioskLog, type KioskLog } from '../log/events.ts';
import { createLogRing, type LogRing } from '../log/ring.ts';
import { createUpdateKeeper, type UpdateKeeper, type Updater } from '../updates/keeper.ts';
import { KIOSK_FOLDER, openMemory, type Remembered } from './state/memory.ts';
import { openWatchdog, type Watchdog } from './state/watchdog.ts';

const LOG_FOLDER = 'log';

export interface Records {
  readonly files: SmallFiles;
  readonly ring: LogRing;
  readonly log: KioskLog;
  readonly faultIn: (where: string) => (error: unknown) => void;
  readonly memory: Remembered;
  readonly watchdog: Watchdog;
  /** undefined where the place exchanges nothing by itself. */
  readonly keeper: UpdateKeeper | undefined;
}

export async function openRecords(host: KioskHost, updater: Updater | undefined): Promise<Records> {
  const { clock, disk, dataFolder, version: running } = host;
  const ring = createLogRing({ disk, folder: `${dataFolder}/${LOG_FOLDER}` });
  const log = createKioskLog({ now: clock.now, append: ring.append });
  const faultIn = (where: string) => (error: unknown) => log.fault(where, error);
  const files = createSmallFiles(disk, `${dataFolder}/${KIOSK_FOLDER}`);
  const memory = await openMemory(files, faultIn('memory'));
  const watchdog = await openWatchdog({ files, log, now: clock.now });
  const keeper = updater && createUpdateKeeper({ updater, running, files, log });
  return { files, ring, log, faultIn, memory, watchdog, keeper };
}
