import type { Form, NodeId } from '../../../../../sync/questionnaire/model/contract.ts';
import type { Store } from '../../../../base/store.ts';
import type { IntakeDetails } from './intake-details.ts';
import { allNodes } from './intake-payloads.ts';

export interface SeenValues {
  /** This is said of the values of these questions, as they are now. */
  remember(linkIds: readonly string[]): void;
  /** It isn't said of another value. */
  forget(changed: ReadonlySet<NodeId>): void;
}

/**
 * Ties what is said of a question to the value that it was said of.
 * @param of `confirmedImplausible`: the patient has confirmed it. `filledIn`: it comes from the health profile.
 */
export function createSeenValues(
  form: Form,
  details: Store<IntakeDetails>,
  of: 'confirmedImplausible' | 'filledIn',
): SeenValues {
  const values = new Map<NodeId, string>();
  const current = (id: NodeId) => JSON.stringify(form.read(id)?.answers);
  function remember(linkIds: readonly string[]): void {
    for (const id of allNodes(form)) {
      if (linkIds.includes(form.read(id)?.linkId ?? '')) values.set(id, current(id));
    }
  }
  remember(details.get()[of] ?? []);
  return {
    remember,
    forget(changed) {
      for (const id of changed) {
        if (!values.has(id) || values.get(id) === current(id)) continue;
        values.delete(id);
        const linkId = form.read(id)?.linkId;
        details.update((now) => ({ ...now, [of]: now[of]?.filter((candidate) => candidate !== linkId) }));
      }
    },
  };
}
