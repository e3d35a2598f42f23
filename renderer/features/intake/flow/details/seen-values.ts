import type { Form, NodeId } from '../../../../../sync/questionnaire/model/contract.ts';
import type { Store } from '../../../../base/store.ts';
import type { IntakeDetails } from './intake-details.ts';
import { allNodes } from './intake-payloads.ts';

export interface ConfirmedValues {
  /** The values of these questions, as they are now, were confirmed. */
  remember(linkIds: readonly string[]): void;
  /** Another value has to be confirmed again. */
  forget(changed: ReadonlySet<NodeId>): void;
}

/** Ties what a patient has confirmed to the value that they saw. */
export function createConfirmedValues(form: Form, details: Store<IntakeDetails>): ConfirmedValues {
  const values = new Map<NodeId, string>();
  const current = (id: NodeId) => JSON.stringify(form.read(id)?.answers);
  function remember(linkIds: readonly string[]): void {
    for (const id of allNodes(form)) {
      if (linkIds.includes(form.read(id)?.linkId ?? '')) values.set(id, current(id));
    }
  }
  remember(details.get().confirmedImplausible);
  return {
    remember,
    forget(changed) {
      for (const id of changed) {
        if (!values.has(id) || values.get(id) === current(id)) continue;
        values.delete(id);
        const linkId = form.read(id)?.linkId;
        details.update((now) => ({
          ...now,
          confirmedImplausible: now.confirmedImplausible.filter((candidate) => candidate !== linkId),
        }));
      }
    },
  };
}
