/** For `drizzle-kit generate --config sync/server/drizzle.config.ts`, which writes the next migration from `schema.ts`. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './sync/server/base/database/schema.ts',
  out: './sync/server/migrations',
});
