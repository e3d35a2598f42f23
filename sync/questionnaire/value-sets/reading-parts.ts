/** What reads value sets, as a chunk: for the forms that have some. */
export { coreSetsFor } from './core-sets.ts';
export { createTerminology } from './terminology.ts';
