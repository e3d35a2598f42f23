/** Health profiles: what patients say of themselves, as records on each of their devices. */
import type { Feature } from '../../core/feature.ts';
import { applyHealthEdits } from './apply-edits.ts';

export { readProfile } from './read-profile.ts';

export const health: Feature = {
  name: 'health',
  operations: new URL('./operations.ts', import.meta.url).href,
  open: () => ({ apply: applyHealthEdits }),
};
