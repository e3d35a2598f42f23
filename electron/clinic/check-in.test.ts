import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { handOffSchema } from '../../sync/protocol/api/hand-off.ts';
import { handOffParts, openHandOff, readHandOffCode } from '../../sync/seal/hand-off.ts';
import { MAX_RESUMES } from '../core/session/patient-session.ts';
import { settle } from '../testing/fake-clock.ts';
import { createFakeDisk } from '../testing/fake-disk.ts';
import { createKioskPlace, type KioskPlace } from '../testing/kiosk-place.ts';
import { draftOf, JANE } from '../testing/samples.ts';
import { MAX_CODE_TRIES, MAX_MISSES, MAX_NAME_TRIES } from './check-in.ts';
import { createSmallFiles } from './small-file.ts';

/** @throws where it isn't ready */
function handOffResult(result: unknown): { readonly url: string; readonly code: string } {
  const { success, data } = z
    .object({ status: z.literal('ready'), url: z.string(), code: z.string() })
    .safeParse(result);
  if (!success) throw new Error('not ready');
  return data;
}

const jane = {
  name: 'Jane Whitfield',
  birthDate: '1984-03-09',
  time: '10:40',
  due: ['sleep'],
  code: 'MAIN-4420-ST',
};
const find = ({ host }: KioskPlace, query: object) => host.page().call('check-in.find', query);
const me = { name: 'jane  whitfield', birthDate: '1984-03-09' };

async function expecting(people = [jane]) {
  const place = await createKioskPlace();
  const ids = await place.clinic.expect(people);
  await place.minute();
  await place.begin();
  return { place, ids };
}

describe('check-in', () => {
  test('one who is expected is told the time and what is due, however they write their name', async () => {
    const { place, ids } = await expecting();
    expect(await find(place, me)).toEqual({
      status: 'matched',
      appointment: ids[0],
      time: '10:40',
      due: ['sleep'],
    });
    expect(await find(place, { code: 'main 442o st' })).toMatchObject({ status: 'matched' });
  });

  test('nobody and two people get the same answer', async () => {
    const { place } = await expecting([jane, { ...jane, time: '11:20', name: 'Jane Ann Whitfield' }]);
    const two = await find(place, me);
    const none = await find(place, { name: 'Somebody Else', birthDate: '1990-01-01' });
    expect(two).toEqual({ status: 'unmatched' });
    expect(none).toEqual(two);
  });

  test('after five tries there is only the desk, even for the right name', async () => {
    const { place } = await expecting();
    for (let tries = 0; tries < MAX_NAME_TRIES; tries += 1)
      await find(place, { name: 'Jane Whitfield', birthDate: `19${60 + tries}-03-09` });
    expect(await find(place, me)).toEqual({ status: 'unmatched' });
  });

  test('codes can not be walked through either', async () => {
    const { place } = await expecting();
    for (let tries = 0; tries < MAX_CODE_TRIES; tries += 1)
      await find(place, { code: `MAIN-000${tries}-ST` });
    expect(await find(place, { code: 'MAIN-4420-ST' })).toEqual({ status: 'unmatched' });
  });

  test('nor by session after session', async () => {
    const { place } = await expecting();
    for (let misses = 0; misses < MAX_MISSES; misses += 1) {
      if (misses % MAX_NAME_TRIES === 0 && misses > 0) {
        await place.host.page().call('session.end', { by: 'patient' });
        await settle();
        await place.begin();
      }
      expect(await find(place, { name: 'Jane Whitfield', birthDate: '1999-01-01' })).toEqual({
        status: 'unmatched',
      });
    }
    await place.host.page().call('session.end', { by: 'patient' });
    await settle();
    await place.begin();
    expect(await find(place, me)).toEqual({ status: 'unmatched' });
  });

  test('a code that is not listed and looks like that of a paused intake goes on by the birth date', async () => {
    const { place } = await expecting();
    expect(await find(place, { code: 'k7-42qf' })).toEqual({ status: 'paused' });
    expect(await find(place, { code: 'nothing-like-it' })).toEqual({ status: 'unmatched' });
  });

  test('without a list everyone is a walk-in, and the screen knows', async () => {
    const place = await createKioskPlace();
    expect(place.host.page().last('status')).toMatchObject({ checkIn: false });
    await place.begin();
    expect(await find(place, me)).toEqual({ status: 'unmatched' });
  });

  test('the list works while the server is away, is replaced when it changes, and ends with the clinic’s day', async () => {
    const { place } = await expecting();
    place.clinic.setOnline(false);
    expect(await find(place, me)).toMatchObject({ status: 'matched' });
    place.clinic.setOnline(true);
    await place.clinic.expect([{ ...jane, time: '15:10' }]);
    await place.minute();
    expect(await find(place, me)).toMatchObject({ time: '15:10' });
    place.clinic.setOnline(false);
    // Set by hand: the machine's own clock says it is still yesterday's noon.
    place.host.clock.set(place.host.clock.now() - 20 * 3_600_000);
    expect(await find(place, me)).toMatchObject({ status: 'matched' });
    await place.host.clock.advance(24 * 3_600_000);
    expect(place.host.page().last('status')).toMatchObject({ checkIn: false });
  }, 60_000);

  test('nothing of it is ever on the disk, nor in the log', async () => {
    const { place, ids } = await expecting();
    await find(place, me);
    const kept: string[] = [];
    for (const name of place.host.disk.names()) {
      const at = name.lastIndexOf('/');
      const bytes = await place.host.disk.read(name.slice(0, at), name.slice(at + 1));
      kept.push(new TextDecoder().decode(bytes));
    }
    const all = kept.join('\n');
    expect(all).toContain('"assignment.accepted"');
    expect(all).not.toMatch(/Whitfield|1984|10:40|secret/i);
    expect(all).not.toContain(String(ids[0]));
  });
});

