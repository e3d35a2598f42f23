/** What turning the lock on, off or open takes: few ever do, so that a page loads it only then. */
export { createLockChanges } from './lock-changes.ts';
export { createLockRoots } from './lock-roots.ts';
export { newRecoveryCode, secretOfCode } from './recovery-code.ts';
