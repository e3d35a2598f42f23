import type { KeyboardEvent } from 'react';
import { may } from '../../../../sync/domain/staff/permissions.ts';
import { consultationDetailSchema } from '../../../../sync/protocol/api/consultations.ts';
import type { InboxItem } from '../../../../sync/protocol/api/inbox.ts';
import { useConsole } from '../base/console-context.ts';

/** An A on a line takes its case. */
export function useClaim({ id, care, pending }: InboxItem, onClaimed: () => void) {
  const { api, session } = useConsole();
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'a' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!care || pending || !may(session.staff.role, 'care.decide')) return;
    event.preventDefault();
    const path = `cases/${encodeURIComponent(id)}/consultation/claim`;
    void api.ask('POST', path, consultationDetailSchema, {}).then(onClaimed);
  };
}
