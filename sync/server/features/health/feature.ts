/** Health profiles: what patients say of themselves, as records on each of their devices. */
import type { Feature } from '../../core/feature.ts';
import { patients } from '../accounts/patients.ts';
import { applyHealthEdits } from './apply-edits.ts';
import { mergedProfiles } from './merge-profiles.ts';

export { readHealth, readProfile } from './read-profile.ts';

export const health: Feature = {
  name: 'health',
  operations: new URL('./operations.ts', import.meta.url).href,
  open(core) {
    patients.find(core)?.addPart(mergedProfiles);
    return { apply: applyHealthEdits };
  },
};
