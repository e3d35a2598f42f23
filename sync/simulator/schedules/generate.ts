/** Draws a schedule from a seed: which troubles there are at all, then what happens, one thing after the other. */
import type { Chance } from '../base/chance.ts';
import { createChance } from '../base/chance.ts';
import type { DiskFault } from '../disks/disk-faults.ts';
import type { Weather } from '../site/network.ts';
import { FAULT, HOLD } from '../stand-ins/plain-judge.ts';
import { addOrders } from './orders.ts';
import { addPersons } from './persons.ts';
import type { Action, DeviceSetup, DiskKind, Schedule } from './schedule.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Of the seeds that aren't asked for otherwise: most over the plain disk, which is fast. */
const EVERY_DEXIE = 50;
const EVERY_FILE = 20;
const EVERY_MADE_UP = 4;

interface Troubles {
  readonly network: boolean;
  readonly forger: boolean;
  readonly storage: boolean;
  readonly kills: boolean;
  readonly crashes: boolean;
  readonly restores: boolean;
  readonly locks: boolean;
  readonly clocks: boolean;
  readonly slow: boolean;
  readonly days: boolean;
  readonly photos: boolean;
}

function diskOf(seed: number): DiskKind {
  if (seed % EVERY_DEXIE === 7) return 'dexie';
  return seed % EVERY_FILE === 3 ? 'file' : 'memory';
}

function gap(chance: Chance, troubles: Troubles): number {
  return Math.round(
    chance.weighted([
      [50, chance.fraction() * 300],
      [25, chance.fraction() * 5 * SECOND_MS],
      [15, chance.fraction() * 40 * SECOND_MS],
      [6, chance.fraction() * 6 * MINUTE_MS],
      [troubles.days ? 3 : 0, chance.fraction() * 9 * HOUR_MS],
      [troubles.days ? 4 : 0, chance.fraction() * 3 * DAY_MS],
      [troubles.days ? 1.5 : 0, (8 + chance.fraction() * 14) * DAY_MS],
    ]),
  );
}

const WEATHERS: readonly Partial<Weather>[] = [
  { loseRequest: 0.4 },
  { loseAnswer: 0.5 },
  { loseRequest: 0.2, loseAnswer: 0.2, slowest: 2_000 },
  { twice: 0.5, slowest: 3_000 },
  { cut: 0.5 },
  { portal: 0.7 },
  { busy: 0.5 },
  { tooLarge: 0.5 },
  { updateNeeded: 0.4 },
  { nonceLost: 0.4 },
  { silence: 0.3 },
  { slowest: 9_000 },
  { slowest: 40_000, twice: 0.3 },
];
const FAULTS: readonly [DiskFault, ...DiskFault[]] = ['abort', 'quota', 'closed', 'hang', 'unheard', 'rerun'];

