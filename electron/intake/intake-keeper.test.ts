import { describe, expect, test } from 'vitest';
import { StorageError } from '../../sync/client/base/storage-error.ts';
import { createClinic, lost } from '../../sync/client/testing/clinic.ts';
import { createFaultyDisk } from '../../sync/client/testing/faulty-disk.ts';
import { eventually, until } from '../../sync/client/testing/until.ts';
import { createVendorKey } from '../../sync/client/testing/vendor-seal.ts';
import { openPaused } from './testing/clinic-eyes.ts';
import { alertOf, answersOf, CANARIES, contentOf, newNames, photoOf } from './testing/intake-samples.ts';
import { beginAt, openKeeper, startKiosk } from './testing/kiosk-machine.ts';
import { createMortalDisk, type MortalDisk } from './testing/mortal-disk.ts';

const refusal = (code: string) => expect.objectContaining({ name: 'StorageError', code });

async function machine() {
  const clinic = await createClinic();
  const disk = createFaultyDisk();
  let running: MortalDisk | undefined;
  const operations = (kind: string) =>
    [...clinic.ledger.values()].filter(({ operation }) => operation.kind === kind);
  return {
    clinic,
    disk,
    operations,
    /** As a power cut leaves the disk: what was flushed is there. */
    cutsPower() {
      running?.die();
      disk.powerOn('nothing');
    },
    starts() {
      running = createMortalDisk(disk);
      return startKiosk({ clinic, disk: running });
    },
    goesOffline() {
      clinic.state.weather = lost;
    },
    goesOnline() {
      clinic.state.weather = undefined;
    },
  };
}

describe('a kiosk takes an intake (promise 1)', () => {
  test('a form that is handed in arrives once, with its photos, and nothing of it stays open here', async () => {
    const { clinic, starts, operations } = await machine();
    const { keeper, clock } = await starts();
    const intakes = await beginAt(keeper);
    const names = newNames();
    await intakes.drafts.save(contentOf(names));
    const photo = await intakes.blobs.keep(photoOf(names));
    expect(await intakes.blobs.read(photo.sha256)).toMatchObject({ title: CANARIES.title });
    const delivery = await intakes.submit(names.draftId, answersOf(names, [photo.sha256]));
    expect(delivery).toMatchObject({ kind: 'intake.submit', owner: 'shared', session: names.session });
    expect(await intakes.drafts.open(names.draftId)).toEqual({ status: 'absent' });
    await eventually(clock, () => operations('intake.submit').length === 1, 'the form');
    await eventually(clock, async () => (await keeper.queued()) === 0, 'its receipt');
    expect(operations('intake.submit')[0]?.content).toMatchObject({
      patient: { givenName: CANARIES.given },
      attachments: [{ sha256: photo.sha256, title: CANARIES.title }],
    });
    expect(clinic.shelf.has(photo.sha256)).toBe(true);
    await intakes.end('patient');
    expect(operations('intake.paused')).toEqual([]);
    expect(keeper.lastContact()).toMatch(/^2026-11-20T/);
    expect(keeper.connection().state).toBe('online');
    await keeper.close();
  });

  test('what a patient saved is theirs to open - as nobody’s own device, whatever the page says', async () => {
    const { starts } = await machine();
    const { keeper } = await starts();
    const intakes = await beginAt(keeper);
    const names = newNames();
    await intakes.drafts.save(contentOf(names, 3));
    expect(await intakes.drafts.list()).toMatchObject([{ draftId: names.draftId, owner: 'shared' }]);
    expect(await intakes.drafts.open(names.draftId)).toMatchObject({
      status: 'open',
      content: { flow: { v: 3 }, owner: 'shared' },
    });
    await keeper.close();
  });

  test('forms that were opened are known again, and not to the disk', async () => {
    const { starts, cutsPower } = await machine();
    const { keeper } = await starts();
    const intakes = await beginAt(keeper);
    await intakes.drafts.keepDefinition('f', { title: 'Mood' });
    expect(await intakes.drafts.definition('f')).toEqual({ title: 'Mood' });
    cutsPower();
    const again = await beginAt((await starts()).keeper);
    expect(await again.drafts.definition('f')).toBeUndefined();
  });
});

