/**
 * `npm run payments -- status`: whether this database moves money. After a restore, or in a copy, it doesn't until `npm run payments -- resume`. Exits with 2
 * where a vendor's payments wait.
 */
import { withDatabase } from '../base/cluster/with-database.ts';
import { readConfig } from '../base/config/config.ts';
import { StartupError } from '../base/process/startup-error.ts';
import { openKeys } from '../core/keys/keys.ts';
import { resumePayments, waitingVendors } from '../features/payments/environment.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run payments -- status
  npm run payments -- resume`;
const WAITING = 2;

await runCommand(async () => {
  const [what, ...others] = process.argv.slice(2);
  if ((what !== 'status' && what !== 'resume') || others.length > 0) throw new StartupError(USAGE);
  const config = readConfig(process.env);
  const { nonce } = await openKeys(config.dataDir);
  return await withDatabase(config, async ({ sql }) => {
    if (what === 'resume') {
      const vendors = await resumePayments(sql, nonce, new Date());
      console.log(
        vendors.length === 0 ? 'No payments were waiting.' : `Payments resumed: ${vendors.join(', ')}.`,
      );
      return 0;
    }
    const waiting = await waitingVendors(sql, nonce);
    console.log(
      waiting.length === 0
        ? 'Payments are running.'
        : `This is a copy of a database that took payments. They wait until "npm run payments -- resume": ${waiting.join(', ')}.`,
    );
    return waiting.length === 0 ? 0 : WAITING;
  });
});
