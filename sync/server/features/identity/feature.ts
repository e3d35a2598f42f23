/** Identity documents: photos that patients send, and what staff say of them. */
import type { Feature } from '../../core/feature.ts';
import { accountDesk, patients } from '../accounts/feature.ts';
import { applyIdentity } from './apply-sent.ts';
import { deletePhotos } from './delete-photos.ts';
import { mergedDocuments } from './merge-documents.ts';
import { addIdentityRoutes } from './routes.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'identity-viewed': true;
    readonly 'identity-confirmed': true;
    readonly 'identity-refused': true;
  }
}

export const identity: Feature = {
  name: 'identity',
  operations: new URL('./operations.ts', import.meta.url).href,
  open(core) {
    const { sql, blobs, logger, now } = core;
    patients.find(core)?.addPart(mergedDocuments);
    accountDesk.find(core)?.onClosing(async (transaction, { vendor, persons }) => {
      await transaction`
        update identity_documents set status = 'withdrawn', delete_at = ${now().toISOString()}
        where vendor = ${vendor} and person = any(${[...persons]}::uuid[]) and deleted_at is null`;
      return undefined;
    });
    return {
      apply: applyIdentity,
      addConsoleRoutes: (console) => addIdentityRoutes(console, core),
      turn: async () => void (await deletePhotos(sql, blobs, logger, now())),
    };
  },
};
