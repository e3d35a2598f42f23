import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import { type ActorRefFrom, matchesState, type SnapshotFrom, type StateValue } from 'xstate';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import type { KioskPlatform } from '../../platform/contract/kiosk-contract.ts';
import type { KioskContext, KioskEvent } from './kiosk-events.ts';
import type { KioskMachine } from './kiosk-machine.ts';

export interface Visit {
  readonly actor: ActorRefFrom<KioskMachine>;
  readonly platform: KioskPlatform;
  readonly pack: PublishedPack;
}

export const VisitContext = createContext<Visit | undefined>(undefined);

/** The visit on this page: where it is, whose kiosk it is, what the platform can do. */
export function useVisit(): Visit {
  const visit = use(VisitContext);
  if (!visit) throw new Error('This needs a VisitContext above it');
  return visit;
}

export function useVisitState<Value>(select: (snapshot: SnapshotFrom<KioskMachine>) => Value): Value {
  return useSelector(useVisit().actor, select);
}

/** What the flow knows. */
export function useKnown<Value>(select: (context: KioskContext) => Value): Value {
  return useVisitState(({ context }) => select(context));
}

export function useSend(): (event: KioskEvent) => void {
  return useVisit().actor.send;
}

/** `visit.session.checkIn` as a state value. */
function stateValue(path: readonly string[]): StateValue {
  const [first = '', ...rest] = path;
  return rest.length === 0 ? first : { [first]: stateValue(rest) };
}

/** @param path of a state in the machine, e.g. `visit.session.done`. */
export function isAt(snapshot: SnapshotFrom<KioskMachine>, path: string): boolean {
  return matchesState(stateValue(path.split('.')), snapshot.value);
}

export function useIsAt(path: string): boolean {
  return useVisitState((snapshot) => isAt(snapshot, path));
}
