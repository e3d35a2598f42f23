/** The kiosk's folder in memory, with everything that runs over it. */
import { makeRoot, removeFolder } from './browser.ts';
import { endProcessesOver } from './processes.ts';
import { endReapers, startReaper } from './reaper.ts';

/** Ends what an earlier run left over this folder, and empties it. A reaper watches it from here on. */
export async function openKioskFolder(root: string): Promise<void> {
  await endReapers(root);
  await endProcessesOver(root);
  await makeRoot(root);
  startReaper(root);
}

/** The processes, the folder and its reaper. */
export async function removeKioskFolder(root: string): Promise<void> {
  await endProcessesOver(root);
  await removeFolder(root);
  await endReapers(root);
}
