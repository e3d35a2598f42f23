/** Print jobs of this kiosk that CUPS still holds, under both hosts. */
import { userInfo } from 'node:os';
import type { FindProgram, RunProgram } from './child.ts';

/**
 * Cancels what this user has queued, with the files that CUPS has kept of it; jobs of others on the same server stay. Without CUPS there is nothing to do.
 * @throws Error where CUPS refuses
 */
export async function cancelOwnJobs(
  find: FindProgram,
  run: RunProgram,
  user: string = userInfo().username,
): Promise<void> {
  const program = find('cancel');
  if (program === undefined) return;
  const { code } = await run(program, ['-a', '-x', '-u', user]).ended;
  // 1: there is no destination, so there is nothing in its queue.
  if (code !== 0 && code !== 1) throw new Error('Print jobs could not be cancelled.');
}
