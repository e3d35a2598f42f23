/** Two persons become one: whose a consultation is follows from whose its case is, and they are told. */
import type { PersonPart } from '../accounts/patients.ts';
import type { Tell } from './tell.ts';

export const mergedConsultations = (tell: Tell): PersonPart => ({
  name: 'care',
  async move(transaction, publish, { vendor, kept, merged }, opIds) {
    const own = (person: string) => opIds.map((id) => ({ vendor, person, id }));
    await tell.publish(transaction, publish, own(kept));
    if (merged !== null) await tell.publish(transaction, publish, own(merged), 'merged');
    return [];
  },
  async moveBack(transaction, publish, { vendor, kept, merged }, { opIds }) {
    const own = (person: string) => opIds.map((id) => ({ vendor, person, id }));
    await tell.publish(transaction, publish, own(kept), 'merged');
    if (merged !== null) await tell.publish(transaction, publish, own(merged));
  },
  arisen: async () => [],
});
