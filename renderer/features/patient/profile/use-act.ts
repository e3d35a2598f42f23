import { useRef, useState } from 'react';
import type { HealthChange } from '../../../../sync/protocol/operations/payloads/health-edit.ts';
import type { SendChanges } from './use-health-edits.ts';

export type ActState = 'idle' | 'busy' | 'failed';

/** Changes that one press makes: a second press meanwhile makes none, and a device that can't keep them says so. */
export function useAct(send: SendChanges, onDone: () => void) {
  const [state, setState] = useState<ActState>('idle');
  const atWork = useRef(false);
  const act = async (changes: readonly HealthChange[]) => {
    if (atWork.current) return;
    atWork.current = true;
    setState('busy');
    try {
      await send(changes);
      setState('idle');
      onDone();
    } catch {
      setState('failed');
    }
    atWork.current = false;
  };
  return { state, act: (changes: readonly HealthChange[]) => void act(changes) };
}
