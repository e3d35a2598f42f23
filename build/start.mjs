/** `npm start`: installs what is missing, builds what is stale, then serves in this terminal until Ctrl-C, whatever ends the server. */
import { requireNode } from './node-version.mjs';

requireNode();
const { bootstrap, root } = await import('./bootstrap.mjs');
const { runOnNode } = await import('./run-on-node.mjs');
const { supervise } = await import('./supervise.mjs');
// A kill of npm reaches neither us nor the shell's children: we are handed to another parent, and nobody would end us any more.
if (process.env.npm_lifecycle_event === 'start') {
  const startedBy = process.ppid;
  setInterval(() => {
    if (process.ppid !== startedBy) process.kill(process.pid, 'SIGTERM');
  }, 1_000).unref();
}
await bootstrap();
const built = await runOnNode(root, 'build/start.ts', []);
process.exit(
  built === 0
    ? await supervise(
        (onReady) =>
          runOnNode(root, 'sync/server/main.ts', process.argv.slice(2), { leadsGroup: true, onReady }),
        { cleanUp: () => runOnNode(root, 'sync/server/stop-leftover.ts', []) },
      )
    : built,
);
