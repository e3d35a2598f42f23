/** `npm start`: installs what is missing, builds what is stale, then serves in this terminal until Ctrl-C, whatever ends the server. */
import { requireNode } from './node-version.mjs';

requireNode();
const { bootstrap, root } = await import('./bootstrap.mjs');
const { runOnNode } = await import('./run-on-node.mjs');
const { supervise } = await import('./supervise.mjs');
await bootstrap();
const built = await runOnNode(root, 'build/start.ts', []);
process.exit(
  built === 0
    ? await supervise(
        (onReady) =>
          runOnNode(root, 'sync/server/main.ts', process.argv.slice(2), { leadsGroup: true, onReady }),
        { cleanUp: () => runOnNode(root, 'sync/server/commands/stop-leftover.ts', []) },
      )
    : built,
);
