/** A whole kiosk for a test: over the fake host, enrolled with the fake clinic, on its attract screen. */
import { until } from '../../sync/client/testing/until.ts';
import { CLINIC } from '../../sync/protocol/testing/fixture-intake.ts';
import { createKiosk, type Kiosk, type KioskOptions } from '../core/kiosk.ts';
import { createFakeClinic, ENROL_CODE, type FakeClinic, SERVER } from './fake-clinic.ts';
import { settle } from './fake-clock.ts';
import { createFakeHost, type FakeHost, type FakeHostOptions } from './fake-host.ts';
import { createFakeIntakes, type FakeIntakes } from './fake-intakes.ts';

export interface KioskPlace {
  readonly host: FakeHost;
  readonly clinic: FakeClinic;
  readonly intakes: FakeIntakes;
  readonly kiosk: Kiosk;
  /** The next start of this machine, over the same disk; what this one was left with is gone. */
  again(options?: PlaceOptions): Promise<KioskPlace>;
  /** Somebody touches the attract screen. */
  begin(language?: string): Promise<boolean>;
  /** What was written down, line by line. */
  log(): Promise<readonly Record<string, unknown>[]>;
  logText(): Promise<string>;
  /** Waits for the minute's report to be over. */
  minute(): Promise<void>;
}

export interface PlaceOptions {
  readonly host?: FakeHostOptions;
  readonly clinic?: FakeClinic;
  readonly intakes?: FakeIntakes;
  readonly updater?: KioskOptions['updater'];
  readonly timeZone?: KioskOptions['timeZone'];
  readonly enrolled?: boolean;
  readonly starts?: boolean;
}

export async function createKioskPlace(options: PlaceOptions = {}): Promise<KioskPlace> {
  const host = createFakeHost(options.host);
  const clinic = options.clinic ?? (await createFakeClinic());
  clinic.setTime(host.clock.now);
  const intakes = options.intakes ?? (await createFakeIntakes(clinic));
  const kiosk = await createKiosk(host, intakes, {
    vendor: CLINIC,
    rootKeys: [clinic.rootKey],
    languages: ['en', 'es'],
    server: SERVER,
    timeZone: options.timeZone,
    fraction: () => 0.5,
    ...(options.updater === undefined ? {} : { updater: options.updater }),
  });
  const { starts = true, enrolled = true } = options;
  if (starts) {
    await kiosk.start();
    await settle();
    if (enrolled && host.shown() !== undefined) {
      await host.page().call('staff.enrol', { code: ENROL_CODE });
      await until(() => kiosk.counts().minutes > 0, 'the first report');
      await settle();
    }
  }

  const logText = async () => {
    await settle();
    const folder = `${host.dataFolder}/log`;
    const names = (await host.disk.list(folder)).toSorted();
    const texts = await Promise.all(names.map((name) => host.disk.read(folder, name)));
    return texts.map((bytes) => new TextDecoder().decode(bytes)).join('');
  };

  return {
    host,
    clinic,
    intakes,
    kiosk,
    again: (next = {}) =>
      createKioskPlace({
        clinic,
        intakes,
        enrolled: false,
        ...next,
        host: { disk: host.disk, clock: host.clock, keyCodec: host.keyCodec, ...next.host },
      }),
    async begin(language = 'en') {
      return (await host.page().call('session.begin', { language })) === true;
    },
    logText,
    log: async () =>
      (await logText())
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async minute() {
      const before = kiosk.counts().minutes;
      await host.clock.advance(66_001);
      await until(() => kiosk.counts().minutes > before, 'the next report');
      await settle();
    },
  };
}
