import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import type { DeviceOwner } from '../../../../platform/contract/contract.ts';
import type { IntakeDetails } from '../details/intake-details.ts';
import type { SaveState } from '../draft/draft-keeper.ts';
import type { FlowContext } from '../machine/flow-events.ts';
import { pathOf } from '../machine/flow-position.ts';
import type { IntakeRun } from './intake-run.ts';

export function useStore<T>(store: {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** The place in the run, as a path: `intake.answering`. */
export function usePosition(run: IntakeRun): string {
  return useSelector(run.actor, (snapshot) => pathOf(snapshot.value.run));
}

export function useFlow<T>(run: IntakeRun, select: (context: FlowContext) => T): T {
  return useSelector(run.actor, (snapshot) => select(snapshot.context));
}

export function usePanel(run: IntakeRun): string {
  return useSelector(run.actor, (snapshot) => pathOf(snapshot.value.panel));
}

export function useAlertFailed(run: IntakeRun): boolean {
  return useSelector(run.actor, (snapshot) => snapshot.matches({ alert: 'failed' }));
}

export function useDetails(run: IntakeRun): IntakeDetails {
  return useStore(run.details);
}

/** Of the form that this run has sent. */
export const useDelivery = (run: IntakeRun) => useStore(run.delivery);

/** Nothing that a browser would keep by itself is offered before somebody has said that the device is theirs. */
export function useKnownOwner(run: IntakeRun): DeviceOwner {
  const { owner } = useDetails(run);
  return useFlow(run, (context) => (context.ownerKnown ? owner : 'shared'));
}

export function useSaveState(run: IntakeRun): SaveState {
  return useSyncExternalStore(run.keeper.subscribe, run.keeper.state);
}
