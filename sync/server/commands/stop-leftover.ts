/** For `npm start`: where its server was killed and isn't started again, the PostgreSQL that it had started still runs. */

import { stopLeftover } from '../base/cluster/cluster.ts';
import { readConfig } from '../base/config/config.ts';

const { databaseUrl, dataDir } = readConfig(process.env);
if (databaseUrl === undefined) await stopLeftover(dataDir);
