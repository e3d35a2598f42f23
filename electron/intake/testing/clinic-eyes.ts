/** What the clinic can read of an intake that was left unfinished, with its private key and nothing else. */
import { z } from 'zod/mini';
import { fromBase64url, fromUtf8 } from '../../../sync/client/base/bytes.ts';
import { blobBinding, draftBinding } from '../../../sync/client/keys/bindings.ts';
import type { Clinic } from '../../../sync/client/testing/clinic.ts';
import { intakePausedV1 } from '../../../sync/protocol/operations/payloads/intake-paused.ts';
import { decodeEnvelope } from '../../../sync/seal/envelope.ts';
import { custodyBinding } from '../custody.ts';

const box = z.object({ keyId: z.string(), iv: z.string(), sealed: z.string() });
/** As the kiosk writes it: what opens a photo lies beside its name. */
const pausedWithPhotos = z.extend(intakePausedV1, {
  attachments: z.array(z.object({ sha256: z.string(), box })),
});
const contentSchema = z.looseObject({
  draftId: z.string(),
  session: z.string(),
  flow: z.object({ v: z.number() }),
});
const photoSchema = z.object({ key: z.string(), contentType: z.string(), title: z.optional(z.string()) });

const bytesOf = (text: string) => fromBase64url(text) ?? new Uint8Array();

/** @param content of the operation's envelope @throws Error where any part of it doesn't open */
export async function openPaused(clinic: Pick<Clinic, 'sealingKeys'>, content: unknown) {
  const paused = pausedWithPhotos.parse(content);
  const { vendor, subjectId, draftId, questionnaire } = paused;
  const envelope = decodeEnvelope(bytesOf(paused.sealedKey));
  const opener = clinic.sealingKeys.find(({ key }) => key.keyId === envelope.keyId);
  const raw = await opener?.open(envelope.content, custodyBinding(vendor, subjectId, paused.box.keyId));
  if (raw === undefined) throw new Error('The key does not open.');
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const open = async (sealed: z.infer<typeof box>, boundTo: Uint8Array<ArrayBuffer>): Promise<unknown> => {
    const algorithm = { name: 'AES-GCM', iv: bytesOf(sealed.iv), additionalData: boundTo };
    const plain = await crypto.subtle.decrypt(algorithm, key, bytesOf(sealed.sealed));
    return JSON.parse(fromUtf8(new Uint8Array(plain)));
  };
  const formHash = questionnaire.formHash;
  const boundTo = draftBinding(vendor, { subjectId, draftId, formHash });
  const photos = [];
  for (const { sha256, box: sealed } of paused.attachments) {
    const facts = photoSchema.parse(await open(sealed, blobBinding(vendor, { subjectId, draftId, sha256 })));
    photos.push({ sha256, ...facts });
  }
  return { reason: paused.reason, content: contentSchema.parse(await open(paused.box, boundTo)), photos };
}
