/** `npm start`, once everything is built: runs the server in this terminal until Ctrl-C. */
import { readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { type RunningCarefront, run } from './run.ts';
import { DEMO_PASSWORD, demoStaffOf } from './staff/demo-staff.ts';
import { StartupError } from './startup-error.ts';

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function announce({ origin, vendors }: RunningCarefront): string {
  const lines = vendors.flatMap(({ pack }) => {
    const [member] = demoStaffOf(pack);
    return [
      `  ${pack.name}: ${origin}/connect/${pack.slug}/`,
      `    console: ${origin}/console/${pack.slug}${member ? `  (${member.email}, password ${DEMO_PASSWORD})` : ''}`,
    ];
  });
  return [`ready ${origin}`, `  All clinics: ${origin}/`, ...lines, '  Ctrl-C stops everything.'].join('\n');
}

async function main(): Promise<number> {
  const logger = createLogger();
  const stopping = new AbortController();
  const asked = new Promise<void>((resolve) => {
    for (const signal of SIGNALS)
      process.on(signal, () => {
        stopping.abort();
        resolve();
      });
  });
  try {
    const running = await run({ config: readConfig(process.env), logger, signal: stopping.signal });
    console.log(announce(running));
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
