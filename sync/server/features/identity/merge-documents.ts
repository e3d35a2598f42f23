/** Two persons become one: the newest document of both counts, and a merge that is undone gives each back their own. */
import type { PersonPart } from '../accounts/patients.ts';
import { deletedOn, isNotNewest, publishDocument } from './documents.ts';

export const mergedDocuments: PersonPart = {
  name: 'identity',
  async move(transaction, publish, { vendor, kept, merged, at }) {
    if (merged === null) return [];
    const rows = await transaction<{ id: string }[]>`
      update identity_documents set person = ${kept} where vendor = ${vendor} and person = ${merged} returning id`;
    if (rows.length === 0) return [];
    // Two of one person: the newest counts. The other is kept for as long as the merge may turn out to be wrong, and nobody decides about it.
    await transaction`
      update identity_documents d set delete_at = ${deletedOn(at).toISOString()}
      where vendor = ${vendor} and person = ${kept} and delete_at is null and ${isNotNewest(transaction)}`;
    for (const person of [kept, merged]) await publishDocument(transaction, publish, vendor, person);
    return rows.map(({ id }) => id);
  },
  async moveBack(transaction, publish, { vendor, kept, merged, at }, { rows }) {
    if (merged === null) return;
    // Whose it is that came in between nobody knows: nobody looks at it, and both are asked again.
    await transaction`
      update identity_documents set status = 'withdrawn', delete_at = now()
      where vendor = ${vendor} and person = ${kept} and received_at >= ${at.toISOString()}::timestamptz and not (id = any(${[...rows]}::uuid[]))
        and status in ('sent', 'confirmed', 'refused')`;
    await transaction`
      update identity_documents set delete_at = null where vendor = ${vendor} and person = ${kept} and status = 'sent'`;
    await transaction`
      update identity_documents set person = ${merged} where vendor = ${vendor} and id = any(${[...rows]}::uuid[]) and person = ${kept}`;
    for (const person of [kept, merged]) await publishDocument(transaction, publish, vendor, person);
  },
  arisen: async () => [],
};