function draw(chance: Chance, troubles: Troubles, devices: number, processes: number): Action {
  const device = chance.whole(0, devices - 1);
  const tab = chance.whole(0, 2);
  const draft = chance.whole(0, 9);
  const when = (there: boolean, weight: number) => (there ? weight : 0);
  const make = chance.weighted<() => Omit<Action, 'thenMs'>>([
    [
      34,
      () => ({
        do: 'submit',
        device,
        tab,
        draft,
        note: chance.weighted([
          [80, ''],
          [10, HOLD],
          [6, FAULT],
          [4, `${HOLD}, ${FAULT}`],
        ]),
      }),
    ],
    [14, () => ({ do: 'save', device, tab, draft })],
    [6, () => ({ do: 'alert', device, tab, session: chance.whole(0, 2), rule: chance.whole(1, 2) })],
    [
      when(troubles.photos, 6),
      () => ({ do: 'photo', device, tab, draft, size: chance.whole(1, 40) ** 2 * 10 }),
    ],
    [1, () => ({ do: 'discard', device, tab, draft })],
    [4, () => ({ do: 'open', device })],
    [2, () => ({ do: 'close', device, tab })],
    [3, () => ({ do: 'restart', device })],
    [
      2,
      () => ({ do: 'signal', device, tab, signal: chance.pick(['online', 'offline', 'visible', 'hidden']) }),
    ],
    [
      when(troubles.kills, 7),
      () => ({
        do: 'kill',
        device,
        tab,
        calls: chance.whole(1, chance.pick([3, 12, 60])),
        moment: chance.pick(['before', 'after']),
      }),
    ],
    [when(troubles.kills, 0.4), () => ({ do: 'destroy', device })],
    [when(troubles.days, 4), () => ({ do: 'off', device })],
    [
      when(troubles.network, 10),
      () => ({
        do: 'weather',
        device,
        weather: chance.happens(0.3) ? {} : (WEATHERS[chance.whole(0, WEATHERS.length - 1)] ?? {}),
      }),
    ],
    [when(troubles.forger, 6), () => ({ do: 'weather', device, weather: { forged: 0.6 } })],
    [when(troubles.network, 6), () => ({ do: 'apart', device, apart: chance.happens(0.5) })],
    [
      when(troubles.clocks, 4),
      () => ({
        do: 'clock',
        device,
        jumpMs: Math.round((chance.fraction() - 0.5) * 2 * chance.pick([MINUTE_MS, DAY_MS, 900 * DAY_MS])),
      }),
    ],
    [when(troubles.locks, 5), () => ({ do: 'locks', device, broken: chance.happens(0.7) })],
    [
      when(troubles.storage, 9),
      () =>
        chance.happens(0.35)
          ? { do: 'storage', device, fault: 'none', probability: 0 }
          : { do: 'storage', device, fault: chance.pick(FAULTS), probability: chance.pick([0.1, 0.4, 1]) },
    ],
    [
      when(troubles.crashes, 8),
      () => ({
        do: 'crash',
        process: chance.whole(0, processes - 1),
        calls: chance.whole(1, chance.pick([2, 8, 30])),
        moment: chance.pick(['before', 'after']),
      }),
    ],
    [when(troubles.crashes, 8), () => ({ do: 'start', process: chance.whole(0, processes - 1) })],
    [when(troubles.slow, 4), () => ({ do: 'slow', slowestMs: chance.pick([4, 200, 1_500, 6_000]) })],
    [
      when(troubles.restores, 9),
      () => ({ do: 'backup', verifyAfterMs: Math.round(chance.fraction() ** 3 * 2 * HOUR_MS) }),
    ],
    [
      when(troubles.restores, 5),
      () => ({
        do: 'restore',
        before: chance.weighted([
          [5, 0],
          [4, 1],
          [2, 3],
        ]),
        announced: chance.happens(0.5),
        withFolder: chance.happens(0.5),
      }),
    ],
    [5, () => ({ do: 'resolve', most: chance.whole(1, 4) })],
    [1, () => ({ do: 'rotate' })],
    [1, () => ({ do: 'upgrade' })],
    [4, () => ({ do: 'wait' })],
  ]);
  return { ...make(), thenMs: gap(chance, troubles) } as Action;
}

/** A form is handed in while a backup is being taken, the device hears of it, and the backup is put back. */
function drill(chance: Chance, devices: number): readonly Action[] {
  const device = chance.whole(0, devices - 1);
  const submit = (thenMs: number): Action => ({
    ...{ do: 'submit', device, tab: 0, draft: chance.whole(0, 9), note: '' },
    thenMs,
  });
  return [
    { do: 'slow', slowestMs: chance.pick([200, 1_500]), thenMs: 0 },
    submit(chance.whole(20, 400)),
    { do: 'backup', verifyAfterMs: chance.whole(0, 1_000), thenMs: chance.whole(2_000, 9_000) },
    submit(chance.whole(3_000, 20_000)),
    { do: 'slow', slowestMs: 4, thenMs: 40_000 },
    { do: 'restore', before: 0, announced: chance.happens(0.7), withFolder: false, thenMs: 1_000 },
  ];
}

/** A receipt is given, and before anything became of it an older backup is put back without a word. */
function quietRestore(chance: Chance, devices: number): readonly Action[] {
  const device = chance.whole(0, devices - 1);
  return [
    { do: 'backup', verifyAfterMs: 0, thenMs: 1_000 },
    { do: 'slow', slowestMs: 6_000, thenMs: 0 },
    { do: 'submit', device, tab: 0, draft: chance.whole(0, 9), note: '', thenMs: chance.whole(500, 9_000) },
    { do: 'restore', before: 0, announced: false, withFolder: false, thenMs: 0 },
    { do: 'slow', slowestMs: 4, thenMs: 10_000 },
  ];
}

