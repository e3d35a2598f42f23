import { expect, test } from 'vitest';
import { MAX_BLOB_BYTES } from '../../../../../sync/protocol/base/blobs.ts';
import { sealedBlobSize } from '../../../../../sync/seal/blob.ts';
import { MAX_FILE_BYTES } from './use-files.ts';

test('the largest file that a form takes is one that the server takes, too - sealed', () => {
  expect(sealedBlobSize(MAX_FILE_BYTES)).toBeLessThanOrEqual(MAX_BLOB_BYTES);
});