describe('nobody begins who could not finish (promise 2)', () => {
  test.each([
    ['no manifest', undefined],
    ['a key whose time is over', ['2026-10-01T00:00:00.000Z', '2026-11-19T00:00:00.000Z']],
    ['a key whose time has not come', ['2026-12-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z']],
  ])('refuses with %s', async (_name, time) => {
    const { clinic, starts } = await machine();
    const manifest =
      time === undefined
        ? undefined
        : await clinic.root.sign({
            ...{ v: 1, vendor: 'meadow', issuedAt: '2026-11-11T00:00:00.000Z', endorsements: [] },
            keys: [(await createVendorKey('s2', time[0], time[1])).key],
          });
    clinic.manifests.current = manifest;
    clinic.manifests.newest = manifest;
    const { keeper } = await starts();
    expect(await keeper.canBegin()).toEqual({ ok: false });
    expect(await keeper.begin()).toBeUndefined();
    await keeper.close();
  });

  test('has had no contact while it is offline', async () => {
    const { starts, goesOffline } = await machine();
    goesOffline();
    const { keeper } = await starts();
    await keeper.sendNow();
    expect(keeper.lastContact()).toBeUndefined();
    expect(await keeper.canBegin()).toMatchObject({ ok: true });
    await keeper.close();
  });

  test('says until when the key is valid, and asks for a newer manifest where it is not', async () => {
    const { clinic, starts } = await machine();
    clinic.manifests.current = await clinic.root.sign({
      ...{ v: 1, vendor: 'meadow', issuedAt: '2026-11-01T00:00:00.000Z', endorsements: [] },
      keys: [(await createVendorKey('s0', '2026-10-01T00:00:00.000Z', '2026-11-19T00:00:00.000Z')).key],
    });
    const { keeper } = await starts();
    expect(await keeper.canBegin()).toEqual({ ok: true, validUntil: '2027-02-01T00:00:00.000Z' });
    expect(await keeper.begin()).toBeDefined();
    await keeper.close();
  });

  test('refuses while another process has the folder, and takes people when it is free', async () => {
    const { clinic, disk, starts } = await machine();
    const { keeper } = await starts();
    const other = openKeeper({ clinic, disk });
    expect(await other.start()).toMatchObject({ mode: 'memory', reason: 'blocked' });
    expect(await other.begin()).toBeUndefined();
    await keeper.close();
    expect(await other.start()).toMatchObject({ mode: 'durable' });
    expect(await other.begin()).toBeDefined();
    await other.close();
  });
});

