/** A kiosk's shell in memory: what a test tells it is what a screen sees, and what a screen asks is kept. */
import type {
  HelpState,
  IdleWarning,
  Kiosk,
  KioskStatus,
} from '../../../platform/contract/kiosk-contract.ts';

export interface FakeKiosk extends Kiosk {
  /** Everything that was spoken, in order. */
  readonly spoken: readonly string[];
  /** The last utterance as it was asked for. */
  readonly lastUtterance: () => Parameters<Kiosk['speak']>[0] | undefined;
  /** Names of the verbs that were called, in order: `active`, `extend`, `end patient`, `callForHelp crisis`, `stopSpeaking`. */
  readonly calls: readonly string[];
  tellIdle(warning: IdleWarning | undefined): void;
  tellHelp(state: HelpState): void;
  tellHardware(event: 'headphones-in' | 'headphones-out'): void;
}

export const openStatus: KioskStatus = {
  phase: 'in-session',
  languages: ['en', 'es', 'ar'],
  online: true,
  checkIn: true,
  speech: true,
  printer: false,
  handOff: true,
  now: '2026-11-20T10:30:00-05:00',
};

function createCall<T>() {
  const listeners = new Set<(value: T) => void>();
  return {
    watch(listener: (value: T) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(value: T) {
      for (const listener of [...listeners]) listener(value);
    },
  };
}

export function createFakeKiosk(part: Partial<KioskStatus> = {}): FakeKiosk {
  const status = { ...openStatus, ...part };
  const calls: string[] = [];
  const utterances: Parameters<Kiosk['speak']>[0][] = [];
  const spoken: string[] = [];
  const idle = createCall<IdleWarning | undefined>();
  const help = createCall<HelpState>();
  const speech = createCall<boolean>();
  const hardware = createCall<'headphones-in' | 'headphones-out'>();
  let helpState: HelpState = 'none';
  const refuse = async () => {
    throw new Error('This test asks the shell for nothing of that');
  };
  return {
    spoken,
    calls,
    lastUtterance: () => utterances.at(-1),
    tellIdle: idle.tell,
    tellHelp(state) {
      helpState = state;
      help.tell(state);
    },
    tellHardware: hardware.tell,
    status: () => status,
    watchStatus: () => () => undefined,
    begin: async () => true,
    async end(by) {
      calls.push(`end ${by}`);
    },
    active: () => void calls.push('active'),
    watchIdle: idle.watch,
    extend: () => void calls.push('extend'),
    checkIn: refuse,
    arrive: refuse,
    callForHelp(reason) {
      calls.push(`callForHelp ${reason}`);
      helpState = 'asking';
      help.tell('asking');
    },
    help: () => helpState,
    watchHelp: help.watch,
    pause: refuse,
    resume: refuse,
    handOff: refuse,
    speak(utterance) {
      utterances.push(utterance);
      spoken.push(utterance.text);
      speech.tell(true);
    },
    stopSpeaking() {
      calls.push('stopSpeaking');
      speech.tell(false);
    },
    watchSpeech: speech.watch,
    print: async () => false,
    staff: { unlock: refuse, leave: () => undefined, health: refuse, act: refuse, enrol: refuse },
    watchHardware: hardware.watch,
  };
}
