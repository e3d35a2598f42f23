/** Wakes the devices of persons who have new records. A hint: one that is lost costs a device the time until it asks by itself. */
import type { Logger } from '../../base/process/log.ts';
import type { PersonName } from './record-writer.ts';

export interface WakePersonsDependencies {
  /** What features know of them. */
  readonly devicesOf: () => readonly ((vendor: string, person: string) => Promise<readonly string[]>)[];
  readonly wake: (vendor: string, device: string) => void;
  readonly logger: Logger;
}

export function createWakePersons({
  devicesOf,
  wake,
  logger,
}: WakePersonsDependencies): (persons: readonly PersonName[]) => void {
  async function wakeAll(persons: readonly PersonName[]): Promise<void> {
    for (const { vendor, person } of persons)
      for (const find of devicesOf()) for (const device of await find(vendor, person)) wake(vendor, device);
  }
  return (persons) => {
    wakeAll(persons).catch((error: unknown) => logger.warn({ err: error }, 'WAKE_LOST'));
  };
}
