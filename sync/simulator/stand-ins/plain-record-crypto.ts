/** As `plain-crypto.ts`, for what seals records: the same in each run, and what was sealed by one key, under one name, opens by no other. */
import { z } from 'zod/mini';
import { base64url, bindingOf, fromUtf8, utf8 } from '../../client/base/bytes.ts';
import type { RecordContent, RecordCrypto, RecordName } from '../../client/records/record-crypto.ts';
import type { Chance } from '../base/chance.ts';
import { digest, joinBytes, keyNamed, materialOf, tagged, untagged } from './plain-crypto.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;

const contentSchema = z.object({
  ...{ kind: z.string(), v: z.int(), id: z.string(), seq: z.int() },
  body: z.record(z.string(), z.unknown()),
});

export function createPlainRecordCrypto(vendor: string, chance: Chance): RecordCrypto {
  const binding = ({ person, tag, epoch }: RecordName) => bindingOf('record', vendor, person, tag, epoch);
  return {
    newKeys: async () => ({
      key: keyNamed('records', chance.bytes(KEY_BYTES)),
      tagKey: keyNamed('tags', chance.bytes(KEY_BYTES)),
    }),
    tag: async ({ tagKey }, { kind, id }) =>
      base64url(digest(joinBytes('tag', materialOf('tags', tagKey), bindingOf(kind, id)))),
    async seal({ key }, name, content) {
      const iv = chance.bytes(IV_BYTES);
      const plain = utf8(JSON.stringify(content));
      return { iv, bytes: tagged('record', joinBytes(materialOf('records', key), iv), binding(name), plain) };
    },
    async open({ key }, name, { seq, box }): Promise<RecordContent | undefined> {
      const bound = joinBytes(materialOf('records', key), box.iv);
      const plain = untagged('record', bound, binding(name), box.bytes);
      const content = plain && contentSchema.parse(JSON.parse(fromUtf8(plain)));
      return content?.seq === seq ? content : undefined;
    },
  };
}
