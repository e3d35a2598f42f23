/** Persons in a schedule, drawn by a luck of their own: whether there are any decides nothing else of it. */
import { type Chance, createChance } from '../base/chance.ts';
import { FAULT, HOLD } from '../stand-ins/plain-judge.ts';
import type { Action, Schedule } from './schedule.ts';

/** One seed in so many has persons, where they aren't asked for. */
const EVERY_PERSONS = 7;
const DAY_MS = 24 * 60 * 60_000;

interface Cast {
  readonly chance: Chance;
  readonly devices: number;
  readonly persons: number;
}

const gap = (chance: Chance): number =>
  Math.round(
    chance.weighted([
      [50, chance.fraction() * 200],
      [35, chance.fraction() * 3_000],
      [15, chance.fraction() * 30_000],
    ]),
  );

function publishing({ chance, persons }: Cast): Omit<Extract<Action, { readonly do: 'publish' }>, 'thenMs'> {
  const ids = Array.from(
    { length: chance.whole(1, 4) },
    () => `${chance.pick(['e', 'f', 'f'])}${chance.whole(0, 3)}`,
  );
  return {
    do: 'publish',
    who: chance.whole(0, persons - 1),
    ids: [...new Set(ids)],
    gone: chance.happens(0.4),
  };
}

function draw(cast: Cast): Action {
  const { chance, devices, persons } = cast;
  const device = chance.whole(0, devices - 1);
  const tab = chance.whole(0, 2);
  const who = chance.whole(0, persons - 1);
  const make = chance.weighted<() => Omit<Action, 'thenMs'>>([
    [20, () => ({ do: 'sign-in', device, tab, who: chance.happens(0.7) ? device % persons : who })],
    [7, () => ({ do: 'sign-out', device, tab })],
    [8, () => ({ do: 'refresh', device, tab })],
    [
      22,
      () => ({
        ...{ do: 'edit', device, tab, entry: `e${chance.whole(0, 3)}` },
        note: chance.weighted([
          [85, ''],
          [8, HOLD],
          [7, FAULT],
        ]),
      }),
    ],
    [24, () => publishing(cast)],
    [3, () => ({ do: 'revoke', who })],
    [persons > 1 ? 3 : 0, () => ({ do: 'merge', who, into: (who + 1) % persons })],
    [persons > 1 ? 3 : 0, () => ({ do: 'undo-merge', who })],
    [3, () => ({ do: 'sweep', olderThanMs: chance.pick([0, 5_000, DAY_MS]) })],
    [4, () => ({ do: 'open', device })],
  ]);
  return { ...make(), thenMs: gap(chance) } as Action;
}

/** One signs out and another in while pages are on their way. */
function handover({ chance, devices, persons }: Cast): readonly Action[] {
  const device = chance.whole(0, devices - 1);
  const at = { device, tab: 0 };
  const who = chance.whole(0, persons - 1);
  const soon = () => chance.whole(0, 400);
  return [
    { do: 'sign-in', ...at, who, thenMs: 3_000 },
    { do: 'weather', device, weather: { slowest: chance.pick([300, 3_000]) }, thenMs: 0 },
    { do: 'edit', ...at, entry: 'e0', note: '', thenMs: soon() },
    { do: 'refresh', ...at, thenMs: soon() },
    { do: 'sign-out', ...at, thenMs: soon() },
    { do: 'sign-in', ...at, who: (who + 1) % persons, thenMs: 4_000 },
    { do: 'weather', device, weather: {}, thenMs: soon() },
  ];
}

/** A device is away while things change and one goes; it reads of that in pages, and what tells of it is swept, perhaps between two of them. */
function absence(cast: Cast): readonly Action[] {
  const { chance, devices, persons } = cast;
  const device = chance.whole(0, devices - 1);
  const who = chance.whole(0, persons - 1);
  const publish = (ids: readonly string[], gone = false): Action => ({
    ...{ do: 'publish', who, ids, gone },
    thenMs: 100,
  });
  return [
    publish(['f0', 'f1', 'f2', 'f3']),
    { do: 'sign-in', device, tab: 0, who, thenMs: 4_000 },
    { do: 'apart', device, apart: true, thenMs: 10 },
    publish(['f1']),
    publish(['f2', 'f3']),
    publish(['f0'], true),
    { do: 'apart', device, apart: false, thenMs: 0 },
    { do: 'weather', device, weather: { slowest: 400 }, thenMs: 0 },
    { do: 'refresh', device, tab: 0, thenMs: chance.whole(0, 2_500) },
    { do: 'sweep', olderThanMs: 0, thenMs: 3_000 },
    { do: 'weather', device, weather: {}, thenMs: 0 },
  ];
}

