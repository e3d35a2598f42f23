/** For `drizzle-kit generate --config sync/server/drizzle.config.ts`, which writes the next migration from the `tables.ts` of every room. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './sync/server/**/tables.ts',
  out: './sync/server/migrations',
});
