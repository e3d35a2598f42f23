/** `npm test`: installs what is missing, then runs every check there is. `--full` runs the long numbers. */
import { requireNode } from './node-version.mjs';

requireNode();
const { bootstrap, root } = await import('./bootstrap.mjs');
const { runOnNode } = await import('./run-on-node.mjs');
await bootstrap();
process.exit(await runOnNode(root, 'build/test-run/test.ts', process.argv.slice(2)));
