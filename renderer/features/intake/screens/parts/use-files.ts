import { useCallback, useMemo } from 'react';
import { blobName, blobUrl, MAX_BLOBS_PER_OPERATION } from '../../../../../sync/protocol/base/blobs.ts';
import { usePlatform } from '../../../../device/provider/platform-provider.tsx';
import type { FormFiles } from '../../../../form/files/files.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';

/** Below `MAX_BLOB_BYTES` of the protocol with what sealing adds, and round, since people read it. */
export const MAX_FILE_BYTES = 12_000_000;

/** Reads what an answer's file is: of this draft, or of a form that was sent from here. */
export function useReadFile(): FormFiles['read'] {
  const platform = usePlatform();
  return useCallback(
    async ({ url }) => {
      const name = blobName(url);
      const kept = name === undefined ? undefined : await (await platform).blobs.read(name);
      return kept && new Blob([kept.bytes], { type: kept.contentType });
    },
    [platform],
  );
}

/** The files of a run: kept on the device, each sealed apart, and named in the answer. */
export function useFormFiles(run: IntakeRun): FormFiles {
  const platform = usePlatform();
  const read = useReadFile();
  return useMemo(
    () => ({
      mostBytes: MAX_FILE_BYTES,
      mostFiles: MAX_BLOBS_PER_OPERATION,
      async keep({ content, contentType, title }) {
        const { draftId, subjectId } = run.details.get();
        const bytes = new Uint8Array(await content.arrayBuffer());
        const named = title === '' ? {} : { title };
        const { sha256, size } = await (await platform).blobs.keep({
          draftId,
          subjectId,
          bytes,
          contentType,
          ...named,
        });
        return { contentType, url: blobUrl(sha256), size, ...named };
      },
      read,
      async drop({ url }) {
        const name = blobName(url);
        if (name !== undefined) await (await platform).blobs.drop(name);
      },
    }),
    [platform, read, run],
  );
}