describe('what is unfinished goes to the clinic (promise 3)', () => {
  test('a pause gives a code, and the clinic reads the intake with its photos', async () => {
    const { clinic, starts, operations } = await machine();
    const { keeper } = await starts();
    const intakes = await beginAt(keeper);
    const names = newNames();
    await intakes.drafts.save(contentOf(names, 4));
    const photo = await intakes.blobs.keep(photoOf(names));
    const paused = await intakes.pause(names.draftId, 'patient');
    expect(await intakes.drafts.open(names.draftId)).toEqual({ status: 'absent' });
    await until(() => operations('intake.paused').length === 1, 'the paused intake');
    const [entry] = operations('intake.paused');
    expect(entry?.receipt.code).toBe(paused.code);
    expect(entry?.operation).toMatchObject({ lane: `paused:${names.session}`, v: 1, blobs: [photo.sha256] });
    expect(clinic.shelf.has(photo.sha256)).toBe(true);
    expect(await openPaused(clinic, entry?.content)).toMatchObject({
      reason: 'patient',
      content: { draftId: names.draftId, flow: { v: 4 }, patient: { givenName: CANARIES.given } },
      photos: [{ sha256: photo.sha256, title: CANARIES.title }],
    });
    await keeper.close();
  });

  test('says whether the clinic has it - online yes, offline no', async () => {
    const { starts, goesOffline } = await machine();
    const { keeper } = await starts();
    const intakes = await beginAt(keeper);
    const [one, other] = [newNames(), newNames()];
    await intakes.drafts.save(contentOf(one));
    await intakes.drafts.save(contentOf(other));
    expect(await intakes.pause(one.draftId, 'patient')).toMatchObject({ sent: true });
    goesOffline();
    expect(await intakes.pause(other.draftId, 'patient')).toMatchObject({ sent: false });
    expect(await keeper.queued()).toBe(1);
    await keeper.close();
  });

  test('a save that comes after the pause brings nothing back', async () => {
    const { starts } = await machine();
    const { keeper } = await starts();
    const intakes = await beginAt(keeper);
    const names = newNames();
    await intakes.drafts.save(contentOf(names));
    await intakes.pause(names.draftId, 'patient');
    await expect(intakes.drafts.save(contentOf(names, 2))).rejects.toEqual(refusal('taken-over'));
    expect(await intakes.drafts.list()).toEqual([]);
    await keeper.close();
  });

  test('paused twice it is one operation', async () => {
    const { starts } = await machine();
    const { keeper } = await starts();
    const intakes = await beginAt(keeper);
    const names = newNames();
    await intakes.drafts.save(contentOf(names));
    const [one, other] = await Promise.all([
      intakes.pause(names.draftId, 'patient'),
      intakes.pause(names.draftId, 'patient'),
    ]);
    expect(other.code).toBe(one.code);
    expect(await keeper.chained()).toBe(1);
    await keeper.close();
  });

  test.each(['patient', 'idle', 'staff'] as const)(
    'the end by %s pauses each draft that is left',
    async (by) => {
      const { clinic, starts, operations } = await machine();
      const { keeper } = await starts();
      const intakes = await beginAt(keeper);
      const [one, other] = [newNames(), newNames()];
      await intakes.drafts.save(contentOf(one));
      await intakes.drafts.save(contentOf(other));
      await intakes.end(by);
      await until(() => operations('intake.paused').length === 2, 'both drafts');
      const opened = await Promise.all(
        operations('intake.paused').map(({ content }) => openPaused(clinic, content)),
      );
      expect(opened.map(({ reason }) => reason)).toEqual([by, by]);
      expect(opened.map(({ content }) => content.draftId).toSorted()).toEqual(
        [one.draftId, other.draftId].toSorted(),
      );
      await keeper.close();
    },
  );

  test('a power cut leaves drafts that the next start turns into paused intakes, once', async () => {
    const { clinic, starts, cutsPower, operations, goesOffline, goesOnline } = await machine();
    goesOffline();
    const names = newNames();
    const before = await starts();
    const intakes = await beginAt(before.keeper);
    await intakes.drafts.save(contentOf(names, 7));
    const photo = await intakes.blobs.keep(photoOf(names));
    for (let cut = 0; cut < 3; cut += 1) {
      cutsPower();
      const { keeper } = await starts();
      expect(await keeper.queued()).toBe(1);
      expect(await keeper.chained()).toBe(1);
    }
    cutsPower();
    goesOnline();
    const { keeper } = await starts();
    await until(() => operations('intake.paused').length > 0, 'the intake');
    expect(await openPaused(clinic, operations('intake.paused')[0]?.content)).toMatchObject({
      reason: 'crash',
      content: { flow: { v: 7 } },
      photos: [{ sha256: photo.sha256 }],
    });
    await keeper.close();
    expect(operations('intake.paused')).toHaveLength(1);
  });

  test('an intake with a photo goes on at another kiosk, and is handed in with it under its own name', async () => {
    const { clinic, starts, operations } = await machine();
    const { keeper } = await starts();
    const names = newNames();
    const before = await beginAt(keeper);
    await before.drafts.save(contentOf(names));
    const { sha256, size } = await before.blobs.keep(photoOf(names));
    await before.pause(names.draftId, 'patient');
    await until(() => operations('intake.paused').length === 1, 'the pause');
    await before.end('patient');
    await keeper.close();
    const { photos } = await openPaused(clinic, operations('intake.paused')[0]?.content);
    const [facts] = photos;
    const sealed = new Uint8Array(clinic.shelf.read(sha256) ?? []);
    if (facts === undefined) throw new Error('The photo did not go along.');
    clinic.shelf.lose(sha256);

    const other = await startKiosk({ clinic, disk: createFaultyDisk() });
    const after = await beginAt(other.keeper);
    const { title = '', ...rest } = facts;
    const photo = { ...names, ...rest, title, size, sealed };
    await expect(after.blobs.adopt(photo)).rejects.toEqual(refusal('absent'));
    await after.adopt(contentOf(names, 2));
    // Bytes that aren't those of the name, and a key that isn't theirs, are nothing that could be handed in.
    expect(await after.blobs.adopt({ ...photo, sealed: sealed.slice(1) })).toBe(false);
    expect(await after.blobs.adopt({ ...photo, key: 'A'.repeat(43) })).toBe(false);
    const naming = answersOf(names, [sha256]);
    await expect(after.submit(names.draftId, naming)).rejects.toEqual(refusal('blob-missing'));
    expect(await after.blobs.adopt(photo)).toBe(true);
    expect(await after.blobs.read(sha256)).toMatchObject({ title: CANARIES.title, size });
    await after.submit(names.draftId, naming);
    await eventually(other.clock, () => operations('intake.submit').length === 1, 'the form');
    expect(clinic.shelf.has(sha256)).toBe(true);
    await other.keeper.close();
  });

  test('an intake comes back by its code, on the kiosk where it was paused, and is handed in', async () => {
    const { starts, operations, goesOffline, goesOnline } = await machine();
    const { keeper, clock } = await starts();
    const names = newNames();
    const before = await beginAt(keeper);
    await before.drafts.save(contentOf(names));
    // Its receipt comes when the draft is back: it must not take that for handed in.
    goesOffline();
    await before.pause(names.draftId, 'patient');
    await before.end('patient');
    const after = await beginAt(keeper);
    await after.adopt(contentOf(names, 2));
    goesOnline();
    await keeper.sendNow();
    await until(() => operations('intake.paused').length === 1, 'the pause');
    await until(async () => (await keeper.queued()) === 0, 'its receipt');
    expect(await after.drafts.open(names.draftId)).toMatchObject({ content: { flow: { v: 2 } } });
    const delivery = await after.submit(names.draftId, answersOf(names));
    expect(delivery.kind).toBe('intake.submit');
    await eventually(clock, () => operations('intake.submit').length === 1, 'the form');
    await keeper.close();
  });
});

