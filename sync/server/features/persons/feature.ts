/** Patients, as the vendor's staff find and see them: persons with an account, and guests by what they sent. */

import { clinicDay } from '../../../domain/time/clinic-day.ts';
import type { PatientLine } from '../../../protocol/api/patients.ts';
import { type Core, type Feature, type OpenedFeature, serviceNamed } from '../../core/feature.ts';
import { readEmailAddress } from '../accounts/feature.ts';
import { patients } from '../accounts/patients.ts';
import { indexOlderItems, sentForms } from '../inbox/feature.ts';
import { createFindPatients } from './find-patients.ts';
import { createMerges } from './merge.ts';
import { readPatientLines } from './patient-lines.ts';
import { createReadPatient } from './patient-page.ts';
import { placeItems } from './place-items.ts';
import { placeOlderItems } from './place-older-items.ts';
import { addPatientRoutes } from './routes.ts';
import { readTimeline } from './timeline.ts';

declare module '../../core/audit/audit-log.ts' {
  interface AuditActions {
    readonly 'patients-merged': true;
    readonly 'patients-unmerged': true;
  }
}

/** Patients as lists show them, in the order of their ids as they were given. */
export type PatientLines = (vendor: string, ids: readonly string[]) => Promise<readonly PatientLine[]>;
export const patientLines = serviceNamed<PatientLines>('patient lines');

function open(core: Core): OpenedFeature {
  const { sql, now, vendors, audit, listings, logger, publishWithin } = core;
  const todayOf = (vendor: string) => clinicDay(vendors.find(vendor)?.pack.timezone ?? 'UTC')(now());
  const lines: PatientLines = (vendor, ids) => readPatientLines(sql, vendor, ids, todayOf(vendor));
  patientLines.provide(core, lines);
  const accounts = patients.find(core);
  const merges = accounts && createMerges({ sql, now, publishWithin, patients: accounts });
  accounts?.onClaimed((transaction, { vendor, opIds }) =>
    placeItems(
      transaction,
      opIds.map((id) => ({ vendor, id })),
    ),
  );
  let isStopping = false;
  return {
    apply: (transaction, decided) =>
      placeItems(
        transaction,
        decided.map(({ operation: { vendor, opId } }) => ({ vendor, id: opId })),
      ),
    addConsoleRoutes: (console) =>
      addPatientRoutes(console, {
        ...{ audit, listings, now, merges },
        find: createFindPatients(sql),
        async findByEmail(vendor, typed) {
          const address = readEmailAddress(typed);
          if (address === undefined) return undefined;
          const rows = await sql<{ person: string }[]>`
            select person from identities where vendor = ${vendor} and kind = 'email' and subject = ${address}`;
          return { ids: rows.map(({ person }) => person), cursor: null };
        },
        lines,
        read: createReadPatient({ sql, now, todayOf, merges, forms: sentForms.of(core) }),
        timeline: (vendor, id, cursor) => readTimeline(sql, vendor, id, cursor),
      }),
    jobs: [
      {
        name: 'patients',
        start() {
          const isStopped = () => isStopping;
          // What is to be found has to be indexed first: whichever of the two features is ahead.
          indexOlderItems(sql, isStopped)
            .then(() => placeOlderItems(sql, isStopped))
            .catch((error: unknown) => logger.error({ err: error }, 'PATIENTS_POSTPONED'));
        },
        stop() {
          isStopping = true;
        },
      },
    ],
  };
}

export const persons: Feature = { name: 'persons', open };
