/**
 * An attacker with the disk, the device's own key, and unlimited time: tries every key that can be found in the folder
 * on everything that is sealed there, old files of the log included, with the right bindings.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { base64url, fromBase64url } from '../../../sync/client/base/bytes.ts';
import { blobBinding, copyBinding, draftBinding, ruleBinding } from '../../../sync/client/keys/bindings.ts';
import { unsealedBinding } from '../../../sync/client/outbox/enqueue.ts';
import { decodeRecord } from '../../../sync/client/store/file-record.ts';
import { openBlob } from '../../../sync/seal/blob.ts';
import { decodeEnvelope, envelopeBinding } from '../../../sync/seal/envelope.ts';
import { createOpener } from '../../../sync/seal/hpke.ts';
import { custodyBinding } from '../custody.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const KEY_BYTES = 32;
/** Inline, or in a file of its own. */
const bytesSchema = z.union([
  z.object({ $: z.literal('bytes'), of: z.string() }),
  z.object({ $: z.literal('file'), name: z.string() }),
]);
const boxSchema = z.object({ keyId: z.string(), iv: bytesSchema, bytes: bytesSchema });
const rowSchema = z.looseObject({
  subjectId: z.string().default(''),
  draftId: z.string().default(''),
  formHash: z.string().default(''),
  opId: z.string().default(''),
  sha256: z.string().default(''),
  keyId: z.string().default(''),
  lane: z.string().default(''),
  kind: z.string().default(''),
  v: z.number().default(0),
  box: boxSchema.optional(),
  rule: boxSchema.optional(),
  bytes: bytesSchema.optional(),
  sealedKey: bytesSchema.optional(),
});
type Row = z.infer<typeof rowSchema>;

export interface Loot {
  /** What was tried, so that a search which finds nothing is seen to have searched. */
  readonly tried: { readonly keys: number; readonly sealed: number };
  /** Tables whose rows opened. */
  readonly opened: readonly string[];
}

export async function steal(folder: string, vendor: string): Promise<Loot> {
  const files = new Map(
    readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]),
  );
  const bytesOf = (found: z.infer<typeof bytesSchema>): Bytes =>
    (found.$ === 'file' ? files.get(found.name) : fromBase64url(found.of)) ?? new Uint8Array();

  const rows: { readonly table: string; readonly row: Row }[] = [];
  const texts: string[] = [];
  for (const [name, bytes] of files) {
    if (!/^[std]-/.test(name)) continue;
    for (const [table, , row] of decodeRecord(bytes) ?? []) {
      texts.push(JSON.stringify(row));
      const parsed = rowSchema.safeParse(row);
      if (parsed.success) rows.push({ table, row: parsed.data });
    }
  }

  // Every text that could be 32 bytes, in base64url or hex, wherever it stands; and what is in the device's own key.
  const candidates = new Map<string, Bytes>();
  const openers: ((sealed: Bytes, boundTo: Bytes) => Promise<Bytes | undefined>)[] = [];
  const offer = (bytes: Bytes | undefined) => {
    if (bytes?.length === KEY_BYTES) candidates.set(base64url(bytes), bytes);
  };
  for (const text of texts)
    for (const [word] of text.matchAll(/[A-Za-z0-9_-]{43,}/g)) {
      offer(word.length === 43 ? fromBase64url(word) : undefined);
      if (/^[0-9a-f]{64}$/.test(word)) offer(new Uint8Array(Buffer.from(word, 'hex')));
      const key = await readDeviceKey(fromBase64url(word));
      if (key === undefined) continue;
      offer(fromBase64url(key.d ?? ''));
      openers.push(await createOpener(key));
    }

  const tried = { keys: candidates.size + openers.length, sealed: 0 };
  const opened = new Set<string>();
  const tryBox = async (table: string, box: Row['box'], boundTo: Bytes) => {
    if (box === undefined) return;
    tried.sealed += 1;
    for (const raw of candidates.values())
      if (await opensByAes(raw, bytesOf(box.iv), bytesOf(box.bytes), boundTo)) opened.add(table);
  };
  const tryEnvelope = async (table: string, bytes: Bytes, boundTo: (keyId: string) => Bytes) => {
    tried.sealed += 1;
    const { keyId, content } = decodeEnvelope(bytes);
    for (const open of openers) if ((await open(content, boundTo(keyId))) !== undefined) opened.add(table);
  };
  for (const { table, row } of rows) {
    const about = { subjectId: row.subjectId, opId: row.opId };
    if (table === 'drafts') await tryBox(table, row.box, draftBinding(vendor, row));
    if (table === 'copies') await tryBox(table, row.box, copyBinding(vendor, about));
    if (table === 'blobs') await tryBox(table, row.box, blobBinding(vendor, row));
    if (table === 'outbox') await tryBox(table, row.rule, ruleBinding(vendor, about));
    if (table === 'envelopes') await tryBox(table, row.box, unsealedBinding(vendor, about));
    if (table === 'blobBodies' && row.bytes !== undefined) {
      tried.sealed += 1;
      for (const raw of candidates.values())
        if ((await openBlob(raw, bytesOf(row.bytes))) !== undefined) opened.add(table);
    }
    if (table === 'envelopes' && row.bytes !== undefined) {
      const operation = rows.find((each) => each.table === 'outbox' && each.row.opId === row.opId)?.row;
      if (operation === undefined) continue;
      const { opId, lane, kind, v } = operation;
      await tryEnvelope(table, bytesOf(row.bytes), (keyId) =>
        envelopeBinding({ vendor, opId, lane, kind, v, keyId }),
      );
    }
    if (table === 'keys' && row.sealedKey !== undefined) {
      const subjects = new Set(rows.map((each) => each.row.subjectId));
      for (const subjectId of subjects)
        await tryEnvelope(table, bytesOf(row.sealedKey), () => custodyBinding(vendor, subjectId, row.keyId));
    }
  }
  return { tried, opened: [...opened] };
}

async function opensByAes(raw: Bytes, iv: Bytes, sealed: Bytes, boundTo: Bytes): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo };
  return await crypto.subtle.decrypt(algorithm, key, sealed).then(
    () => true,
    () => false,
  );
}

/** The device's key signs; a thief takes it for agreeing on keys as well. */
async function readDeviceKey(pkcs8: Bytes | undefined): Promise<JsonWebKey | undefined> {
  if (pkcs8 === undefined || pkcs8.length < 60) return undefined;
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  return await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, ['deriveBits']).then(
    (key) => crypto.subtle.exportKey('jwk', key),
    () => undefined,
  );
}