describe('what is not theirs is absent (promise 4)', () => {
  test('drafts and photos of the patient before', async () => {
    const { clinic, disk, starts } = await machine();
    const { keeper } = await starts();
    const names = newNames();
    const before = await beginAt(keeper);
    await before.drafts.save(contentOf(names));
    const photo = await before.blobs.keep(photoOf(names));
    // The clinic has no key to pause to any more, and so the draft stays: the next one must not get at it all the same.
    disk.failEach('rename', 'EIO');
    await expect(before.end('idle')).rejects.toEqual(refusal('disk'));
    disk.failEach('rename', undefined);
    const next = await beginAt(keeper);
    expect(await next.drafts.list()).toEqual([]);
    expect(await next.drafts.open(names.draftId)).toEqual({ status: 'absent' });
    expect(await next.blobs.read(photo.sha256)).toBeUndefined();
    await next.blobs.drop(photo.sha256);
    await expect(next.drafts.save(contentOf(names, 9))).rejects.toEqual(refusal('absent'));
    await expect(next.drafts.save(contentOf({ ...newNames(), subjectId: names.subjectId }))).rejects.toEqual(
      refusal('absent'),
    );
    await expect(next.drafts.save(contentOf({ ...newNames(), session: names.session }))).rejects.toEqual(
      refusal('absent'),
    );
    await expect(next.blobs.keep(photoOf(names))).rejects.toEqual(refusal('absent'));
    await expect(next.submit(names.draftId, answersOf(names))).rejects.toEqual(refusal('absent'));
    await expect(next.pause(names.draftId, 'patient')).rejects.toEqual(refusal('absent'));
    await expect(next.drafts.discard(names.draftId)).rejects.toEqual(refusal('absent'));
    await expect(next.adopt(contentOf(names))).rejects.toEqual(refusal('absent'));
    await expect(next.alert(alertOf(names))).rejects.toEqual(refusal('absent'));
    expect(next.alertPending()).toBe(false);
    await keeper.sendNow();
    await until(() => clinic.ledger.size === 1, 'the draft of the one before');
    expect([...clinic.ledger.values()][0]?.operation.blobs).toEqual([photo.sha256]);
    await keeper.close();
  });

  test('deliveries of the patient before, in the list and to a watcher', async () => {
    const { starts } = await machine();
    const { keeper } = await starts();
    const [one, other] = [newNames(), newNames()];
    const before = await beginAt(keeper);
    await before.drafts.save(contentOf(one));
    await before.submit(one.draftId, answersOf(one));
    await before.end('patient');
    const next = await beginAt(keeper);
    const seen: string[][] = [];
    next.watch((deliveries) => seen.push(deliveries.map(({ session }) => session)));
    await next.drafts.save(contentOf(other));
    await next.submit(other.draftId, answersOf(other));
    expect((await next.list()).map(({ session }) => session)).toEqual([other.session]);
    await until(() => seen.some((sessions) => sessions.includes(other.session)), 'the watcher');
    expect(seen.flat()).not.toContain(one.session);
    await keeper.close();
  });

  test('every verb rejects once they have gone', async () => {
    const { starts } = await machine();
    const { keeper } = await starts();
    const names = newNames();
    const intakes = await beginAt(keeper);
    await intakes.drafts.save(contentOf(names));
    const saving = intakes.drafts.save(contentOf(names, 2));
    await intakes.end('patient');
    await saving;
    const verbs: readonly (() => Promise<unknown>)[] = [
      () => intakes.drafts.list(),
      () => intakes.drafts.open(names.draftId),
      () => intakes.drafts.save(contentOf(names)),
      () => intakes.drafts.discard(names.draftId),
      () => intakes.drafts.keepDefinition('f', {}),
      () => intakes.drafts.definition('f'),
      () => intakes.blobs.keep(photoOf(names)),
      () => intakes.blobs.read('x'),
      () => intakes.blobs.drop('x'),
      () => intakes.submit(names.draftId, answersOf(names)),
      () => intakes.alert(alertOf(names)),
      () => intakes.list(),
      () => intakes.pause(names.draftId, 'idle'),
      () => intakes.adopt(contentOf(names)),
    ];
    for (const verb of verbs) await expect(verb()).rejects.toEqual(refusal('closed'));
    expect(() => intakes.watch(() => undefined)).toThrow(StorageError);
    expect(await keeper.chained()).toBe(1);
    await keeper.close();
  });

  test('a session that the core forgot is ended before the next one begins', async () => {
    const { starts, operations } = await machine();
    const { keeper } = await starts();
    const forgotten = await beginAt(keeper);
    await forgotten.drafts.save(contentOf(newNames()));
    await beginAt(keeper);
    await expect(forgotten.drafts.list()).rejects.toEqual(refusal('closed'));
    await until(() => operations('intake.paused').length === 1, 'the intake that was left');
    await keeper.close();
  });
});

