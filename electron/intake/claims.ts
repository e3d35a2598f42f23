/** Whose is what: one patient's drafts, sessions and subjects, and nothing that was there before them. */

import { StorageError } from '../../sync/client/base/storage-error.ts';
import type { Store } from '../../sync/client/store/store.ts';

export interface Named {
  /** Absent where it isn't said: an alert names no draft, a photo no session. */
  readonly draftId?: string;
  readonly session?: string;
  readonly subjectId: string;
}

export interface Claims {
  readonly drafts: ReadonlySet<string>;
  readonly sessions: ReadonlySet<string>;
  readonly subjects: ReadonlySet<string>;
  /** @throws StorageError `absent` where one of these names belongs to somebody who was here before */
  claim(named: Named): Promise<void>;
  /** What the clinic has given back: it may have been paused here. @throws StorageError `absent` where it is still open here */
  adopt(named: Named): Promise<void>;
}

export function createClaims(store: Store): Claims {
  const drafts = new Set<string>();
  const sessions = new Set<string>();
  const subjects = new Set<string>();

  const isNew = ({ draftId, session, subjectId }: Named) => ({
    draft: draftId !== undefined && !drafts.has(draftId),
    session: session !== undefined && !sessions.has(session),
    subject: !subjects.has(subjectId),
  });

  async function take(named: Named, tables: readonly ('drafts' | 'outbox')[]): Promise<void> {
    const fresh = isNew(named);
    if (!fresh.draft && !fresh.session && !fresh.subject) return;
    const rows = await store.read(tables, async (transaction) => {
      const found: Partial<Named>[] = [];
      for (const table of tables) found.push(...(await transaction.all(table)));
      return found;
    });
    const taken = rows.some(
      (row) =>
        (fresh.draft && row.draftId === named.draftId) ||
        (fresh.session && row.session === named.session) ||
        (fresh.subject && row.subjectId === named.subjectId),
    );
    if (taken) throw new StorageError('absent');
    if (named.draftId !== undefined) drafts.add(named.draftId);
    if (named.session !== undefined) sessions.add(named.session);
    subjects.add(named.subjectId);
  }

  return {
    drafts,
    sessions,
    subjects,
    claim: (named) => take(named, ['drafts', 'outbox']),
    adopt: (named) => take(named, ['drafts']),
  };
}
