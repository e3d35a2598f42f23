/** `npm start`, once everything is built: runs the server in this terminal until Ctrl-C. */
import { constants } from 'node:os';
import { type Config, readConfig } from './base/config/config.ts';
import { createLogger } from './base/process/log.ts';
import { StartupError } from './base/process/startup-error.ts';
import { protectionNote } from './core/backup/backup-keys.ts';
import { DEMO_PASSWORD, demoStaffOf } from './features/staff/demo-staff.ts';
import { type RunningCarefront, run } from './run.ts';

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** From the signal to the end, whatever hangs. What was acknowledged is durable long before. */
const STOP_WITHIN_MS = 15_000;
/** The same while it still starts: a new database isn't made in a moment. */
const STOP_START_WITHIN_MS = 60_000;
/** One Ctrl-C may arrive twice: from the terminal, and from what stands between. */
const SAME_SIGNAL_MS = 500;

const backupLines: Record<Config['backups'], (config: Config) => string> = {
  daily: (config) => `Backups: daily, in ${config.backupDir}, ${protectionNote(config)}`,
  off: () => 'Backups: off (BACKUPS=off). Devices keep everything until a backup is verified.',
  operator: () =>
    'Backups: those of the database named in DATABASE_URL are yours. They hold health data: encrypt them. Report them with npm run backup -- mark, or set BACKUP_DIR.',
};

function announce({ origin, vendors, notes }: RunningCarefront, config: Config): string {
  const lines = vendors.flatMap(({ pack }) => {
    const [member] = demoStaffOf(pack);
    return [
      `  ${pack.name}: ${origin}/connect/${pack.slug}/`,
      `    console: ${origin}/console/${pack.slug}${member ? `  (${member.email}, password ${DEMO_PASSWORD})` : ''}`,
    ];
  });
  return [
    `ready ${origin}`,
    `  All clinics: ${origin}/`,
    ...lines,
    `  ${backupLines[config.backups](config)}`,
    ...notes.map((note) => `  ${note}`),
    '  Ctrl-C stops everything.',
  ].join('\n');
}

async function main(): Promise<number> {
  const logger = createLogger();
  const stopping = new AbortController();
  let hasStarted = false;
  let askedAt = 0;
  const asked = new Promise<void>((resolve) => {
    for (const signal of SIGNALS)
      process.on(signal, () => {
        if (stopping.signal.aborted) {
          // A second signal means: don't wait.
          if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(128 + constants.signals[signal]);
          return;
        }
        askedAt = performance.now();
        stopping.abort();
        setTimeout(
          () => {
            logger.error('STOP_FORCED');
            process.exit(1);
          },
          hasStarted ? STOP_WITHIN_MS : STOP_START_WITHIN_MS,
        ).unref();
        resolve();
      });
  });
  try {
    const config = readConfig(process.env);
    const running = await run({ config, logger, signal: stopping.signal });
    hasStarted = true;
    console.log(announce(running, config));
    // To `npm start`, which starts this process again if it ends by itself after that.
    process.send?.('ready');
    await asked;
    await running.stop();
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exit(await main());
