/** A phone or a shared tablet: its clock, its storage, its line, and the tabs of the vendor's space that are open on it. */
import type { Channel, Locks } from '../../client/base/ports.ts';
import type { DeviceOwner } from '../../client/store/rows.ts';
import type { Chance } from '../base/chance.ts';
import { createLife, type Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { Disk } from '../disks/disk.ts';
import type { DiskFaults } from '../disks/disk-faults.ts';
import type { Monitor } from '../site/monitor.ts';
import { createLine, FAIR, forgePush, type LineDependencies, type Weather } from '../site/network.ts';
import { COOKIE, SET_COOKIE } from '../site/sessions.ts';
import type { Site } from '../site/site.ts';
import { createTab, type Tab, type TabParts } from './tab.ts';

export interface DeviceDependencies {
  readonly index: number;
  readonly owner: DeviceOwner;
  readonly skewMs: number;
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly site: Site;
  readonly monitor: Monitor;
  readonly disk: Disk;
  /** Whether anybody can sign in. */
  readonly persons: boolean;
  readonly parts: Pick<TabParts, 'wrapStore' | 'wrapCrypto' | 'keysLate' | 'onFault'>;
}

export const MAX_TABS = 3;

/** The one cookie of a vendor, which all tabs share. */
function createCookieJar(): NonNullable<LineDependencies['cookies']> {
  let token: string | undefined;
  return {
    bear: (request) =>
      token === undefined ? request : { ...request, headers: { ...request.headers, [COOKIE]: token } },
    take({ headers }) {
      const set = headers[SET_COOKIE];
      if (set !== undefined) token = set === '' ? undefined : set;
    },
  };
}

/** A device's channels: what one tab posts, each other one hears a little later. */
function createChannels(scheduler: Scheduler, chance: Chance): (life: Life, name: string) => Channel {
  const channels = new Map<string, Map<Life, Set<(message: string) => void>>>();
  return (life, name) => {
    const own = new Set<(message: string) => void>();
    const all = channels.get(name) ?? new Map<Life, typeof own>();
    channels.set(name, all);
    all.set(life, own);
    life.onDeath(() => all.delete(life));
    return {
      post(message) {
        if (!life.alive) return;
        for (const [other, listeners] of all)
          if (other !== life)
            for (const listener of listeners)
              scheduler.in(chance.fraction() * 5, () => other.reach(() => listener(message)));
      },
      listen(listener) {
        own.add(listener);
        return () => own.delete(listener);
      },
      close: () => all.delete(life),
    };
  };
}

export function createSimulatedDevice(dependencies: DeviceDependencies) {
  const { index, owner, scheduler, chance, site, monitor, disk, parts, persons } = dependencies;
  let { skewMs } = dependencies;
  let weather: Weather = FAIR;
  let apart = false;
  let locksBroken = false;
  let faults: DiskFaults | undefined;
  let destroyed = false;
  let rekeyed = false;
  let boots = 0;
  let codes = 0;
  /** Of six digits, and of this one sign-in, whichever page it is made on. */
  const nextCode = () => {
    codes += 1;
    return String(codes).padStart(6, '0');
  };
  let tabs: Tab[] = [];
  const held = new Map<string, Life>();
  const cookies = createCookieJar();
  const channelOf = createChannels(scheduler, chance);
  const crypto = chance.fork('crypto');

  const locksOf = (life: Life): Locks => ({
    tryHold: (name) =>
      life.through(async () => {
        const holder = held.get(name);
        if (holder?.alive && !locksBroken) return undefined;
        held.set(name, life);
        return () => {
          if (held.get(name) === life) held.delete(name);
        };
      }),
  });

  function open(): Tab | undefined {
    tabs = tabs.filter((tab) => tab.life.alive);
    if (destroyed || tabs.length >= (disk.mostTabs ?? MAX_TABS)) return undefined;
    const life = createLife();
    boots += 1;
    const faultsNow = () => {
      if (faults === undefined) return undefined;
      monitor.onStorageFault(index);
      return faults;
    };
    const tab = createTab({
      ...parts,
      device: index,
      owner,
      life,
      scheduler,
      chance: chance.fork(`tab/${boots}`),
      crypto,
      site,
      monitor,
      connect: (observe) => disk.connect({ life, faults: faultsNow, observe }),
      wall: () => Math.floor(scheduler.now() + skewMs),
      locks: locksOf(life),
      channel: channelOf(life, 'deliveries'),
      transport: createLine({
        scheduler,
        chance: chance.fork(`line/${boots}`),
        weather: () => weather,
        isApart: () => apart,
        serve: site.serve,
        forge: (request) => forgePush(request, new Date(scheduler.now()), site.signer.keyId),
        onRequest: (request) => monitor.onRequest(index, request),
        cookies,
      }),
      persons: persons
        ? {
            ...{ tab: boots, channel: channelOf(life, 'account'), isApart: () => apart, nextCode },
          }
        : undefined,
      draftUuid: (draft) => dependencies.chance.fork(`draft/${draft}`).uuid(),
      sessionUuid: (session) => dependencies.chance.fork(`session/${session}`).uuid(),
      subjectUuid: (session) =>
        dependencies.chance.fork(owner === 'own' ? 'subject' : `subject/${session}`).uuid(),
    });
    tabs.push(tab);
    return tab;
  }

  const alive = () => {
    tabs = tabs.filter((tab) => tab.life.alive);
    return tabs;
  };
  const killAll = () => {
    for (const tab of alive()) {
      monitor.counts.kills += 1;
      tab.life.kill();
    }
  };

  return {
    index,
    owner,
    open,
    tabs: alive,
    /** The so-many-th of the open tabs, counted round. */
    tab(number: number): Tab | undefined {
      const there = alive();
      return there[number % Math.max(1, there.length)];
    },
    killAll,
    destroy() {
      killAll();
      destroyed = true;
    },
    isDestroyed: () => destroyed,
    /** Its pages end with it: one that has read its key has it until then. */
    losesKey() {
      const tab = alive()[0] ?? open();
      if (!tab) return;
      rekeyed = true;
      void tab.store
        .write(['keys'], (transaction) => transaction.delete('keys', 'device'))
        .then(killAll, () => undefined);
    },
    isRekeyed: () => rekeyed,
    setWeather(next: Partial<Weather>) {
      weather = { ...FAIR, ...next };
    },
    setApart(next: boolean) {
      apart = next;
    },
    jumpClock(milliseconds: number) {
      skewMs += milliseconds;
    },
    breakLocks(broken: boolean) {
      locksBroken = broken;
    },
    setFaults(next: DiskFaults | undefined) {
      faults = next;
    },
    /** What is stored: as an open page sees it, or nobody's. */
    look: () => alive()[0]?.store ?? disk.connect({ life: createLife(), faults: () => undefined }),
    dispose: () => disk.dispose?.(),
  };
}
export type SimulatedDevice = ReturnType<typeof createSimulatedDevice>;
