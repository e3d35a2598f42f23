/**
 * `npm run audit -- verify [--vendor V] [--head NUMBER:HASH]`: reads each vendor's audit trail and checks every link of its chain. A chain
 * can't tell that its end was cut off: note the head that this prints, and hand it over the next time. Exits with 2 where a trail is broken, or
 * one that is asked for by its vendor has no events.
 */
import { parseArgs } from 'node:util';
import { withDatabase } from '../base/cluster/with-database.ts';
import { readConfig } from '../base/config/config.ts';
import { StartupError } from '../base/process/startup-error.ts';
import { type AuditHead, createAuditLog } from '../core/audit/audit-log.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run audit -- verify [--vendor VENDOR [--head NUMBER:HASH]]`;
const BROKEN = 2;

interface Arguments {
  readonly vendor: string | undefined;
  /** As an earlier run printed it. */
  readonly head: AuditHead | undefined;
}

function readHead(text: string): AuditHead {
  const [, no, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (no === undefined || hash === undefined) throw new StartupError(USAGE);
  return { no: Number(no), hash };
}

function readArguments(argv: readonly string[]): Arguments {
  let given: ReturnType<typeof parse>;
  const parse = () =>
    parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { vendor: { type: 'string' }, head: { type: 'string' } },
    });
  try {
    given = parse();
  } catch {
    throw new StartupError(USAGE);
  }
  const { positionals, values } = given;
  const isComplete = values.head === undefined || values.vendor !== undefined;
  if (positionals.join(' ') !== 'verify' || !isComplete) throw new StartupError(USAGE);
  return {
    vendor: values.vendor,
    head: values.head === undefined ? undefined : readHead(values.head),
  };
}

await runCommand(async () => {
  const { vendor, head } = readArguments(process.argv.slice(2));
  return await withDatabase(readConfig(process.env), async ({ sql }) => {
    const audit = createAuditLog(sql, () => new Date());
    const vendors = vendor === undefined ? await audit.vendors() : [vendor];
    let code = 0;
    for (const one of vendors) {
      const found = await audit.verify(one, head);
      if (found.ok && found.head.no === 0) {
        // Of one that was asked for by name there should be some: it is misspelt, or all of its events are gone.
        console.log(`${one}: no events.`);
        if (vendor !== undefined) code = BROKEN;
      } else if (found.ok)
        console.log(`${one}: ${found.head.no} events, unbroken. Head ${found.head.no}:${found.head.hash}`);
      else {
        console.log(
          `${one}: broken at event ${found.brokenAt}. It was changed, or earlier events were deleted. Restore the trail from a backup.`,
        );
        code = BROKEN;
      }
    }
    if (vendors.length === 0) console.log('No audit trail yet.');
    return code;
  });
});
