import { describe, expect, test, vi } from 'vitest';
import { createActor, matchesState, SimulatedClock, type StateValue } from 'xstate';
import type { KioskStatus } from '../../platform/contract/kiosk-contract.ts';
import type { KioskActors, KioskEvent } from './kiosk-events.ts';
import { CLEARED_MS, createKioskMachine, END_RETRY_MS } from './kiosk-machine.ts';

const ready: KioskStatus = {
  phase: 'attract',
  languages: ['en', 'es'],
  online: true,
  checkIn: true,
  speech: true,
  printer: false,
  handOff: true,
  now: '2026-11-20T10:00:00-05:00',
};
const never = new Promise<never>(() => undefined);

function visit(part: Partial<KioskActors> = {}, status: Partial<KioskStatus> = {}) {
  const clock = new SimulatedClock();
  const actors = {
    begin: vi.fn<KioskActors['begin']>(async () => true),
    checkIn: vi.fn<KioskActors['checkIn']>(async () => ({ status: 'unmatched' })),
    resume: vi.fn<KioskActors['resume']>(async () => ({ status: 'not-found' })),
    arrive: vi.fn<KioskActors['arrive']>(async () => ({ told: true, queueNumber: 'A12' })),
    pause: vi.fn<KioskActors['pause']>(async () => ({ code: 'K7-42QF', sent: true })),
    handOff: vi.fn<KioskActors['handOff']>(async () => ({ status: 'offline' })),
    end: vi.fn<KioskActors['end']>(async () => undefined),
    unlock: vi.fn<KioskActors['unlock']>(async () => ({ status: 'open' })),
    leaveStaff: vi.fn<KioskActors['leaveStaff']>(),
    enrol: vi.fn<KioskActors['enrol']>(async () => ({ status: 'refused' })),
    isOffered: (slug: string) => slug !== 'retired',
    ...part,
  };
  const actor = createActor(createKioskMachine(actors), {
    input: { status: { ...ready, ...status } },
    clock,
  }).start();
  const isAt = (state: string) => matchesState(nested(state), actor.getSnapshot().value);
  return {
    actor,
    actors,
    clock,
    context: () => actor.getSnapshot().context,
    isAt,
    /** Sends one after the other, and lets what they ask for settle between them. */
    async does(...events: readonly (KioskEvent | KioskEvent['type'])[]) {
      for (const event of events) {
        actor.send((typeof event === 'string' ? { type: event } : event) as KioskEvent);
        await settled();
      }
    },
  };
}