/** Staff write for one person from several places at once, and devices read all the while. */
function crowd(cast: Cast): readonly Action[] {
  const { chance, devices, persons } = cast;
  const device = chance.whole(0, devices - 1);
  const who = chance.whole(0, persons - 1);
  const at = { device, tab: 0 };
  const soon = () => chance.whole(0, 300);
  return [
    { do: 'sign-in', ...at, who, thenMs: 2_000 },
    { do: 'slow', slowestMs: chance.pick([200, 1_500]), thenMs: 0 },
    ...Array.from({ length: 5 }, (): readonly Action[] => [
      { ...publishing(cast), who, thenMs: soon() },
      { do: 'refresh', ...at, thenMs: soon() },
    ]).flat(),
    { do: 'wait', thenMs: 4_000 },
    { do: 'slow', slowestMs: 4, thenMs: 0 },
  ];
}

/** Tabs that both believe to be the one that pulls, and staff who write all the while. */
function twoPullers(cast: Cast): readonly Action[] {
  const { chance, devices, persons } = cast;
  const device = chance.whole(0, devices - 1);
  const who = chance.whole(0, persons - 1);
  const refresh = (tab: number): Action => ({ do: 'refresh', device, tab, thenMs: chance.whole(0, 60) });
  const publish = (): Action => ({ ...publishing(cast), who, thenMs: chance.whole(0, 60) });
  return [
    { do: 'sign-in', device, tab: 0, who, thenMs: 2_000 },
    { do: 'open', device, thenMs: 100 },
    { do: 'locks', device, broken: true, thenMs: 0 },
    { do: 'weather', device, weather: { slowest: 400 }, thenMs: 0 },
    ...[publish(), refresh(0), publish(), publish(), refresh(1), publish(), refresh(0), refresh(1)],
    { do: 'wait', thenMs: 1_500 },
    { do: 'weather', device, weather: {}, thenMs: 0 },
    { do: 'locks', device, broken: false, thenMs: 100 },
  ];
}

/** Two persons turn out to be one, and then not. */
function mistakenMerge(cast: Cast): readonly Action[] {
  const { chance, devices, persons } = cast;
  const device = chance.whole(0, devices - 1);
  const into = chance.whole(0, persons - 1);
  const who = (into + 1) % persons;
  return [
    { ...publishing(cast), who, gone: false, thenMs: 50 },
    { do: 'sign-in', device, tab: 0, who: into, thenMs: 3_000 },
    { do: 'merge', who, into, thenMs: chance.whole(50, 3_000) },
    { ...publishing(cast), who: into, thenMs: 500 },
    { do: 'undo-merge', who, thenMs: chance.whole(50, 3_000) },
  ];
}

const DRILLS = [handover, absence, crowd, twoPullers, mistakenMerge] as const;

/** @param always whether or not the seed would have any */
export function addPersons(schedule: Schedule, always: boolean): Schedule {
  const { seed, devices, actions, disk } = schedule;
  if (!always && seed % EVERY_PERSONS !== 3) return schedule;
  const chance = createChance(`persons/${seed}`);
  const persons = chance.weighted([
    [2, 1],
    [5, 2],
    [2, 3],
  ]);
  // A person's records are on two devices as a rule.
  const owned = devices.length > 1 ? devices : [...devices, { owner: 'own', skewMs: 0 } as const];
  const cast: Cast = { chance, devices: owned.length, persons };
  const added = (): readonly Action[] => {
    if (chance.happens(0.08)) return chance.pick(DRILLS)(cast);
    return chance.happens(0.6) ? [draw(cast)] : [];
  };
  const signIns = owned.map(
    (_, device): Action => ({ do: 'sign-in', device, tab: 0, who: device % persons, thenMs: gap(chance) }),
  );
  return {
    ...schedule,
    // Nobody signs in on a kiosk.
    ...{ disk: disk === 'file' ? 'memory' : disk, devices: owned, persons, pageRows: chance.whole(1, 4) },
    actions: [...signIns, ...actions.flatMap((action) => [...added(), action])],
  };
}
