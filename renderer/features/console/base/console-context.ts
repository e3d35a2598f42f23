import { createContext, use } from 'react';
import type { ConsoleSession } from '../../../../sync/protocol/api/staff.ts';
import type { ConsoleApi } from './api.ts';
import type { ConsoleEvents } from './console-events.ts';
import type { FoundPatients } from './found-patients.ts';

export interface ConsoleSpace {
  readonly vendor: string;
  readonly api: ConsoleApi;
  readonly session: ConsoleSession;
  /** Notes that were begun and not sent, by alert: in memory alone, and only for the person who wrote them. */
  readonly notes: Map<string, string>;
  readonly events: ConsoleEvents;
  /** The line that was opened last: who comes back to the list goes on there. */
  readonly opened: Map<'line', string>;
  /** The ids of the list that was shown last, in its order: an open case leads to those beside it. */
  readonly queue: Map<'ids', readonly string[]>;
  /** What was searched for last, until the session ends. */
  readonly kept: Map<'patients', FoundPatients>;
}

export const ConsoleContext = createContext<ConsoleSpace | undefined>(undefined);

export function useConsole(): ConsoleSpace {
  const space = use(ConsoleContext);
  if (!space) throw new Error('This screen is only there for signed-in staff');
  return space;
}
