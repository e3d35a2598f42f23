/** Schedules that once broke a promise, as small as they could be made, and what they found. They run first, always. */
import type { Action, Schedule } from './schedule.ts';

export interface Regression {
  readonly found: string;
  readonly schedule: Schedule;
}

const own = { owner: 'own', skewMs: 0 } as const;
const shared = { owner: 'shared', skewMs: 0 } as const;

const scheduleOf = (seed: number, devices: Schedule['devices'], actions: readonly Action[]): Schedule => ({
  ...{
    seed,
    disk: 'memory',
    devices,
    processes: 1,
    aheadDigits: '',
    keysLate: false,
    outlives: false,
    actions,
  },
});
const submit = (device: number, tab: number, draft: number, thenMs: number, note = ''): Action => ({
  ...{ do: 'submit', device, tab, draft, note, thenMs },
});

const signIn = (device: number, tab: number, who: number, thenMs: number): Action => ({
  ...{ do: 'sign-in', device, tab, who, thenMs },
});

export const regressions: readonly Regression[] = [
  {
    found:
      'a phone that was off for weeks let go of an envelope by its own clock, while an older backup was put back',
    schedule: scheduleOf(
      903,
      [own, own],
      [
        { do: 'backup', verifyAfterMs: 1_665_363, thenMs: 0 },
        submit(0, 2, 7, 86),
        { do: 'backup', verifyAfterMs: 335_054, thenMs: 2_861_514 },
        { do: 'resolve', most: 1, thenMs: 1_000 },
        { do: 'restore', before: 1, announced: false, withFolder: true, thenMs: 0 },
        submit(1, 2, 6, 1_613_680_855),
      ],
    ),
  },
  {
    found:
      'the feed told an outcome before the answer to the push arrived: it was dropped, and never told again',
    schedule: scheduleOf(
      2673,
      [shared],
      [
        submit(0, 1, 8, 1_000),
        submit(0, 1, 6, 94),
        { do: 'weather', device: 0, weather: { twice: 0.5, slowest: 3_000 }, thenMs: 13_327 },
        submit(0, 0, 9, 0),
        { do: 'restart', device: 0, thenMs: 0 },
        submit(0, 0, 2, 31_525, 'hold this, fail over this'),
        { do: 'slow', slowestMs: 1_500, thenMs: 99 },
        { do: 'open', device: 0, thenMs: 285 },
        { do: 'off', device: 0, thenMs: 1_000 },
        submit(0, 1, 5, 0),
        { do: 'alert', device: 0, tab: 2, session: 1, rule: 1, thenMs: 0 },
        submit(0, 1, 7, 1_000),
        { do: 'restart', device: 0, thenMs: 188_250 },
      ],
    ),
  },
  {
    found:
      'after a restore without a word numbers were given again, and a cursor stepped over the news that have them now',
    schedule: scheduleOf(
      494,
      [own],
      [
        { do: 'alert', device: 0, tab: 1, session: 2, rule: 2, thenMs: 0 },
        submit(0, 1, 7, 216),
        { do: 'backup', verifyAfterMs: 556, thenMs: 181 },
        { do: 'resolve', most: 4, thenMs: 1_000 },
        { do: 'slow', slowestMs: 1_500, thenMs: 0 },
        { do: 'restore', before: 0, announced: false, withFolder: false, thenMs: 0 },
        submit(0, 0, 2, 4_596, 'hold this'),
      ],
    ),
  },
  {
    found: 'a phone that only reads showed no witness of what was lost, and never offered it again',
    schedule: scheduleOf(
      100,
      [own],
      [
        { do: 'alert', device: 0, tab: 1, session: 0, rule: 1, thenMs: 296 },
        { do: 'backup', verifyAfterMs: 0, thenMs: 0 },
        { do: 'alert', device: 0, tab: 1, session: 0, rule: 2, thenMs: 1_000 },
        { do: 'restore', before: 0, announced: false, withFolder: true, thenMs: 60_000 },
      ],
    ),
  },
  {
    found:
      'what a restored server had stored again a minute ago was let go of, because it had been settled first weeks before',
    schedule: scheduleOf(
      206_076,
      [shared, own],
      [
        { do: 'alert', device: 0, tab: 2, session: 2, rule: 2, thenMs: 1_000 },
        { do: 'restore', before: 1, announced: true, withFolder: false, thenMs: 0 },
        { do: 'resolve', most: 3, thenMs: 1_538_946_916 },
        { do: 'backup', verifyAfterMs: 5_591_747, thenMs: 0 },
        { do: 'alert', device: 1, tab: 0, session: 2, rule: 2, thenMs: 209_138_186 },
        { do: 'alert', device: 0, tab: 0, session: 2, rule: 2, thenMs: 536 },
        { do: 'backup', verifyAfterMs: 0, thenMs: 1_000 },
        { do: 'restore', before: 3, announced: true, withFolder: false, thenMs: 0 },
      ],
    ),
  },
  {
    found:
      'an alert behind another of its own session was taken for one behind a form (the check was at fault)',
    schedule: scheduleOf(
      62_670,
      [shared],
      [
        { do: 'crash', process: 0, calls: 2, moment: 'after', thenMs: 0 },
        { do: 'alert', device: 0, tab: 0, session: 1, rule: 3, thenMs: 0 },
        submit(0, 0, 7, 0),
        { do: 'wait', thenMs: 20_000 },
        { do: 'weather', device: 0, weather: { tooLarge: 0.5 }, thenMs: 0 },
        { do: 'alert', device: 0, tab: 0, session: 1, rule: 9, thenMs: 0 },
        { do: 'alert', device: 0, tab: 0, session: 1, rule: 5, thenMs: 0 },
        submit(0, 1, 2, 275_353),
      ],
    ),
  },
  {
    found:
      "a connection waited for another tab's transaction that hung (the stand-in for IndexedDB was at fault)",
    schedule: {
      ...scheduleOf(
        68_757,
        [own],
        [
          { do: 'storage', device: 0, fault: 'hang', probability: 1, thenMs: 0 },
          { do: 'save', device: 0, tab: 0, draft: 7, thenMs: 180 },
          { do: 'signal', device: 0, tab: 0, signal: 'visible', thenMs: 0 },
          { do: 'open', device: 0, thenMs: 0 },
          { do: 'slow', slowestMs: 1_500, thenMs: 187_873 },
        ],
      ),
      disk: 'dexie',
    },
  },
  {
    found:
      'under a new key a form was offered without the one before it, and that one without it, in turn and for ever',
    schedule: scheduleOf(
      82,
      [own],
      [submit(0, 0, 1, 24), { do: 'rekey', device: 0, thenMs: 0 }, submit(0, 1, 7, 111, 'hold this')],
    ),
  },
  {
    found:
      'what is urgent, and was offered again because the answer to something else told of a restore, waited until the page was touched',
    schedule: scheduleOf(
      36,
      [own, own],
      [
        { do: 'close', device: 0, tab: 1, thenMs: 0 },
        { do: 'note', device: 0, tab: 2, session: 0, urgent: false, note: '', thenMs: 0 },
        { do: 'restore', before: 0, announced: false, withFolder: false, thenMs: 0 },
        { do: 'off', device: 0, thenMs: 0 },
        { do: 'note', device: 0, tab: 2, session: 2, urgent: true, note: '', thenMs: 0 },
        { do: 'note', device: 0, tab: 1, session: 0, urgent: true, note: 'fail over this', thenMs: 5_376 },
        { do: 'restore', before: 0, announced: true, withFolder: false, thenMs: 0 },
      ],
    ),
  },
  {
    found:
      'a server that answered every other request was asked without a pause: each answer after a loss sent everything at once',
    schedule: scheduleOf(
      31400,
      [shared],
      [
        { do: 'crash', process: 0, calls: 11, moment: 'before', thenMs: 0 },
        { do: 'note', device: 0, tab: 1, session: 0, urgent: true, note: '', thenMs: 0 },
        { do: 'open', device: 0, thenMs: 0 },
        { do: 'alert', device: 0, tab: 1, session: 0, rule: 2, thenMs: 0 },
        { do: 'open', device: 0, thenMs: 0 },
        { do: 'weather', device: 0, weather: { nonceLost: 0.4 }, thenMs: 0 },
        { do: 'note', device: 0, tab: 0, session: 2, urgent: false, note: '', thenMs: 0 },
        { do: 'locks', device: 0, broken: true, thenMs: 0 },
        { do: 'resolve', most: 2, thenMs: 27632146 },
      ],
    ),
  },
  {
    found:
      'a form offered under a new key arrived late under its first number, with its predecessor stored under another: the watcher took that for a gap',
    schedule: scheduleOf(
      85319,
      [shared, own],
      [
        { do: 'submit', device: 0, tab: 2, draft: 0, note: '', thenMs: 0 },
        { do: 'rekey', device: 0, thenMs: 0 },
        { do: 'submit', device: 0, tab: 0, draft: 9, note: '', thenMs: 1000 },
        { do: 'weather', device: 0, weather: { twice: 0.5, slowest: 3000 }, thenMs: 0 },
        { do: 'close', device: 0, tab: 1, thenMs: 0 },
        { do: 'alert', device: 0, tab: 1, session: 0, rule: 1, thenMs: 0 },
        { do: 'resolve', most: 4, thenMs: 3122 },
        { do: 'submit', device: 0, tab: 0, draft: 3, note: '', thenMs: 0 },
        { do: 'rekey', device: 0, thenMs: 0 },
        { do: 'submit', device: 0, tab: 0, draft: 0, note: 'hold this, fail over this', thenMs: 282 },
        { do: 'submit', device: 0, tab: 0, draft: 6, note: 'fail over this', thenMs: 13857 },
      ],
    ),
  },
  {
    found:
      'a form that the clinic had applied left the view with the first page after a restore that had lost it, until it was sent again (R1)',
    schedule: {
      ...scheduleOf(
        1,
        [own, own],
        [
          signIn(0, 0, 0, 0),
          { do: 'slow', slowestMs: 200, thenMs: 0 },
          signIn(1, 1, 0, 1_000),
          { do: 'edit', device: 1, tab: 2, entry: 'e1', note: '', thenMs: 130 },
          { do: 'backup', verifyAfterMs: 470, thenMs: 0 },
          submit(0, 0, 9, 1_000),
          { do: 'restore', before: 0, announced: true, withFolder: false, thenMs: 1_000 },
        ],
      ),
      ...{ persons: 1, pageRows: 2 },
    },
  },
  {
    found: 'what the clinic had held, and looked at, was shown as with the clinic for ever',
    schedule: {
      ...scheduleOf(
        30,
        [own, own],
        [
          signIn(0, 0, 0, 1_000),
          { do: 'edit', device: 0, tab: 1, entry: 'e1', note: 'hold this', thenMs: 0 },
        ],
      ),
      ...{ persons: 2, pageRows: 2 },
    },
  },
  {
    found:
      'a form that was held was shown beside its own case for ever, where the word of it was swept before a restore',
    schedule: {
      ...scheduleOf(
        164,
        [own, own],
        [
          signIn(0, 0, 1, 1_000),
          submit(0, 1, 4, 1_000, 'hold this'),
          { do: 'sweep', olderThanMs: 0, thenMs: 1_000 },
        ],
      ),
      ...{ persons: 2, pageRows: 1, outlives: true },
    },
  },
  {
    found:
      'a view remembered what it had opened by its number, which a database put back without a word gave to another record (R23)',
    schedule: {
      ...scheduleOf(
        262,
        [own, own],
        [
          { do: 'merge', who: 0, into: 1, thenMs: 0 },
          signIn(0, 0, 0, 198),
          { do: 'backup', verifyAfterMs: 0, thenMs: 1_000 },
          { do: 'publish', who: 1, ids: ['f1', 'f2'], gone: true, thenMs: 1_000 },
          { do: 'restore', before: 0, announced: false, withFolder: false, thenMs: 0 },
          { do: 'publish', who: 0, ids: ['f2', 'f3', 'e0', 'e3'], gone: false, thenMs: 76 },
        ],
      ),
      ...{ persons: 2, pageRows: 2 },
    },
  },
  {
    found:
      'an edit left the view for as long as the storage gave no answer: what could not be read was taken for what the lock had closed (R1)',
    schedule: {
      ...scheduleOf(
        2090,
        [own, own],
        [
          signIn(0, 0, 0, 51),
          submit(0, 1, 4, 1_000, 'hold this'),
          submit(0, 2, 6, 0),
          { do: 'weather', device: 0, weather: { updateNeeded: 0.4 }, thenMs: 99 },
          { do: 'edit', device: 0, tab: 0, entry: 'e0', note: '', thenMs: 1_000 },
          { do: 'storage', device: 0, fault: 'hang', probability: 0.1, thenMs: 0 },
          signIn(0, 0, 0, 0),
          submit(0, 2, 0, 0),
          { do: 'save', device: 0, tab: 2, draft: 4, thenMs: 322_580 },
        ],
      ),
      ...{ persons: 2, pageRows: 4 },
    },
  },
  {
    found:
      'a page died with the cookie of who signed in there: the others went on showing the person before, and read nothing more (R26)',
    schedule: {
      ...scheduleOf(
        2208,
        [own, own],
        [
          signIn(0, 0, 1, 1_000),
          { do: 'open', device: 0, thenMs: 0 },
          { do: 'slow', slowestMs: 6_000, thenMs: 0 },
          submit(1, 2, 0, 0),
          { do: 'kill', device: 0, tab: 0, calls: 31, moment: 'before', thenMs: 209 },
          submit(0, 1, 0, 0),
          signIn(0, 0, 0, 2_601),
        ],
      ),
      ...{ persons: 3, pageRows: 1, processes: 2 },
    },
  },
  {
    found:
      'what the clinic had judged and looked at left the view before the records were there: the word of it had been swept (R1, R31)',
    schedule: {
      ...scheduleOf(
        3544,
        [own, own],
        [
          signIn(0, 0, 0, 0),
          signIn(1, 0, 1, 0),
          signIn(1, 2, 2, 1_000),
          submit(0, 2, 8, 0, 'fail over this'),
          submit(0, 1, 9, 103, 'hold this, fail over this'),
          { do: 'sign-out', device: 0, tab: 2, thenMs: 1_000 },
          { do: 'kill', device: 0, tab: 2, calls: 19, moment: 'before', thenMs: 0 },
          signIn(0, 2, 0, 0),
          { do: 'kill', device: 0, tab: 0, calls: 5, moment: 'after', thenMs: 124_620_778 },
          { do: 'sweep', olderThanMs: 0, thenMs: 1_000 },
        ],
      ),
      ...{ persons: 3, pageRows: 4 },
    },
  },
  {
    found:
      'an older database that was put back without a word: what was held showed as with the clinic for ever, by a number from before (R31)',
    schedule: {
      ...scheduleOf(
        3720,
        [shared, own],
        [
          { do: 'note', device: 0, tab: 1, session: 1, urgent: false, note: '', thenMs: 1_000 },
          { do: 'backup', verifyAfterMs: 23_604, thenMs: 0 },
          signIn(0, 0, 0, 1_000),
          submit(0, 1, 8, 1_000, 'hold this'),
          { do: 'publish', who: 0, ids: ['f2', 'e3'], gone: false, thenMs: 21_632 },
          { do: 'restore', before: 3, announced: false, withFolder: true, thenMs: 0 },
          { do: 'note', device: 0, tab: 0, session: 0, urgent: false, note: '', thenMs: 1_000 },
          { do: 'restore', before: 0, announced: false, withFolder: false, thenMs: 0 },
        ],
      ),
      ...{ persons: 1, pageRows: 4 },
    },
  },
  {
    found:
      'the readable copy of a change went by age while the records didn’t hold the change yet, and it left the view (R1)',
    schedule: {
      ...scheduleOf(
        37565,
        [
          { owner: 'own', skewMs: -55234231 },
          { owner: 'shared', skewMs: 18_798_521 },
          { owner: 'own', skewMs: -83463615 },
        ],
        [
          signIn(2, 0, 0, 1_000),
          { do: 'edit', device: 2, tab: 1, entry: 'e0', note: '', thenMs: 159 },
          { do: 'kill', device: 2, tab: 2, calls: 7, moment: 'before', thenMs: 0 },
          { do: 'clock', device: 2, jumpMs: 73_141_397_701, thenMs: 0 },
        ],
      ),
      ...{ persons: 2, pageRows: 1 },
    },
  },
  {
    found:
      'a change was stored, and its page never told so: the monitor didn’t know of it, and missed the conflict that it had decided',
    schedule: {
      ...scheduleOf(
        9341,
        [own, own],
        [
          signIn(0, 0, 0, 0),
          signIn(1, 0, 0, 1_000),
          { do: 'edit', device: 0, tab: 0, entry: 'e0', note: '', thenMs: 0 },
          { do: 'edit', device: 1, tab: 0, entry: 'e0', note: '', thenMs: 1_000 },
          { do: 'storage', device: 1, fault: 'unheard', probability: 1, thenMs: 0 },
          { do: 'edit', device: 1, tab: 0, entry: 'e0', note: '', thenMs: 0 },
        ],
      ),
      ...{ persons: 1, pageRows: 3 },
    },
  },
];
