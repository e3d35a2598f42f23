import { describe, expect, test } from 'vitest';
import { kioskBridge, MAX_DRAFT_BYTES } from '../../renderer/platform/kiosk/bridge-contract.ts';
import { createKioskPlace } from '../testing/kiosk-place.ts';
import { answersOf, draftOf } from '../testing/samples.ts';

async function session() {
  const place = await createKioskPlace();
  await place.begin();
  return { place, page: place.host.page() };
}

describe('what a page may ask', () => {
  test('there is a handler for each call of the contract, and for no other', async () => {
    const place = await createKioskPlace();
    expect(place.host.counts().channels).toBe(Object.keys(kioskBridge.calls).length);
  });

  test('it is told at once how things are', async () => {
    const place = await createKioskPlace();
    expect(await place.host.page().call('start')).toMatchObject({
      report: { mode: 'durable' },
      status: {
        phase: 'attract',
        languages: ['en', 'es', 'ar'],
        online: true,
        checkIn: false,
        speech: true,
        printer: true,
        handOff: true,
      },
      connection: { state: 'online' },
    });
  });

  test('drafts and files are kept and given back as they were', async () => {
    const { page } = await session();
    const draft = draftOf();
    await page.call('drafts.save', draft);
    expect(await page.call('drafts.open', { draftId: draft.draftId })).toEqual({
      status: 'open',
      content: draft,
    });
    expect(await page.call('drafts.list')).toEqual([
      expect.objectContaining({ draftId: draft.draftId, questionnaireSlug: 'sleep' }),
    ]);
    const bytes = Uint8Array.of(1, 2, 3);
    const kept = await page.call('blobs.keep', {
      draftId: draft.draftId,
      subjectId: draft.subjectId,
      bytes,
      contentType: 'image/jpeg',
    });
    const { sha256 } = kept as { sha256: string };
    expect(kept).toMatchObject({ size: 3 });
    expect(await page.call('blobs.read', { sha256 })).toEqual({ bytes, contentType: 'image/jpeg', size: 3 });
    await page.call('blobs.drop', { sha256 });
    expect(await page.call('blobs.read', { sha256 })).toBeUndefined();
    await page.call('drafts.keep-definition', {
      formHash: draft.questionnaire.formHash,
      definition: { x: 1 },
    });
    expect(await page.call('drafts.definition', { formHash: draft.questionnaire.formHash })).toEqual({
      x: 1,
    });
    await page.call('drafts.discard', { draftId: draft.draftId });
    expect(await page.call('drafts.open', { draftId: draft.draftId })).toEqual({ status: 'absent' });
  });

  test('what is submitted is listed and told, and put down by its size alone', async () => {
    const { place, page } = await session();
    const draft = draftOf();
    await page.call('drafts.save', draft);
    const delivery = await page.call('deliveries.submit', { draftId: draft.draftId, payload: answersOf() });
    expect(delivery).toMatchObject({ kind: 'intake.submit', code: 'K7-42QF', state: 'queued' });
    expect(await page.call('deliveries.list')).toEqual([delivery]);
    expect(page.last('deliveries')).toEqual([delivery]);
    expect(await place.log()).toContainEqual(
      expect.objectContaining({ event: 'intake.sealed', counter: 1, sizeClass: '4k' }),
    );
  });

  test('the next patient is told of none of it', async () => {
    const { place, page } = await session();
    await page.call('drafts.save', draftOf());
    await page.call('deliveries.submit', { draftId: draftOf().draftId, payload: answersOf() });
    await page.call('session.end', { by: 'done' });
    await place.host.clock.advance(0);
    await place.begin();
    const next = place.host.page();
    expect(await next.call('deliveries.list')).toEqual([]);
    expect(await next.call('drafts.list')).toEqual([]);
    expect(next.events('deliveries')).toEqual([[]]);
    expect(await next.call('drafts.open', { draftId: draftOf().draftId })).toEqual({ status: 'absent' });
  });

  test('a draft that is larger than drafts are is refused, and what was there stays', async () => {
    const { page } = await session();
    await page.call('drafts.save', draftOf());
    const large = { ...draftOf(), form: { v: 1, canonical: 'x', nodes: 'é'.repeat(MAX_DRAFT_BYTES / 2) } };
    await expect(page.call('drafts.save', large)).rejects.toThrow('too-large');
    expect(await page.call('drafts.open', { draftId: draftOf().draftId })).toMatchObject({
      content: draftOf(),
    });
  });

  test('answers that are not the engine’s are refused', async () => {
    const { page } = await session();
    await expect(page.call('drafts.save', { ...draftOf(), form: 'x' })).rejects.toThrow('malformed');
  });

  test('what the store says crosses as its code, and nothing else of it', async () => {
    const { place, page } = await session();
    place.intakes.fail('quota');
    expect(await page.answer('drafts.save', draftOf())).toEqual({ ok: false, code: 'quota' });
    place.intakes.fail(undefined);
    await expect(page.call('intake.pause', { draftId: draftOf(9).draftId })).rejects.toThrow('absent');
  });

  test('nothing of a patient can be asked for while nobody is here', async () => {
    const place = await createKioskPlace();
    const page = place.host.page();
    for (const [name, request] of [
      ['drafts.list', undefined],
      ['drafts.save', draftOf()],
      ['deliveries.list', undefined],
      ['check-in.find', { code: 'K7-42QF' }],
      ['check-in.arrive', {}],
      ['intake.resume', { code: 'K7-42QF', birthDate: '1990-01-01' }],
      ['session.end', { by: 'done' }],
    ] as const)
      await expect(page.call(name, request), name).rejects.toThrow('no-session');
  });

  test('a printer that jams and a voice that breaks are no fault of anybody’s session', async () => {
    const { place, page } = await session();
    const receipt = { title: 'Checked in', lines: ['10:40', 'A1'], language: 'en' };
    expect(await page.call('print.receipt', receipt)).toBe(true);
    expect(place.host.printed).toEqual([{ title: 'Checked in', lines: ['10:40', 'A1'] }]);
    place.host.setPrinter('failing');
    expect(await page.call('print.receipt', receipt)).toBe(false);
    place.host.setPrinter('absent');
    expect(await page.call('print.receipt', receipt)).toBe(false);
    await page.call('speech.say', { text: 'one', language: 'en', rate: 1, volume: 1 });
    await page.call('speech.say', { text: 'two', language: 'en', rate: 1, volume: 1 });
    expect(page.last('speech')).toEqual({ speaking: true });
    await page.call('speech.stop');
    expect(page.last('speech')).toEqual({ speaking: false });
  });

  test('headphones are noticed', async () => {
    const { place, page } = await session();
    place.host.hardware('headphones-in');
    expect(page.last('hardware')).toBe('headphones-in');
  });

  test('the screen knows when the server is away, and when a key, a printer or the voices are', async () => {
    const { place, page } = await session();
    place.intakes.setConnection({ state: 'offline' });
    expect(page.last('connection')).toEqual({ state: 'offline' });
    expect(page.last('status')).toMatchObject({ phase: 'in-session', online: false, handOff: false });
    place.intakes.setConnection({ state: 'online', clockSkewMs: 12 });
    place.host.setPrinter('absent');
    place.host.setVoices('fr');
    await place.minute();
    expect(page.last('status')).toMatchObject({ online: true, printer: false, speech: false });
    expect((await place.log()).filter(({ event }) => event === 'sync.contact')).toEqual([
      expect.objectContaining({ state: 'offline', skewMs: 0 }),
      expect.objectContaining({ state: 'online', skewMs: 12 }),
    ]);
  });
});