/** `visit.session.checkIn` as a state value. */
function nested(path: string): StateValue {
  const [first = '', ...rest] = path.split('.');
  return rest.length === 0 ? first : { [first]: nested(rest.join('.')) };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const begin: KioskEvent = { type: 'BEGIN', language: 'es' };
const birthDate: KioskEvent = { type: 'BIRTH_DATE_GIVEN', birthDate: '1984-03-09' };
const name: KioskEvent = { type: 'NAME_GIVEN', name: 'Ana Gil' };
const matching = (due: readonly string[]): Partial<KioskActors> => ({
  checkIn: async () => ({ status: 'matched', appointment: 'app-1', time: '10:40', due }),
});

describe('before anybody is here', () => {
  test('what is shown follows what the shell says', async () => {
    const { does, isAt } = visit();
    expect(isAt('visit.idle.attract')).toBe(true);
    await does({ type: 'STATUS', status: { ...ready, phase: 'closed', reason: 'hours' } });
    expect(isAt('visit.idle.closed')).toBe(true);
    await does({ type: 'STATUS', status: { ...ready, phase: 'not-enrolled' } });
    expect(isAt('visit.idle.notEnrolled')).toBe(true);
    await does({ type: 'STATUS', status: ready });
    expect(isAt('visit.idle.attract')).toBe(true);
  });

  test('nobody can begin while it is closed', async () => {
    const { does, isAt, actors } = visit({}, { phase: 'closed' });
    await does(begin);
    expect(isAt('visit.idle.closed')).toBe(true);
    expect(actors.begin).not.toHaveBeenCalled();
  });

  test('a beginning that the shell refuses leads back to the attract screen', async () => {
    for (const refusing of [async () => false, () => Promise.reject(new Error('gone'))]) {
      const { does, isAt } = visit({ begin: refusing });
      await does(begin);
      expect(isAt('visit.idle.attract')).toBe(true);
    }
  });

  test('a code that is refused is said, and forgotten', async () => {
    const { does, isAt, context, actors } = visit({}, { phase: 'not-enrolled' });
    await does({ type: 'STAFF_CODE', code: 'ABCD-EFGH' });
    expect(actors.enrol).toHaveBeenCalledWith('ABCD-EFGH');
    expect(isAt('visit.idle.notEnrolled')).toBe(true);
    expect(context()).toMatchObject({ enrol: 'refused', code: '' });
  });
});

describe('check-in', () => {
  test('the language that was pressed goes to the shell, and the birth date is asked first', async () => {
    const { does, isAt, actors } = visit();
    await does(begin);
    expect(actors.begin).toHaveBeenCalledWith('es');
    expect(isAt('visit.session.checkIn.birthDate')).toBe(true);
  });

  test('without the list of the day everybody is a walk-in', async () => {
    const { does, isAt } = visit({}, { checkIn: false });
    await does(begin);
    expect(isAt('visit.session.checkIn.walkIn')).toBe(true);
    await does('BACK');
    expect(isAt('visit.session.checkIn.walkIn')).toBe(true);
  });

  test('birth date and name are looked up together', async () => {
    const { does, actors, isAt } = visit(matching(['sleep']));
    const spy = vi.spyOn(actors, 'checkIn');
    await does(begin, birthDate, name);
    expect(spy).toHaveBeenCalledWith({ birthDate: '1984-03-09', name: 'Ana Gil' });
    expect(isAt('visit.session.checkIn.matched')).toBe(true);
  });

  test('"I have a code" and "I don’t have an appointment" are there at every step', async () => {
    const steps: readonly (readonly KioskEvent[])[] = [[begin], [begin, birthDate], [begin, birthDate, name]];
    for (const steady of steps) {
      const one = visit();
      await one.does(...steady, 'HAVE_CODE');
      expect(one.isAt('visit.session.checkIn.code')).toBe(true);
      const other = visit();
      await other.does(...steady, 'NO_APPOINTMENT');
      expect(other.isAt('visit.session.checkIn.walkIn')).toBe(true);
    }
  });

  test('a code is looked up by itself, without what was typed before it', async () => {
    const { does, actors } = visit();
    await does(begin, birthDate, 'HAVE_CODE', { type: 'CODE_GIVEN', code: '4821' });
    expect(actors.checkIn).toHaveBeenCalledWith({ code: '4821' });
  });

  test('nobody found, and a look-up that failed, lead to the same words at the desk', async () => {
    for (const checkIn of [undefined, () => Promise.reject(new Error('failed'))]) {
      const { does, isAt, context } = visit(checkIn ? { checkIn } : {});
      await does(begin, birthDate, name);
      expect(isAt('visit.session.checkIn.unmatched')).toBe(true);
      expect(context().trouble).toBe('unmatched');
    }
  });

  test('who tries again begins with an empty field', async () => {
    const { does, isAt, context } = visit();
    await does(begin, birthDate, name, 'TRY_AGAIN');
    expect(isAt('visit.session.checkIn.birthDate')).toBe(true);
    expect(context()).toMatchObject({ birthDate: '', name: '', trouble: null });
  });

  test('who says that a match isn’t theirs leaves nothing of it behind', async () => {
    const { does, context, isAt } = visit(matching(['sleep']));
    await does(begin, birthDate, name, 'NOT_ME');
    expect(isAt('visit.session.checkIn.unmatched')).toBe(true);
    expect(context()).toMatchObject({ appointment: null, forms: [], birthDate: '', name: '' });
  });

  test('a walk-in after a match tells of no appointment', async () => {
    const { does, actors } = visit(matching(['sleep']));
    await does(begin, birthDate, name, 'NO_APPOINTMENT', 'DESK_ONLY');
    expect(actors.arrive).toHaveBeenCalledWith({});
  });
});

describe('a paused intake', () => {
  const paused: Partial<KioskActors> = { checkIn: async () => ({ status: 'paused' }) };
  const toDate: readonly KioskEvent[] = [
    begin,
    { type: 'HAVE_CODE' },
    { type: 'CODE_GIVEN', code: 'K7-42QF' },
  ];

  test('its code asks for the birth date, and goes on with its draft', async () => {
    const resume = vi.fn<KioskActors['resume']>(async () => ({
      status: 'resumed',
      form: { slug: 'sleep', draftId: 'draft-1' },
    }));
    const { does, isAt, context, actors } = visit({ ...paused, resume });
    await does(...toDate);
    expect(isAt('visit.session.checkIn.resumeDate')).toBe(true);
    await does(birthDate);
    expect(resume).toHaveBeenCalledWith({ code: 'K7-42QF', birthDate: '1984-03-09' });
    expect(isAt('visit.session.running')).toBe(true);
    expect(context().forms).toEqual([{ slug: 'sleep', draftId: 'draft-1' }]);
    // Who comes back is here, whenever they paused.
    expect(actors.arrive).toHaveBeenCalledExactlyOnceWith({});
  });

  test.each([
    ['not-found', 'code'],
    ['offline', 'offline'],
  ] as const)('%s is said as such', async (status, trouble) => {
    const { does, context, isAt } = visit({ ...paused, resume: async () => ({ status }) });
    await does(...toDate, birthDate);
    expect(isAt('visit.session.checkIn.unmatched')).toBe(true);
    expect(context().trouble).toBe(trouble);
  });
});

describe('forms that are due', () => {
  const matched: readonly KioskEvent[] = [begin, birthDate, name, { type: 'CONFIRMED' }];

  test('none leads to the end, one straight into it, several by their list', async () => {
    const none = visit(matching([]));
    await none.does(...matched);
    expect(none.isAt('visit.session.done')).toBe(true);
    const one = visit(matching(['sleep']));
    await one.does(...matched);
    expect(one.isAt('visit.session.running')).toBe(true);
    const two = visit(matching(['sleep', 'mood']));
    await two.does(...matched);
    expect(two.isAt('visit.session.due')).toBe(true);
  });

  test('one that the vendor doesn’t offer any more is not asked for', async () => {
    const { does, context } = visit(matching(['retired', 'mood']));
    await does(...matched);
    expect(context().forms).toEqual([{ slug: 'mood' }]);
  });

  test('each follows the one before it, and the desk is told at check-in, and then with the answers that were sent', async () => {
    const { does, isAt, actors, context } = visit(matching(['sleep', 'mood']));
    await does(...matched, 'NEXT_FORM', { type: 'RUN_SENT', session: 's-1' });
    expect(isAt('visit.session.due')).toBe(true);
    expect(context().forms).toEqual([{ slug: 'mood' }]);
    expect(vi.mocked(actors.arrive).mock.calls).toEqual([[{ appointment: 'app-1' }]]);
    await does('NEXT_FORM', { type: 'RUN_SENT', session: 's-2' });
    expect(vi.mocked(actors.arrive).mock.calls.slice(1)).toEqual([
      [{ appointment: 'app-1', session: 's-2' }],
    ]);
    expect(context()).toMatchObject({ sent: 2, arrival: { told: true, queueNumber: 'A12' } });
  });

  test('a walk-in is told of as soon as they begin a form, and anyone who pauses knows of a desk that can’t be told', async () => {
    const { does, actors, context } = visit({
      arrive: vi.fn<KioskActors['arrive']>(async () => ({ told: false })),
    });
    await does(begin, 'NO_APPOINTMENT', { type: 'FORM_CHOSEN', slug: 'mood' });
    expect(actors.arrive).toHaveBeenCalledExactlyOnceWith({});
    await does({ type: 'RUN_HAS_DRAFT', draftId: 'draft-1' }, 'ASK_PAUSE', 'PAUSE');
    expect(context()).toMatchObject({ paused: { code: 'K7-42QF' }, arrival: { told: false } });
  });

  test('what the desk said at check-in comes too late to take the place of what it said last', async () => {
    let early: (told: { readonly told: false }) => void = () => undefined;
    const arrive = vi
      .fn<KioskActors['arrive']>()
      .mockImplementationOnce(
        () =>
          new Promise((resolve) => {
            early = resolve;
          }),
      )
      .mockResolvedValue({ told: true, queueNumber: 'A12' });
    const { does, context } = visit({ ...matching(['sleep']), arrive });
    await does(...matched, { type: 'RUN_SENT', session: 's-1' });
    early({ told: false });
    await settled();
    expect(context().arrival).toEqual({ told: true, queueNumber: 'A12' });
  });

  test('a form that is left, or that a rule stops, doesn’t keep the desk from knowing', async () => {
    const { does, isAt, actors, context } = visit(matching(['sleep']));
    await does(...matched, 'RUN_LEFT');
    expect(isAt('visit.session.due')).toBe(true);
    expect(context().forms).toEqual([{ slug: 'sleep' }]);
    await does('DESK_ONLY');
    expect(isAt('visit.session.done')).toBe(true);
    expect(actors.arrive).toHaveBeenCalledWith({ appointment: 'app-1' });
  });

  test('a walk-in who leaves a form can choose another', async () => {
    const { does, isAt } = visit();
    await does(begin, 'NO_APPOINTMENT', { type: 'FORM_CHOSEN', slug: 'mood' }, 'RUN_LEFT');
    expect(isAt('visit.session.checkIn.walkIn')).toBe(true);
  });

  test('a desk that can’t be reached is said: the visit ends all the same', async () => {
    const { does, isAt, context } = visit({
      ...matching([]),
      arrive: () => Promise.reject(new Error('offline')),
    });
    await does(...matched);
    expect(isAt('visit.session.done')).toBe(true);
    expect(context().arrival).toEqual({ told: false });
  });
});

describe('what is over the visit', () => {
  const running: readonly KioskEvent[] = [
    begin,
    birthDate,
    name,
    { type: 'CONFIRMED' },
    { type: 'RUN_HAS_DRAFT', draftId: 'draft-1' },
  ];

  test('pausing asks first, then gives a code, and the visit is over', async () => {
    const { does, isAt, actors, context } = visit(matching(['sleep']));
    await does(...running, 'ASK_PAUSE');
    expect(actors.pause).not.toHaveBeenCalled();
    expect(isAt('visit.session.running')).toBe(true);
    await does('PAUSE');
    expect(actors.pause).toHaveBeenCalledExactlyOnceWith('draft-1');
    expect(isAt('visit.session.paused')).toBe(true);
    expect(context().paused).toEqual({ code: 'K7-42QF', sent: true });
  });

  test('a pause that fails loses nothing: the form is still there, and it can be tried again', async () => {
    const pause = vi.fn<KioskActors['pause']>().mockRejectedValueOnce(new Error('disk')).mockResolvedValue({
      code: 'K7-42QF',
      sent: false,
    });
    const { does, isAt } = visit({ ...matching(['sleep']), pause });
    await does(...running, 'ASK_PAUSE', 'PAUSE');
    expect(isAt('over.pause.failed')).toBe(true);
    expect(isAt('visit.session.running')).toBe(true);
    await does('PAUSE');
    expect(isAt('visit.session.paused')).toBe(true);
  });

  test('nothing can be paused or taken along before there is a draft', async () => {
    const { does, isAt, actors } = visit(matching(['sleep']));
    await does(begin, birthDate, name, 'CONFIRMED', 'ASK_PAUSE', 'TAKE_ALONG');
    expect(isAt('over.nothing')).toBe(true);
    expect(actors.handOff).not.toHaveBeenCalled();
  });

  test('what can’t be handed over now says so and can be tried again', async () => {
    const handOff = vi
      .fn<KioskActors['handOff']>()
      .mockRejectedValueOnce(new Error('failed'))
      .mockResolvedValue({
        status: 'ready',
        url: 'https://clinic.example/#t',
        code: '4K7Q2-MX9TD',
        expiresAt: '2026-11-20T10:05:00-05:00',
        toldDesk: true,
      });
    const { does, isAt, context, actors } = visit({ ...matching(['sleep']), handOff });
    await does(...running, 'TAKE_ALONG');
    expect(isAt('over.handOff.shown')).toBe(true);
    expect(context().handOff).toEqual({ status: 'offline' });
    await does('TAKE_ALONG');
    expect(context().handOff?.status).toBe('ready');
    await does('FINISH');
    expect(isAt('visit.cleared')).toBe(true);
    // From check-in: who goes on by phone is here all the same.
    expect(actors.arrive).toHaveBeenCalledExactlyOnceWith({ appointment: 'app-1' });
  });

  test('starting over deletes: the shell is told that the patient asked', async () => {
    const { does, actors, context } = visit();
    await does(begin, birthDate, 'START_OVER');
    expect(actors.end).toHaveBeenCalledExactlyOnceWith('patient');
    expect(context().birthDate).toBe('');
  });
});

describe('the end', () => {
  const toDone: readonly KioskEvent[] = [begin, birthDate, name, { type: 'CONFIRMED' }];

  test('everything that was typed is forgotten before the wipe is asked for, and it is said for two seconds', async () => {
    const { does, clock, actors, context, isAt } = visit(matching([]));
    await does(...toDone, 'FINISH');
    expect(isAt('visit.cleared')).toBe(true);
    expect(context()).toMatchObject({ birthDate: '', name: '', code: '', appointment: null, arrival: null });
    expect(actors.end).not.toHaveBeenCalled();
    clock.increment(CLEARED_MS);
    expect(actors.end).toHaveBeenCalledExactlyOnceWith('done');
  });

  test('a wipe that couldn’t be asked for is asked for again, until it is', async () => {
    const end = vi
      .fn<KioskActors['end']>()
      .mockRejectedValueOnce(new Error('busy'))
      .mockResolvedValue(undefined);
    const { does, clock, isAt } = visit({ ...matching([]), end });
    await does(...toDone, 'FINISH');
    clock.increment(CLEARED_MS);
    await settled();
    clock.increment(END_RETRY_MS);
    await settled();
    expect(end).toHaveBeenCalledTimes(2);
    expect(isAt('visit.ending.over')).toBe(true);
  });
});

describe('staff', () => {
  test('a wrong PIN says how many tries are left, the right one opens, and leaving tells the shell', async () => {
    const unlock = vi
      .fn<KioskActors['unlock']>()
      .mockResolvedValueOnce({ status: 'wrong', triesLeft: 4 })
      .mockResolvedValue({ status: 'open' });
    const { does, isAt, context, actors } = visit({ unlock });
    await does('STAFF', { type: 'STAFF_PIN', pin: '000000' });
    expect(context().unlock).toEqual({ status: 'wrong', triesLeft: 4 });
    await does({ type: 'STAFF_PIN', pin: '482913' });
    expect(isAt('staff.open')).toBe(true);
    await does('STAFF_LEAVE');
    expect(isAt('staff.hidden')).toBe(true);
    expect(actors.leaveStaff).toHaveBeenCalledOnce();
  });

  test('the PIN is kept nowhere', async () => {
    const { does, actor } = visit({ unlock: () => never });
    await does('STAFF', { type: 'STAFF_PIN', pin: '482913' });
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain('482913');
  });

  test('a visit stays where it is while staff looks', async () => {
    const { does, isAt } = visit();
    await does(begin, birthDate, 'STAFF', { type: 'STAFF_PIN', pin: '482913' }, 'STAFF_LEAVE');
    expect(isAt('visit.session.checkIn.name')).toBe(true);
  });
});