describe('starting over deletes (promise 5)', () => {
  test('drafts and photos that were not handed in', async () => {
    const { clinic, starts, operations } = await machine();
    const { keeper, clock } = await starts();
    const [left, done] = [newNames(), newNames()];
    const intakes = await beginAt(keeper);
    await intakes.drafts.save(contentOf(left));
    await intakes.blobs.keep(photoOf(left));
    await intakes.drafts.save(contentOf(done));
    const photo = await intakes.blobs.keep(photoOf(done));
    await intakes.submit(done.draftId, answersOf(done, [photo.sha256]));
    await intakes.end('discard');
    await eventually(clock, async () => (await keeper.queued()) === 0, 'what was handed in');
    expect(operations('intake.submit')).toHaveLength(1);
    await keeper.close();
    const again = await starts();
    expect(await again.keeper.queued()).toBe(0);
    await again.keeper.close();
    expect(operations('intake.paused')).toEqual([]);
    expect(clinic.shelf.names()).toEqual([photo.sha256]);
  });

  test('what the disk refused to delete, as soon as it can be - and never sends it', async () => {
    const { disk, starts, operations } = await machine();
    const { keeper } = await starts();
    const intakes = await beginAt(keeper);
    await intakes.drafts.save(contentOf(newNames()));
    disk.failEach('rename', 'ENOSPC');
    await expect(intakes.end('discard')).rejects.toEqual(refusal('quota'));
    disk.failEach('rename', undefined);
    await keeper.sendNow();
    await keeper.close();
    const again = await starts();
    expect(await again.keeper.chained()).toBe(0);
    expect(operations('intake.paused')).toEqual([]);
    await again.keeper.close();
  });
});

