/** What becomes of documents as they arrive, in the transaction that judges them. */
import { problem } from '../../base/problems.ts';
import { statedAtOf } from '../../core/judging/stated-at.ts';
import type { ApplyBatch } from '../../core/judging/verdict.ts';
import { findSpokesman } from '../accounts/feature.ts';
import { isSaidSince, publishDocument, retire } from './documents.ts';
import { identityEffect } from './operations.ts';

export const applyIdentity: ApplyBatch = async (transaction, decided, { at, publish }) => {
  for (const { operation, verdict, isImported } of decided) {
    const effect = identityEffect.in(verdict);
    if (!effect) continue;
    const { vendor, opId, device, receivedAt } = operation;
    const known =
      await transaction`select 1 from identity_documents where vendor = ${vendor} and id = ${opId}`;
    if (known.length > 0) continue;
    const spokesman = await findSpokesman(transaction, { vendor, device, person: effect.person }, at);
    const { change } = effect;
    // Of a device that was signed out, or was never theirs, nobody knows who holds it: nobody looks at its photos, and nothing takes their place.
    // Nor does a saved copy say whose it is: its device is a claim.
    const speaks = spokesman?.device === 'signed-in' && !isImported;
    const person = spokesman?.person ?? effect.person;
    const statedAt = statedAtOf(effect.statedAt, receivedAt);
    // What was queued on another device before takes the place of nothing that was said after it.
    const isLate = speaks && (await isSaidSince(transaction, { vendor, person, statedAt }));
    const counts = speaks && !isLate;
    if (counts)
      await retire(transaction, { vendor, person, at }, change.does === 'send' ? 'replaced' : 'withdrawn');
    if (change.does === 'send')
      await transaction`
        insert into identity_documents (vendor, id, person, device, document, photos, stated_at, received_at, status, delete_at)
        values (${vendor}, ${opId}, ${person}, ${device}, ${change.document}, ${[...change.photos]},
          ${statedAt}, ${receivedAt.toISOString()}, ${counts ? 'sent' : isLate ? 'replaced' : 'withdrawn'},
          ${counts ? null : at.toISOString()})`;
    if (!spokesman) continue;
    await publishDocument(transaction, publish, vendor, person);
    publish.settle({
      ...{ vendor, person, opId },
      ...(speaks ? { outcome: 'applied' } : { outcome: 'held', problem: problem('PERSON_SIGNED_OUT') }),
    });
  }
};
