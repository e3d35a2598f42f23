/** `node build/run.mjs FILE [ARGUMENTS]`: runs one of the project's TypeScript files, installing first what is missing. */
import { requireNode } from './node-version.mjs';

requireNode();
const { bootstrap, root } = await import('./bootstrap.mjs');
const { runOnNode } = await import('./run-on-node.mjs');
const [file, ...args] = process.argv.slice(2);
if (!file) {
  console.error('Usage: node build/run.mjs FILE [ARGUMENTS]');
  process.exit(1);
}
await bootstrap();
process.exit(await runOnNode(root, file, args));
