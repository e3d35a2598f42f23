/** What the first version of this software left in the store: an envelope in clear, sealed by the subject's key. */
import { humanCode } from '../../protocol/human-code.ts';
import { clearEnvelope } from '../../seal/envelope.ts';
import { bindingOf, hex } from '../base/bytes.ts';
import { uuidV7 } from '../base/ids.ts';
import { createWebCrypto } from '../keys/web-crypto.ts';
import type { DeviceOwner, OutboxRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { random } from './phone.ts';
import { sampleSubmission } from './samples.ts';
import { createVirtualClock } from './virtual-clock.ts';

export async function firstVersionRows(owner: DeviceOwner) {
  const crypto = createWebCrypto(globalThis.crypto);
  const clock = createVirtualClock();
  const payload = sampleSubmission();
  const subjectId = payload.patient.id;
  const opId = uuidV7(random, clock);
  const key = await crypto.newSubjectKey();
  const bytes = clearEnvelope(payload);
  const boundTo = bindingOf('envelope', 'meadow', subjectId, opId);
  const outbox: OutboxRow = {
    opId,
    lane: `intake:${payload.session}`,
    laneNo: 1,
    kind: 'intake.submit',
    v: 1,
    subjectId,
    session: payload.session,
    questionnaireSlug: 'sleep',
    owner,
    draftId: '10000000-0000-4000-8000-000000000001',
    capturedAt: {
      wall: '2026-11-20T10:00:00.000+01:00',
      tz: 'Europe/Madrid',
      mono: 0,
      boot: '00000000-0000-4000-8000-000000000000',
    },
    sha256: hex(await crypto.sha256(bytes)),
    size: bytes.length,
    blobs: [],
    code: await humanCode(opId),
    queuedAt: '2026-11-20T10:00:00.000+01:00',
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    kept: true,
  };
  return {
    outbox,
    envelope: { opId, subjectId, box: { keyId: 'first', ...(await crypto.seal(key, bytes, boundTo)) } },
    key: { id: `subject:${subjectId}`, keyId: 'first', key, at: 0 },
    lane: { key: `lane:${outbox.lane}`, value: 1 },
  };
}

export async function queuesAsTheFirstVersion(store: Store, owner: DeviceOwner): Promise<OutboxRow> {
  const rows = await firstVersionRows(owner);
  await store.write(['outbox', 'envelopes', 'keys', 'meta'], async (transaction) => {
    await transaction.put('outbox', rows.outbox);
    await transaction.put('envelopes', rows.envelope);
    await transaction.put('keys', rows.key);
    await transaction.put('meta', rows.lane);
  });
  return rows.outbox;
}