/** Several things come in at once, and what becomes of them ends in any order. */
function rush(chance: Chance, devices: number): readonly Action[] {
  const device = chance.whole(0, devices - 1);
  const one = (draft: number): Action => ({
    ...{ do: 'submit', device, tab: 0, draft, note: chance.pick(['', FAULT]) },
    thenMs: chance.whole(0, 400),
  });
  return [
    { do: 'slow', slowestMs: chance.pick([200, 1_500]), thenMs: 0 },
    one(chance.whole(0, 3)),
    { do: 'alert', device, tab: 0, session: 1, rule: chance.whole(1, 9), thenMs: chance.whole(0, 400) },
    one(chance.whole(4, 6)),
    one(chance.whole(7, 9)),
    { do: 'wait', thenMs: 20_000 },
    { do: 'slow', slowestMs: 4, thenMs: 0 },
  ];
}

/** Luck of its own: whether there is any decides nothing else of a schedule. */
function addLostKeys(seed: number, devices: number, actions: readonly Action[]): readonly Action[] {
  const chance = createChance(`lost keys/${seed}`);
  if (!chance.happens(0.15)) return actions;
  return actions.flatMap((action) =>
    chance.happens(0.1)
      ? [
          action,
          {
            do: 'rekey',
            device: chance.whole(0, devices - 1),
            thenMs: Math.round(chance.fraction() ** 2 * 40_000),
          },
        ]
      : [action],
  );
}

/** Luck of its own, too: of each four seeds one has operations of kinds that no feature owns. */
function addNotes(seed: number, devices: number, actions: readonly Action[]): readonly Action[] {
  if (seed % EVERY_MADE_UP !== 0) return actions;
  const chance = createChance(`notes/${seed}`);
  return actions.flatMap((action) => {
    if (!chance.happens(0.25)) return [action];
    const note: Action = {
      do: 'note',
      device: chance.whole(0, devices - 1),
      tab: chance.whole(0, 2),
      session: chance.whole(0, 2),
      urgent: chance.happens(0.4),
      note: chance.weighted([
        [80, ''],
        [10, HOLD],
        [10, FAULT],
      ]),
      thenMs: Math.round(chance.fraction() ** 2 * 10_000),
    };
    return [note, action];
  });
}

/** @param inEach there are persons in each, and no orders; or orders in each; where nothing is named, both in some */
export function generateSchedule(seed: number, only?: DiskKind, inEach?: 'persons' | 'orders'): Schedule {
  const drawn = drawSchedule(seed, only);
  return addPersons(
    inEach === 'persons' ? drawn : addOrders(drawn, inEach === 'orders'),
    inEach === 'persons',
  );
}

/** Without persons and orders. */
export function drawSchedule(seed: number, only?: DiskKind): Schedule {
  const chance = createChance(`schedule/${seed}`);
  const has = (probability: number) => chance.happens(probability);
  const troubles: Troubles = {
    network: has(0.7),
    forger: has(0.15),
    storage: has(0.3),
    kills: has(0.5),
    crashes: has(0.4),
    restores: has(0.5),
    locks: has(0.3),
    clocks: has(0.25),
    slow: has(0.4),
    days: has(0.35),
    photos: has(0.4),
  };
  const devices: DeviceSetup[] = Array.from(
    {
      length: chance.weighted([
        [5, 1],
        [3, 2],
        [1, 3],
      ]),
    },
    () => ({
      owner: chance.happens(0.7) ? 'own' : 'shared',
      skewMs: troubles.clocks ? Math.round((chance.fraction() - 0.5) * 2 * DAY_MS) : 0,
    }),
  );
  const processes = chance.weighted([
    [6, 1],
    [4, 2],
  ]);
  const count = chance.whole(8, 36);
  return {
    seed,
    disk: only ?? diskOf(seed),
    devices,
    processes,
    aheadDigits: chance.weighted([
      [8, ''],
      [2, '37b'],
    ]),
    keysLate: chance.happens(0.1),
    outlives: chance.happens(0.15),
    actions: addNotes(
      seed,
      devices.length,
      addLostKeys(
        seed,
        devices.length,
        Array.from({ length: count }, () => {
          if (troubles.restores && chance.happens(0.03))
            return chance.pick([drill, quietRestore])(chance, devices.length);
          if (troubles.slow && chance.happens(0.03)) return rush(chance, devices.length);
          return [draw(chance, troubles, devices.length, processes)];
        }).flat(),
      ),
    ),
  };
}
