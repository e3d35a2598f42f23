/** Writes `.oxlintrc.json`, from which editors and `npm run lint` read. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { oxlintFile } from './oxlint-config.ts';

writeFileSync(join(resolve(import.meta.dirname, '../..'), '.oxlintrc.json'), oxlintFile());
