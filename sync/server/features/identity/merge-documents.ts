/** Two persons become one: the newest document of both counts, and a merge that is undone gives each back their own. */
import type { PersonPart } from '../accounts/patients.ts';
import { publishDocument } from './documents.ts';

export const mergedDocuments: PersonPart = {
  name: 'identity',
  async move(transaction, publish, { vendor, kept, merged }) {
    if (merged === null) return [];
    const rows = await transaction<{ id: string }[]>`
      update identity_documents set person = ${kept} where vendor = ${vendor} and person = ${merged} returning id`;
    if (rows.length > 0)
      for (const person of [kept, merged]) await publishDocument(transaction, publish, vendor, person);
    return rows.map(({ id }) => id);
  },
  async moveBack(transaction, publish, { vendor, kept, merged }, { rows }) {
    if (merged === null || rows.length === 0) return;
    await transaction`
      update identity_documents set person = ${merged} where vendor = ${vendor} and id = any(${[...rows]}::uuid[]) and person = ${kept}`;
    for (const person of [kept, merged]) await publishDocument(transaction, publish, vendor, person);
  },
  arisen: async () => [],
};
