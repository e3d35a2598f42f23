/** What happens to a fake host, when a test says so. */
import type { KeptBack, KioskHost, PowerEvent } from '../hosts/host.ts';

type Subscriptions = Pick<
  KioskHost,
  'onViewFailure' | 'onGpuDeath' | 'onPower' | 'onHardware' | 'onKeptBack'
>;
type Listener<Name extends keyof Subscriptions> = Parameters<Subscriptions[Name]>[0];

export interface FakeHostEvents extends Subscriptions {
  gpuDies(): void;
  power(event: PowerEvent): void;
  hardware(event: 'headphones-in' | 'headphones-out'): void;
  keepBack(what: KeptBack): void;
}

export function createFakeHostEvents(): {
  readonly events: FakeHostEvents;
  readonly failView: Listener<'onViewFailure'>;
  /** Listeners that the core holds. */
  readonly count: () => number;
} {
  const listeners = {
    failure: new Set<Listener<'onViewFailure'>>(),
    gpu: new Set<Listener<'onGpuDeath'>>(),
    power: new Set<Listener<'onPower'>>(),
    hardware: new Set<Listener<'onHardware'>>(),
    kept: new Set<Listener<'onKeptBack'>>(),
  };
  function subscribe<L>(set: Set<L>, listener: L): () => void {
    set.add(listener);
    return () => void set.delete(listener);
  }

  return {
    events: {
      onViewFailure: (listener) => subscribe(listeners.failure, listener),
      onGpuDeath: (listener) => subscribe(listeners.gpu, listener),
      onPower: (listener) => subscribe(listeners.power, listener),
      onHardware: (listener) => subscribe(listeners.hardware, listener),
      onKeptBack: (listener) => subscribe(listeners.kept, listener),
      gpuDies() {
        for (const listener of [...listeners.gpu]) listener();
      },
      power(event) {
        for (const listener of [...listeners.power]) listener(event);
      },
      hardware(event) {
        for (const listener of [...listeners.hardware]) listener(event);
      },
      keepBack(what) {
        for (const listener of [...listeners.kept]) listener(what);
      },
    },
    failView(view, failure) {
      for (const listener of [...listeners.failure]) listener(view, failure);
    },
    count: () => Object.values(listeners).reduce((sum, set) => sum + set.size, 0),
  };
}
