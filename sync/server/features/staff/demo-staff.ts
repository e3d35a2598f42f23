/** People of the invented vendors, for trying the console out. Only packs that say `demo` get them. */
import type { PublishedPack } from '../../../domain/vendor/published-pack.ts';
import type { NewStaff } from './staff-register.ts';

/** Public on purpose: it opens nothing but invented data, and is printed at each start. */
export const DEMO_PASSWORD = 'try-carefront-demo';

export function demoStaffOf({
  slug,
  demo,
  clinicians,
}: Pick<PublishedPack, 'slug' | 'demo' | 'clinicians'>): readonly NewStaff[] {
  if (!demo) return [];
  const name = clinicians[0]?.name ?? 'Demo clinician';
  return [
    { vendor: slug, email: `clinician@${slug}.example`, name, role: 'clinician', password: DEMO_PASSWORD },
  ];
}
