/**
 * Calling somebody from the desk. Nothing is told to the patient that isn't so: `shown` is on the desk's screen, `answered` is a person who has pressed
 * that they come. In a crisis only a person counts: 20 s without one, and the screen sends to the desk, whatever a screen over there shows.
 *
 *   none -> asking -> shown -> answered
 *             |         |
 *             +--> not-told  (help: nobody reached within 10 s; crisis: nobody has answered within 20 s) -> answered, or shown for help
 */
import type { HelpRequest } from '../../sync/protocol/api/kiosk.ts';
import type { ClinicServer } from './server.ts';

export const REPEAT_MS = 3_000;
export const HELP_NOT_TOLD_MS = 10_000;
/** Of the product: unacknowledged after this, it says to go to the front desk now. */
export const CRISIS_NOT_TOLD_MS = 20_000;
/** A call whose caller has gone is still brought to the desk for so long. */
export const KEEP_CALLING_MS = 10 * 60_000;

export type HelpState = 'none' | 'asking' | 'shown' | 'answered' | 'not-told';

export interface Help {
  call(reason: HelpRequest['reason']): void;
  state(): HelpState;
  /** The person who called has gone. A call that hasn't reached the desk keeps trying by itself. */
  leave(): void;
  /** At the end of the process. */
  stop(): void;
}

export interface HelpOptions {
  readonly server: Pick<ClinicServer, 'help'>;
  readonly newId: () => string;
  readonly clock: {
    now(): number;
    monotonic(): number;
    after(ms: number, run: () => void): () => void;
  };
  readonly onState: (state: HelpState) => void;
}

interface Call {
  readonly request: HelpRequest;
  readonly since: number;
  /** The desk has it. */
  arrived: boolean;
  onDesk: boolean;
  answered: boolean;
  left: boolean;
  over: boolean;
  readonly cancels: Set<() => void>;
}

export function createHelp({ server, newId, clock, onState }: HelpOptions): Help {
  let current: Call | undefined;
  let told: HelpState = 'none';
  const calls = new Set<Call>();

  function stateOf(call: Call): HelpState {
    const late = clock.monotonic() - call.since;
    if (call.answered) return 'answered';
    if (call.request.reason === 'crisis' && late >= CRISIS_NOT_TOLD_MS) return 'not-told';
    if (call.onDesk) return 'shown';
    return late >= HELP_NOT_TOLD_MS ? 'not-told' : 'asking';
  }

  function tell(): void {
    const state = current === undefined ? 'none' : stateOf(current);
    if (state === told) return;
    told = state;
    onState(state);
  }

  function after(call: Call, ms: number, run: () => void): void {
    const cancel = clock.after(ms, () => {
      call.cancels.delete(cancel);
      run();
    });
    call.cancels.add(cancel);
  }

  function end(call: Call): void {
    call.over = true;
    for (const cancel of call.cancels) cancel();
    call.cancels.clear();
    calls.delete(call);
  }

  const isDone = (call: Call) =>
    call.answered || (call.left && (call.arrived || clock.monotonic() - call.since > KEEP_CALLING_MS));

  async function ask(call: Call): Promise<void> {
    const reply = await server.help(call.request);
    if (call.over) return;
    if (reply.status === 'ok') {
      call.arrived = true;
      call.onDesk = reply.value.state === 'shown';
      call.answered = reply.value.state === 'answered';
    } else {
      // What was on a screen that can't be reached may be there no longer.
      call.onDesk = false;
    }
    if (call === current) tell();
    if (isDone(call)) end(call);
    else after(call, REPEAT_MS, () => void ask(call));
  }

  return {
    call(reason) {
      const running = current !== undefined && !current.over ? current.request.reason : undefined;
      // A crisis is more than a call for help, and a call that is under way is repeated by itself.
      if (running === reason || running === 'crisis') return;
      if (current !== undefined) end(current);
      const call: Call = {
        request: { id: newId(), reason, at: new Date(clock.now()).toISOString() },
        since: clock.monotonic(),
        arrived: false,
        onDesk: false,
        answered: false,
        left: false,
        over: false,
        cancels: new Set(),
      };
      current = call;
      calls.add(call);
      after(call, HELP_NOT_TOLD_MS, tell);
      if (reason === 'crisis') after(call, CRISIS_NOT_TOLD_MS, tell);
      tell();
      void ask(call);
    },
    state: () => told,
    leave() {
      const call = current;
      current = undefined;
      told = 'none';
      if (call === undefined) return;
      call.left = true;
      if (isDone(call)) end(call);
    },
    stop() {
      current = undefined;
      for (const call of [...calls]) end(call);
    },
  };
}
