import { resolve } from 'node:path';
import { checkMessages, describeFault } from './check-messages.ts';

const faults = await checkMessages(resolve(import.meta.dirname, '../..', 'renderer'));
for (const fault of faults) console.error(describeFault(fault));
process.exit(faults.length === 0 ? 0 : 1);
