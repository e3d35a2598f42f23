/** The kind of operation that brings an identity document. Imported by workers, and so free of routes and tables. */
import { identitySend as sent } from '../../../protocol/operations/identity-send.ts';
import {
  type IdentitySend,
  identitySendVersions,
} from '../../../protocol/operations/payloads/identity-send.ts';
import { problem } from '../../base/problems.ts';
import { defineKind, type OperationKind } from '../../core/judging/kinds.ts';
import { effectNamed } from '../../core/judging/verdict.ts';
import { unreadCase } from '../inbox/operations.ts';

type Change = IdentitySend['change'];

/** Without the keys of the photos: they stay where they are sealed. */
export interface IdentityDraft extends Pick<IdentitySend, 'person' | 'statedAt'> {
  readonly change:
    | Extract<Change, { does: 'withdraw' }>
    | { readonly does: 'send'; readonly document: string; readonly photos: readonly string[] };
}
export const identityEffect = effectNamed<IdentityDraft>('identity');

const draftOf = (change: Change): IdentityDraft['change'] =>
  change.does === 'withdraw'
    ? change
    : { does: 'send', document: change.document, photos: change.photos.map(({ sha256 }) => sha256) };

export const identitySend = defineKind(sent, {
  versions: identitySendVersions,
  judge(operation, { person, statedAt, change }) {
    const draft = draftOf(change);
    // What it names is what it waited for, and nothing else: another blob would never be deleted.
    const named = draft.does === 'send' ? draft.photos.toSorted() : [];
    if (named.join() !== operation.blobs.toSorted().join())
      return { outcome: 'held', problem: problem('ATTACHMENTS_MISMATCH'), effects: unreadCase(operation) };
    return {
      outcome: 'applied',
      problem: undefined,
      effects: identityEffect.of({ person, statedAt, change: draft }),
    };
  },
  unread: unreadCase,
});

export const operations: readonly OperationKind[] = [identitySend];
