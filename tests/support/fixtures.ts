import { join } from 'node:path';
import { projectRoot } from './paths.ts';

const folder = join(projectRoot, 'tests', 'fixtures');

/** A form of the tests' own, as a file. */
export const ownForm = (name: string): string => join(folder, 'forms', `${name}.json`);

/** The safety rules that a vendor has for that form, as a file. */
export const ownRules = (name: string): string => join(folder, 'rules', `${name}.json`);
