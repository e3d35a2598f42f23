/** Wipes of a fake host, whose steps fail or hang when a test says so. */
import type { HostWipeSteps, KioskHost } from '../hosts/host.ts';

export interface FakeWipe extends Pick<KioskHost, 'wipeSteps'> {
  /** Names of the steps, in the order in which they were done. */
  readonly wiped: string[];
  /** A step of each wipe from now on; `undefined` mends it. */
  breakStep(step: string, how: 'fails' | 'hangs' | undefined): void;
}

export function createFakeWipe(close: (view: number) => void): FakeWipe {
  const wiped: string[] = [];
  const broken = new Map<string, 'fails' | 'hangs'>();

  async function run(step: string, work: () => void): Promise<void> {
    const how = broken.get(step);
    if (how === 'hangs') return new Promise(() => undefined);
    if (how === 'fails') throw new Error(`${step} failed`);
    wiped.push(step);
    work();
    return undefined;
  }

  return {
    wiped,
    breakStep(step, how) {
      if (how === undefined) broken.delete(step);
      else broken.set(step, how);
    },
    wipeSteps(view): HostWipeSteps {
      const does = (step: keyof HostWipeSteps) => () => run(step, () => undefined);
      return {
        'close-view': () => run('close-view', () => close(view.id)),
        'close-connections': does('close-connections'),
        'clear-data': does('clear-data'),
        'clear-auth': does('clear-auth'),
        'clear-host-cache': does('clear-host-cache'),
        'clear-code-caches': does('clear-code-caches'),
        'clear-clipboard': does('clear-clipboard'),
        'cancel-prints': does('cancel-prints'),
        'purge-crash-dumps': does('purge-crash-dumps'),
      };
    },
  };
}
