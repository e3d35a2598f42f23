/** Who may be the same patient. A hint with its reason: staff decide, and nothing is ever joined by it. */
import type { Duplicate, PatientLine } from '../../../protocol/api/patients.ts';
import type { Sql } from '../../base/database/database.ts';
import { readEmailAddress } from '../accounts/feature.ts';
import { BIRTH_DATE } from '../inbox/feature.ts';
import { readPatientLines } from './patient-lines.ts';
import { isSimilarName } from './similar-names.ts';

/** Patients of one birth date that are compared; a clinic has fewer. */
const MAX_COMPARED = 200;
const MAX_SHOWN = 10;

export interface DuplicatesOf {
  readonly patient: PatientLine;
  /** That the newest form gives. */
  readonly email: string | undefined;
}

async function ofBirthDate(sql: Sql, vendor: string, { patient }: DuplicatesOf, today: string) {
  const { id, name, birthDate } = patient;
  if (name === null || birthDate === null) return [];
  const term = `${BIRTH_DATE}${birthDate}`;
  const rows = await sql<{ patient: string }[]>`
    select patient from patient_terms where vendor = ${vendor} and term = ${term} and patient <> ${id} order by patient limit ${MAX_COMPARED}`;
  const lines = await readPatientLines(
    sql,
    vendor,
    rows.map((row) => row.patient),
    today,
  );
  return lines.filter((line) => line.name !== null && isSimilarName(line.name, name));
}

/** The account whose address the form gives. */
async function ofContact(sql: Sql, vendor: string, { patient, email }: DuplicatesOf, today: string) {
  const address = email === undefined ? undefined : readEmailAddress(email);
  if (address === undefined) return [];
  const rows = await sql<{ person: string }[]>`
    select person from identities where vendor = ${vendor} and kind = 'email' and subject = ${address} and person <> ${patient.id}`;
  return readPatientLines(
    sql,
    vendor,
    rows.map(({ person }) => person),
    today,
  );
}

export async function findDuplicates(
  sql: Sql,
  vendor: string,
  of: DuplicatesOf,
  today: string,
): Promise<readonly Duplicate[]> {
  const [byName, byContact] = await Promise.all([
    ofBirthDate(sql, vendor, of, today),
    ofContact(sql, vendor, of, today),
  ]);
  const all = new Map([...byContact, ...byName].map((patient) => [patient.id, patient]));
  return [...all.values()].slice(0, MAX_SHOWN).map((patient) => ({
    patient,
    why: [
      ...(byName.some(({ id }) => id === patient.id) ? (['name'] as const) : []),
      ...(byContact.some(({ id }) => id === patient.id) ? (['contact'] as const) : []),
    ],
  }));
}
