/** What the vendor's staff have to look at: cases and alerts, how they are listed, found, shown and decided. */
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { serviceNamed } from '../../core/feature.ts';
import { createCaseAttachments } from './case-attachments.ts';
import { createCaseContents } from './case-contents.ts';
import { openCaseRecords } from './case-records.ts';
import { createCaseView, type ReadCase } from './case-view.ts';
import { createDecisions, type Decisions, UNDO_SECONDS } from './decisions.ts';
import { createFloods } from './floods.ts';
import { createInbox } from './inbox.ts';
import { indexOlderItems } from './index-older-items.ts';
import type { IntakeHead } from './operations.ts';
import { addInboxRoutes } from './routes.ts';
import { withOverrides } from './standing/quotas.ts';
import { readBlocked } from './standing/standing.ts';
import { createItemStore } from './store-items.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly viewed: true;
    readonly searched: true;
    readonly reviewed: true;
    readonly acknowledged: true;
    readonly undone: true;
    readonly 'review-withdrawn': true;
    readonly 'flood-dismissed': true;
    readonly 'device-blocked': true;
    readonly 'devices-unblocked': true;
  }
}

export { type CaseText, type ReadCase, sentPatientOf } from './case-view.ts';
export type { Decisions } from './decisions.ts';
export { markCase } from './inbox-rows.ts';
export { indexOlderItems } from './index-older-items.ts';
export { type CaseMarks, type InboxDraft, readSummary, type ShownItem } from './operations.ts';
export { nameTerms } from './search/fold.ts';
export { BIRTH_DATE, REFERENCE } from './search/search-index.ts';
export { dateOrderOf, readSearch, type SearchQuery } from './search/search-query.ts';

/** Not started yet: what is decided is made final all the same. */
export const inboxDecisions = serviceNamed<Decisions>('inbox decisions');

/** A case as staff read it. */
export const caseReading = serviceNamed<ReadCase>('case reading');

export interface SentForms {
  /** What the patient wrote of themselves in this form; undefined where staff may not read it, or nobody can. */
  head(vendor: string, id: string): Promise<IntakeHead | undefined>;
}
export const sentForms = serviceNamed<SentForms>('sent forms');

const DAY_MS = 86_400_000;

function open(core: Core): OpenedFeature {
  const { sql, vendors, audit, listings, blobs, opening, publishWithin, wake, logger, now } = core;
  const packOf = (vendor: string) => vendors.find(vendor)?.pack;
  const inbox = createInbox({
    ...{ sql, now, timeZoneOf: (vendor) => packOf(vendor)?.timezone ?? 'UTC' },
    formsOf: (vendor) => (packOf(vendor)?.questionnaires ?? []).map(({ slug, title }) => ({ slug, title })),
  });
  const records = openCaseRecords(core);
  const decisions = createDecisions({
    ...{ sql, now, publishWithin, records, wake, logger },
    undoSecondsOf: (vendor) => packOf(vendor)?.settings.undoSeconds ?? core.undoSeconds ?? UNDO_SECONDS,
  });
  inboxDecisions.provide(core, decisions);
  const contents = createCaseContents({ sql, show: opening.show });
  sentForms.provide(core, {
    async head(vendor, id) {
      const row = await inbox.find(vendor, id);
      const stored = row && (await contents.read(vendor, [row.id])).get(row.id);
      return row && stored && (await contents.open(vendor, row, stored)).intake;
    },
  });
  const { openBlob } = opening;
  const readCase = createCaseView({ sql, contents, inbox, audit, vendors });
  caseReading.provide(core, readCase);
  let isStopping = false;
  return {
    standings: async (devices) => ({ blocked: await readBlocked(sql, devices) }),
    apply: createItemStore((vendor) => withOverrides(packOf(vendor)?.settings.inboxQuotas), records),
    addConsoleRoutes: (console) =>
      addInboxRoutes(console, {
        ...{ inbox, decisions, listings, audit },
        readCase,
        readAttachment: createCaseAttachments({ inbox, contents, blobs, openBlob }),
        floods: createFloods({ sql, now, publishWithin, inbox, decisions }),
      }),
    async turn() {
      // All of them have run empty: see `quotas.ts`.
      await sql`delete from inbox_quotas where at < ${new Date(now().getTime() - DAY_MS).toISOString()}`;
    },
    jobs: [
      {
        name: 'decisions',
        start() {
          decisions.start();
          indexOlderItems(sql, () => isStopping).catch((error: unknown) =>
            logger.error({ err: error }, 'SEARCH_INDEX_POSTPONED'),
          );
        },
        async stop() {
          isStopping = true;
          await decisions.stop();
        },
      },
    ],
  };
}

export const inbox: Feature = {
  name: 'inbox',
  operations: new URL('./operations.ts', import.meta.url).href,
  open,
};
