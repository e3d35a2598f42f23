/** One row for each table of the device, with everything in it that a row may hold. */
import type { DraftRow, TableName, Tables } from '../store/rows.ts';

export const bytesOf = (length: number, start = 0): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + start) % 256);

export const draftRow = (draftId: string, rev = 1, subjectId = 'subject-1', length = 2): DraftRow => ({
  draftId,
  subjectId,
  session: 'session-1',
  questionnaireSlug: 'sleep',
  formHash: 'f',
  owner: 'own',
  updatedAt: '2026-11-20T09:00:00.000Z',
  rev,
  writer: 'w',
  box: { keyId: 'k', iv: new Uint8Array([1]), bytes: bytesOf(length, rev) },
});

export function sampleRows(key: CryptoKey): { readonly [T in TableName]: Tables[T] } {
  const box = { keyId: 'k', iv: bytesOf(12), bytes: bytesOf(40) };
  const wrapper = { salt: bytesOf(32), iv: bytesOf(12), bytes: bytesOf(48) };
  return {
    drafts: draftRow('draft', 3, 'subject-1', 5_000),
    outbox: {
      opId: 'op',
      lane: 'intake:session-1',
      laneNo: 1,
      kind: 'intake.submit',
      v: 2,
      subjectId: 'subject-1',
      session: 'session-1',
      about: { questionnaireSlug: 'sleep' },
      owner: 'shared',
      draftId: 'draft',
      capturedAt: { wall: '2026-11-20T10:00:00.000+01:00', tz: 'Europe/Madrid', mono: 1.5, boot: 'b' },
      sha256: 'ab',
      size: 3,
      blobs: ['cd', 'ef'],
      after: [],
      code: 'K7-42QF',
      queuedAt: '2026-11-20T10:00:00.000+01:00',
      state: 'queued',
      attempts: 0,
      nextAt: 0,
      kept: true,
      rule: box,
      person: 'p',
      recordsSeq: 7,
      recordsEpoch: 'e',
      chain: { counter: 7, previous: 'ab'.repeat(32), signature: 'x_-' },
    },
    envelopes: { opId: 'op', subjectId: 'subject-1', bytes: bytesOf(70_000) },
    copies: { opId: 'op', subjectId: 'subject-1', box },
    blobs: { sha256: 'cd', subjectId: 'subject-1', draftId: 'draft', size: 1_500_000, box, at: 1 },
    blobBodies: { sha256: 'cd', bytes: bytesOf(1_500_000) },
    uploads: { sha256: 'cd', offset: 262_144, done: false, attempts: 2, nextAt: 1_790_000_000_000 },
    shadow: {
      id: 'op',
      change: {
        type: 'tombstone',
        id: 'op',
        seq: 4,
        deletedAt: '2026-11-20T09:00:00.000Z',
        reason: 'r',
      },
    },
    definitions: {
      formHash: 'f',
      definition: {
        item: [
          {
            text: 'Größe? 身長 🙂',
            $: 'a name of ours',
            nested: [
              [1, -0.5],
              [null, true],
            ],
          },
        ],
      },
    },
    keys: {
      id: 'subject:subject-1',
      keyId: 'k',
      key,
      sealedKey: bytesOf(120),
      wrappers: [
        { kind: 'passkey', credentialId: 'c', ...wrapper },
        { kind: 'recovery', ...wrapper },
      ],
      at: 2,
    },
    shelf: { name: 'begun', subjectId: 'shelf', version: 4, box },
    account: {
      id: 'account',
      state: 'signed-in',
      mark: 'm',
      person: 'p',
      email: 'canary@example.org',
      hasPassword: true,
      shared: false,
      provedAt: '2026-11-20T09:00:00.000Z',
      idleSeconds: 900,
      contactAt: 3,
    },
    recordRows: { tag: 't', seq: 7, box: { iv: bytesOf(12), bytes: bytesOf(9_000) } },
    recordShadow: { tag: 't', seq: 8 },
    recordState: {
      person: 'p',
      base: { epoch: 'e', generation: 1, seq: 7, cursor: 'c', pulledAt: '2026-11-20T09:00:00.000Z' },
      collecting: {
        ...{ epoch: 'f', generation: 2, seq: 8, cursor: 'd', resync: true },
        settled: [{ opId: 'op', seq: 8 }],
      },
      doubted: true,
      failed: true,
    },
    recordKeys: { person: 'p', key, tagKey: key },
    meta: {
      key: 'm',
      value: { never: Number.NEGATIVE_INFINITY, empty: null, list: [undefined, 'a'], bytes: bytesOf(3_000) },
    },
  };
}
