/** For `npm start`: where its server was killed and isn't started again, the PostgreSQL that it had started still runs. */
import { readConfig } from './config.ts';
import { stopLeftover } from './database/cluster.ts';

const { databaseUrl, dataDir } = readConfig(process.env);
if (databaseUrl === undefined) await stopLeftover(dataDir);