describe('paused intakes and the phone', () => {
  test('a pause gives a code, and the code with the birth date gives the intake back, once', async () => {
    const { place } = await expecting();
    const draft = draftOf();
    await place.host.page().call('drafts.save', draft);
    expect(await place.host.page().call('intake.pause', { draftId: draft.draftId })).toEqual({
      code: 'K7-42QF',
      sent: true,
    });
    place.clinic.keepPaused('K7-42QF', JANE.birthDate, draft);
    const resume = (birthDate: string) =>
      place.host.page().call('intake.resume', { code: 'K7-42QF', birthDate });
    expect(await resume('1999-01-01')).toEqual({ status: 'not-found' });
    expect(await resume(JANE.birthDate)).toEqual({ status: 'resumed', draftId: draft.draftId });
    expect(await place.host.page().call('drafts.open', { draftId: draft.draftId })).toEqual({
      status: 'open',
      content: draft,
    });
    expect(await resume(JANE.birthDate)).toEqual({ status: 'not-found' });
    place.clinic.setOnline(false);
    expect(await resume(JANE.birthDate)).toEqual({ status: 'offline' });
  });

  test('its photos come back with it, and one that is lost keeps nobody from going on', async () => {
    const { place } = await expecting();
    const [here, lost] = ['a'.repeat(64), 'b'.repeat(64)];
    place.clinic.keepPaused('K7-42QF', JANE.birthDate, draftOf());
    place.clinic.keepPhoto(here, Uint8Array.of(1, 2, 3));
    place.clinic.keepPhoto(lost);
    const page = place.host.page();
    expect(await page.call('intake.resume', { code: 'K7-42QF', birthDate: JANE.birthDate })).toMatchObject({
      status: 'resumed',
    });
    expect(await page.call('blobs.read', { sha256: here })).toMatchObject({ contentType: 'image/jpeg' });
    expect(await page.call('blobs.read', { sha256: lost })).toBeUndefined();
  });

  test('codes of paused intakes can not be walked through: five tries, and an hour without the server costs none', async () => {
    const { place } = await expecting();
    const resume = (code: string) =>
      place.host.page().call('intake.resume', { code, birthDate: JANE.birthDate });
    place.clinic.setOnline(false);
    for (let tries = 0; tries < 10; tries += 1)
      expect(await resume('K7-42QF')).toEqual({ status: 'offline' });
    place.clinic.setOnline(true);
    for (let tries = 0; tries < MAX_RESUMES; tries += 1) await resume(`K7-42Q${tries}`);
    place.clinic.keepPaused('K7-42QF', JANE.birthDate, draftOf());
    expect(await resume('K7-42QF')).toEqual({ status: 'not-found' });
    expect(place.clinic.bodies('resume')).toHaveLength(MAX_RESUMES);
  });

  test('what comes back and is no draft is not taken', async () => {
    const { place } = await expecting();
    place.clinic.keepPaused('K7-42QF', JANE.birthDate, { draftId: 'x' });
    expect(
      await place.host.page().call('intake.resume', { code: 'K7-42QF', birthDate: JANE.birthDate }),
    ).toEqual({ status: 'not-found' });
    expect(await place.host.page().call('drafts.list')).toEqual([]);
  });

  test('a hand-off is sealed for the code alone, which is in the fragment and never reaches the server', async () => {
    const { place } = await expecting();
    const draft = draftOf();
    const page = place.host.page();
    await page.call('drafts.save', draft);
    await page.call('drafts.keep-definition', {
      formHash: draft.questionnaire.formHash,
      definition: { q: 1 },
    });
    const ready = await page.call('intake.hand-off', { draftId: draft.draftId });
    const { url, code } = handOffResult(ready);
    expect(url).toBe(`https://care.example/connect/meadow/continue#${code}`);
    const [[id, sealed] = []] = place.clinic.handOffs;
    expect(JSON.stringify(place.clinic.asked)).not.toContain(code.replace('-', ''));
    expect(JSON.stringify(place.clinic.asked)).not.toContain(code);
    expect(JSON.stringify(sealed)).not.toContain(JANE.familyName);
    const parts = await handOffParts('meadow', readHandOffCode(code.toLowerCase()) ?? '');
    expect(parts.id).toBe(id);
    expect(await openHandOff(parts, handOffSchema.parse(sealed))).toEqual({
      content: draft,
      definition: { q: 1 },
      toldDesk: true,
    });
    place.clinic.setOnline(false);
    expect(await page.call('intake.hand-off', { draftId: draft.draftId })).toEqual({ status: 'offline' });
    await expect(page.call('intake.hand-off', { draftId: draftOf(2).draftId })).rejects.toThrow('absent');
  });

  test('a hand-off tells a desk that could not be told before, and says where it still can not', async () => {
    const { place } = await expecting();
    const page = place.host.page();
    const { draftId } = draftOf();
    place.clinic.setOnline(false);
    await page.call('check-in.arrive', {});
    await page.call('drafts.save', draftOf());
    place.clinic.setOnline(true);
    place.clinic.refuseArrivals(true);
    const untold = await page.call('intake.hand-off', { draftId });
    expect(untold).toMatchObject({ status: 'ready', toldDesk: false });
    const parts = await handOffParts('meadow', handOffResult(untold).code);
    const sealed = handOffSchema.parse(place.clinic.handOffs.get(parts.id));
    expect(await openHandOff(parts, sealed)).toMatchObject({ toldDesk: false });
    place.clinic.refuseArrivals(false);
    expect(await page.call('intake.hand-off', { draftId })).toMatchObject({ toldDesk: true });
  });
});

test('small files: a power cut at any moment leaves the old one or the new one', async () => {
  for (let cut = 0; cut < 12; cut += 1) {
    const disk = createFakeDisk();
    const files = createSmallFiles(disk, 'f');
    await files.write('a.json', { n: 1 });
    const before = disk.folder('f').calls.length;
    disk.folder('f').cutAt(before + cut);
    await files.write('a.json', { n: 2 }).catch(() => undefined);
    disk.folder('f').powerOn('some');
    const after = createSmallFiles(disk, 'f');
    expect([{ n: 1 }, { n: 2 }]).toContainEqual(await after.read('a.json'));
    await after.write('a.json', { n: 3 });
    expect(await after.read('a.json')).toEqual({ n: 3 });
  }
});
