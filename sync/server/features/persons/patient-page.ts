/** One patient, as staff see them: who they are, how to reach them, what they say of their health, and who may be the same. */

import { saidAt } from '../../../domain/health/health-record.ts';
import type { Section } from '../../../domain/health/profile-view.ts';
import type { PatientDetail } from '../../../protocol/api/patients.ts';
import type { Sql } from '../../base/database/database.ts';
import { readProfile } from '../health/feature.ts';
import { type SentForms, sentPatientOf } from '../inbox/feature.ts';
import { findDuplicates } from './duplicates.ts';
import type { Merges } from './merge.ts';
import { readPatientLines } from './patient-lines.ts';

export interface PatientPageDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly forms: SentForms;
  readonly merges: Pick<Merges, 'of'> | undefined;
  /** Today at the clinic, `YYYY-MM-DD`. */
  readonly todayOf: (vendor: string) => string;
}

export type ReadPatient = (vendor: string, id: string) => Promise<PatientDetail | undefined>;

/** Forms that are tried, newest first, until one can be opened. */
const MAX_TRIED = 3;

export function createReadPatient({
  sql,
  now,
  forms,
  merges,
  todayOf,
}: PatientPageDependencies): ReadPatient {
  async function newestForm(vendor: string, patient: string): Promise<PatientDetail['form']> {
    const rows = await sql<{ id: string; at: string }[]>`
      select i.id, x.at from patient_items x join inbox_items i on i.vendor = x.vendor and i.id = x.item and i.kind = 'case'
      where x.vendor = ${vendor} and x.patient = ${patient} order by x.at desc, x.item desc limit ${MAX_TRIED}`;
    for (const { id, at } of rows) {
      const head = await forms.head(vendor, id);
      if (head) return { id, receivedAt: new Date(at).toISOString(), details: sentPatientOf(head) };
    }
    return null;
  }

  async function addressesOf(vendor: string, person: string): Promise<PatientDetail['addresses']> {
    const rows = await sql<{ shown: string; verified_at: string }[]>`
      select shown, verified_at from identities where vendor = ${vendor} and person = ${person} and kind = 'email'
      order by verified_at, subject`;
    return rows.map(({ shown, verified_at }) => ({ shown, verifiedAt: new Date(verified_at).toISOString() }));
  }

  return async (vendor, id) => {
    const today = todayOf(vendor);
    const [patient] = await readPatientLines(sql, vendor, [id], today);
    if (!patient) return undefined;
    const [form, addresses, profile] = await Promise.all([
      newestForm(vendor, id),
      addressesOf(vendor, id),
      readProfile(sql, { vendor, person: id }, now()),
    ]);
    const contact = form?.details.contact;
    const email = contact?.method === 'email' ? contact.value : undefined;
    return {
      ...{ patient, form, addresses },
      health: profile ? { sections: profile.sections.map(sectionView), waiting: profile.waiting } : null,
      duplicates: [...(await findDuplicates(sql, vendor, { patient, email }, today))],
      merges: ((await merges?.of(vendor, id)) ?? []).map(mergeView),
    };
  };
}

function mergeView({
  id,
  merged,
  isGuest,
  at,
  mergedBy,
  reason,
  undone,
  arisen,
}: Awaited<ReturnType<Merges['of']>>[number]) {
  return {
    ...{ id, merged, reason },
    kind: isGuest ? ('guest' as const) : ('account' as const),
    at: at.toISOString(),
    by: mergedBy,
    undone: undone ? { ...undone, at: undone.at.toISOString() } : null,
    arisen: arisen.map((one) => ({ ...one, at: one.at.toISOString() })),
  };
}

function sectionView({ group, entries, past, none, isStale, confirmation }: Section) {
  const view = ({ id, record }: Section['entries'][number]) => ({
    ...{ id, record },
    saidAt: saidAt(record, confirmation),
  });
  return {
    ...{ group, isStale },
    entries: (none ? [none] : entries).map(view),
    past: past.map(view),
    isNone: none !== undefined,
  };
}
