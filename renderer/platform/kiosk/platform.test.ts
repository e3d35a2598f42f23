import { describe, expect, test, vi } from 'vitest';
import { sampleAlert, sampleSubmission } from '../../../sync/client/testing/samples.ts';
import { aboutForm } from '../../../sync/protocol/operations/about.ts';
import { intakeSubmission, intakeSubmit } from '../../../sync/protocol/operations/intake-submit.ts';
import { alertSubmission } from '../../../sync/protocol/operations/safety-alert.ts';
import { testForm } from '../../../sync/protocol/testing/fixture-intake.ts';
import { testDelivery, testDraft } from '../contract/testing.ts';
import { BRIDGE_GLOBAL } from './channel-names.ts';
import { startHeartbeat } from './heartbeat.ts';
import { findPageApi } from './page-api.ts';
import { ACTIVE_EVERY_MS, createKioskPlatform } from './platform.ts';
import { ALIVE_MS, FIRST_PAINT_MS } from './pulse.ts';
import { createFakePageApi } from './testing.ts';

const draftId = '0197a000-0000-7000-8000-000000000011';
const other = '0197a000-0000-4000-8000-000000000012';
const status = {
  phase: 'attract',
  languages: ['en', 'ar'],
  online: true,
  checkIn: true,
  speech: false,
  printer: true,
  handOff: true,
  now: '2026-11-20T10:00:00-05:00',
} as const;
const report = { mode: 'durable', persisted: true, evicted: false } as const;
const delivery = testDelivery({ opId: other, owner: 'shared' });
const draft = testDraft({
  draftId,
  owner: 'shared',
  patient: { givenName: 'Ana' },
  form: { v: 1, canonical: testForm.canonical, nodes: [] },
});

async function kiosk(now: () => number = () => 0) {
  const api = createFakePageApi();
  api.answer('start', { ok: true, value: { report, status, connection: { state: 'online' } } });
  const onEnding = vi.fn<() => void>();
  const platform = createKioskPlatform({ vendor: 'meadow', api, now, onEnding });
  return { api, platform, onEnding };
}

describe('the start', () => {
  test('nobody may begin before the shell has said so', async () => {
    const { platform } = await kiosk();
    expect(platform.kiosk.status()).toMatchObject({ phase: 'closed', languages: [], checkIn: false });
    expect(await platform.start()).toEqual(report);
    expect(platform.kiosk.status()).toEqual(status);
    expect(platform.connection()).toEqual({ state: 'online' });
  });

  test('the shell is asked once, however many ask', async () => {
    const { api, platform } = await kiosk();
    await Promise.all([platform.start(), platform.start()]);
    expect(api.asked('start')).toHaveLength(1);
  });

  test('what the shell tells before its answer has arrived is newer than the answer', async () => {
    const { api, platform } = await kiosk();
    const starting = platform.start();
    api.tell('status', { ...status, phase: 'closed', reason: 'hours' });
    api.tell('connection', { state: 'offline' });
    await starting;
    expect(platform.kiosk.status()).toMatchObject({ phase: 'closed', reason: 'hours' });
    expect(platform.connection()).toEqual({ state: 'offline' });
  });

  test('what the shell tells later is passed on, until the platform stops', async () => {
    const { api, platform } = await kiosk();
    await platform.start();
    const seen: unknown[] = [];
    platform.kiosk.watchStatus((next) => seen.push(next.phase));
    api.tell('status', { ...status, phase: 'closed', reason: 'hours' });
    api.tell('status', { phase: 'open' });
    expect(seen).toEqual(['closed']);
    expect(platform.kiosk.status().reason).toBe('hours');
    await platform.stop();
    expect(api.listening('status')).toBe(0);
  });

  test('the page is told when its wipe begins', async () => {
    const { api, platform, onEnding } = await kiosk();
    await platform.start();
    api.tell('ending', undefined);
    expect(onEnding).toHaveBeenCalledOnce();
  });
});