describe('alerts (promise 6)', () => {
  test('is pending until it is sealed and queued, goes first, and is one', async () => {
    const { starts, clinic } = await machine();
    const { keeper } = await starts();
    const intakes = await beginAt(keeper);
    const names = newNames();
    await intakes.drafts.save(contentOf(names));
    const telling = intakes.alert(alertOf(names));
    expect(intakes.alertPending()).toBe(true);
    const delivery = await telling;
    expect(intakes.alertPending()).toBe(false);
    expect((await intakes.alert(alertOf(names))).opId).toBe(delivery.opId);
    await intakes.submit(names.draftId, answersOf(names));
    await until(() => clinic.ledger.size === 2, 'both');
    expect([...clinic.ledger.values()].map(({ operation }) => operation.kind)).toEqual([
      'safety.alert',
      'intake.submit',
    ]);
    await keeper.close();
  });

  test('stays pending while the disk refuses it, and the end queues it', async () => {
    const { disk, starts, operations } = await machine();
    const { keeper } = await starts();
    const intakes = await beginAt(keeper);
    const names = newNames();
    disk.failEach('rename', 'ENOSPC');
    await expect(intakes.alert(alertOf(names))).rejects.toEqual(refusal('quota'));
    expect(intakes.alertPending()).toBe(true);
    disk.failEach('rename', undefined);
    await intakes.end('idle');
    expect(intakes.alertPending()).toBe(false);
    await until(() => operations('safety.alert').length === 1, 'the alert');
    await keeper.close();
  });
});

describe('the enrollment', () => {
  test('the device keeps its key over restarts, and stop forgets it with nothing of the queue', async () => {
    const { starts, goesOffline, cutsPower } = await machine();
    goesOffline();
    const first = await starts();
    const { deviceId, publicJwk } = await first.keeper.device();
    expect(publicJwk).toMatchObject({ kty: 'EC', crv: 'P-256' });
    const intakes = await beginAt(first.keeper);
    await intakes.drafts.save(contentOf(newNames()));
    cutsPower();
    const second = await starts();
    expect((await second.keeper.device()).deviceId).toBe(deviceId);
    await second.keeper.stop();
    const third = await starts();
    expect((await third.keeper.device()).deviceId).not.toBe(deviceId);
    expect(await third.keeper.queued()).toBe(1);
    // Another key begins a chain of its own.
    expect(await third.keeper.chained()).toBe(0);
    await third.keeper.close();
  });
});