describe('what is asked of the shell', () => {
  test('a code of the shell’s is the error that a screen knows from the browser', async () => {
    const { api, platform } = await kiosk();
    for (const code of ['quota', 'disk', 'unsealable', 'taken-over', 'blob-missing']) {
      api.answer('drafts.save', { ok: false, code });
      await expect(platform.drafts.save(draft)).rejects.toMatchObject({ name: 'StorageError', code });
    }
    api.answer('drafts.save', { ok: false, code: 'malformed' });
    await expect(platform.drafts.save(draft)).rejects.toMatchObject({ code: 'unknown' });
  });

  test('an answer that isn’t of the contract reaches no screen, and is quoted nowhere', async () => {
    const { api, platform } = await kiosk();
    api.answer('check-in.find', { ok: true, value: { status: 'matched', name: 'Ana Gil' } });
    const failure = platform.kiosk.checkIn({ code: '4821' });
    await expect(failure).rejects.toMatchObject({ code: 'unknown' });
    await expect(failure).rejects.not.toThrow(/Ana/);
  });

  test('what a match holds beside the contract is left out', async () => {
    const { api, platform } = await kiosk();
    api.answer('check-in.find', {
      ok: true,
      value: { status: 'matched', appointment: other, time: '10:40', due: ['sleep'], name: 'Ana Gil' },
    });
    expect(await platform.kiosk.checkIn({ code: '4821' })).toEqual({
      status: 'matched',
      appointment: other,
      time: '10:40',
      due: ['sleep'],
    });
  });

  test('a bridge that is gone is a failure like any other', async () => {
    const { api, platform } = await kiosk();
    api.answer('drafts.list', () => Promise.reject(new Error('gone')));
    await expect(platform.drafts.list()).rejects.toMatchObject({ code: 'unknown' });
  });

  test('a draft comes back as it was saved', async () => {
    const { api, platform } = await kiosk();
    await platform.drafts.save(draft);
    const [saved] = api.asked('drafts.save');
    expect(saved).toEqual(draft);
    api.answer('drafts.open', { ok: true, value: { status: 'open', content: saved } });
    expect(await platform.drafts.open(draftId)).toEqual({ status: 'open', content: draft });
  });

  test('answers of another engine are unreadable, and not half read', async () => {
    const { api, platform } = await kiosk();
    api.answer('drafts.open', {
      ok: true,
      value: { status: 'open', content: { ...draft, form: { v: 2, nodes: [] } } },
    });
    await expect(platform.drafts.open(draftId)).rejects.toMatchObject({ code: 'unreadable' });
  });

  test('staff who isn’t signed in is told so', async () => {
    const { api, platform } = await kiosk();
    api.answer('staff.health', { ok: false, code: 'forbidden' });
    await expect(platform.kiosk.staff.health()).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('activity is told once a second, however often the screen is touched', async () => {
    let now = 10_000;
    const { api, platform } = await kiosk(() => now);
    for (let touch = 0; touch < 5; touch += 1) platform.kiosk.active();
    expect(api.asked('session.active')).toHaveLength(1);
    now += ACTIVE_EVERY_MS;
    platform.kiosk.active();
    expect(api.asked('session.active')).toHaveLength(2);
  });

  test('a call for help that can’t be made is said, at once', async () => {
    const { api, platform } = await kiosk();
    await platform.start();
    const seen: string[] = [];
    platform.kiosk.watchHelp((state) => seen.push(state));
    api.answer('help.call', { ok: false, code: 'failed' });
    platform.kiosk.callForHelp('help');
    await expect.poll(() => platform.kiosk.help()).toBe('not-told');
    expect(seen).toEqual(['asking', 'not-told']);
  });

  test('a warning that is taken back is no warning', async () => {
    const { api, platform } = await kiosk();
    const seen: unknown[] = [];
    const stop = platform.kiosk.watchIdle((warning) => seen.push(warning));
    api.tell('idle', { secondsLeft: 30, extensionsLeft: 10, held: false });
    api.tell('idle', null);
    stop();
    api.tell('idle', { secondsLeft: 30, extensionsLeft: 9, held: false });
    expect(seen).toEqual([{ secondsLeft: 30, extensionsLeft: 10, held: false }, undefined]);
  });
});

describe('deliveries', () => {
  test('the list comes at once and after each change; one that can’t be read hides no other', async () => {
    const { api, platform } = await kiosk();
    api.answer('deliveries.list', { ok: true, value: [delivery, { ...delivery, state: 'lost' }] });
    const seen: unknown[] = [];
    platform.deliveries.watch((list) => seen.push(list.map(({ state }) => state)));
    await expect.poll(() => seen).toEqual([['queued']]);
    api.tell('deliveries', [{ ...delivery, state: 'received' }]);
    expect(seen.at(-1)).toEqual(['received']);
  });

  test('a list that was asked for before a change doesn’t take it back', async () => {
    const { api, platform } = await kiosk();
    let give: (answer: { ok: true; value: unknown }) => void = () => undefined;
    api.answer('deliveries.list', () => new Promise((resolve) => (give = resolve)));
    const seen: unknown[] = [];
    platform.deliveries.watch((list) => seen.push(list.map(({ state }) => state)));
    api.tell('deliveries', [{ ...delivery, state: 'received' }]);
    give({ ok: true, value: [delivery] });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(seen).toEqual([['received']]);
  });

  test('a form and an alert go to the shell as their payloads, and nothing else does', async () => {
    const { api, platform } = await kiosk();
    const asked: unknown[] = [];
    for (const name of ['deliveries.submit', 'deliveries.alert'])
      api.answer(name, async (request) => {
        asked.push(request);
        return { ok: true, value: delivery };
      });
    await platform.deliveries.submit(draftId, intakeSubmission(sampleSubmission()));
    await platform.deliveries.send(alertSubmission(sampleAlert()), 'shared');
    expect(asked).toEqual([{ draftId, payload: sampleSubmission() }, { payload: sampleAlert() }]);

    const form = sampleSubmission().questionnaire;
    const unknown = { operation: intakeSubmit, session: other, subjectId: other, about: aboutForm(form) };
    await expect(
      platform.deliveries.send({ ...unknown, payload: () => ({ text: 'anything' }) }, 'shared'),
    ).rejects.toThrow();
    expect(asked).toHaveLength(2);
  });

  test('nothing that was sent can be read or taken along on a kiosk, and no passkey locks it', async () => {
    const { platform } = await kiosk();
    expect(await platform.deliveries.copy(intakeSubmit, other)).toBeUndefined();
    await expect(platform.deliveries.saveCopy(other)).rejects.toMatchObject({ code: 'absent' });
    expect(await platform.lock.support()).toBe('no-passkeys');
    expect(await platform.lock.state()).toBe('off');
  });
});

describe('the heartbeat', () => {
  test('the first is told after the paint, the others every five seconds, none once it has ended', () => {
    const paints: (() => void)[] = [];
    const beats: { ms: number; run: () => void; ended: boolean }[] = [];
    const told: string[] = [];
    const stop = startHeartbeat({
      afterPaint: (run) => void paints.push(run),
      every(ms, run) {
        const beat = { ms, run, ended: false };
        beats.push(beat);
        return () => {
          beat.ended = true;
        };
      },
      painted: () => void told.push('painted'),
      alive: () => void told.push('alive'),
    });
    expect(told).toEqual([]);
    paints[0]?.();
    expect(told).toEqual(['painted']);
    expect(beats[0]?.ms).toBe(ALIVE_MS);
    beats[0]?.run();
    expect(told).toEqual(['painted', 'alive']);
    stop();
    expect(beats[0]?.ended).toBe(true);
  });

  test('the shell listens for as long as the page takes', () => {
    const [ladder] = Object.values(
      import.meta.glob<string>('../../../electron/core/state/ladder.ts', {
        eager: true,
        query: '?raw',
        import: 'default',
      }),
    );
    const of = (name: string) =>
      Number(new RegExp(`${name} = ([\\d_]+);`).exec(ladder ?? '')?.[1]?.replaceAll('_', ''));
    expect(of('ALIVE_MS')).toBe(ALIVE_MS);
    expect(of('FIRST_PAINT_MS')).toBe(FIRST_PAINT_MS);
  });
});

test('a page outside of a shell finds no bridge', () => {
  expect(findPageApi({}, BRIDGE_GLOBAL)).toBeUndefined();
  expect(findPageApi({ [BRIDGE_GLOBAL]: { calls: {} } }, BRIDGE_GLOBAL)).toBeUndefined();
  expect(findPageApi({ [BRIDGE_GLOBAL]: createFakePageApi() }, BRIDGE_GLOBAL)).toBeDefined();
});
