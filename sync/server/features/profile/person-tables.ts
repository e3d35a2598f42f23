/** The tables of one person; whatever is written there is published. */
import type { ConsentDecision } from '../../../domain/profile/consents.ts';
import {
  type PersonConflict,
  type PersonRecord,
  personRecordSchema,
} from '../../../domain/profile/person-record.ts';
import type { PersonChange } from '../../../protocol/operations/payloads/person-edit.ts';
import {
  CONSENT_RECORD,
  PERSON_CONFLICT,
  PERSON_RECORD,
  PERSON_VERSION,
} from '../../../protocol/records/person.ts';
import type { Transaction } from '../../base/database/database.ts';
import { problem } from '../../base/problems.ts';
import type { Publish } from '../../core/records/publishing.ts';

interface Bodies {
  [PERSON_RECORD]: PersonRecord;
  [PERSON_CONFLICT]: PersonConflict;
  [CONSENT_RECORD]: ConsentDecision;
}
export type HeldFor = 'PERSON_CHANGED' | 'PERSON_SIGNED_OUT' | 'PERSON_PROVEN' | 'PERSON_TOO_MANY';

export interface Edit {
  readonly opId: string;
  readonly device: string;
  readonly change: PersonChange;
}

export interface PersonTables {
  find(id: string): Promise<PersonRecord | undefined>;
  /** How many records there are. */
  count(): Promise<number>;
  /** @returns false where what is there was proven, and this isn't: nothing is written then. */
  write<Kind extends keyof Bodies>(
    kind: Kind,
    id: string,
    version: string,
    body: Bodies[Kind],
  ): Promise<boolean>;
  /** How many edits of this device wait for the patient to decide. */
  waitingOf(device: string): Promise<number>;
  /** The patient has decided about an edit that was held: it isn't shown any more. */
  decide(opId: string): Promise<void>;
  /** Whether it has been here before; its devices are told again. */
  isKnown(opId: string): Promise<boolean>;
  keep(edit: Edit, outcome: 'applied' | 'held' | 'refused', before?: PersonRecord): Promise<void>;
  settle(opId: string, held?: HeldFor): void;
}

export function openPersonTables(
  sql: Transaction,
  publish: Publish,
  { vendor, person, at }: { readonly vendor: string; readonly person: string; readonly at: Date },
): PersonTables {
  const name = { vendor, person };
  const settle: PersonTables['settle'] = (opId, held) =>
    publish.settle({
      ...{ ...name, opId, outcome: held ? 'held' : 'applied' },
      ...(held && { problem: problem(held) }),
    });

  return {
    async find(id) {
      const [row] = await sql<[{ body: string }?]>`
        select body from person_records
        where vendor = ${vendor} and person = ${person} and kind = ${PERSON_RECORD} and id = ${id}`;
      return row && personRecordSchema.parse(JSON.parse(row.body));
    },
    async count() {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from person_records
        where vendor = ${vendor} and person = ${person} and kind = ${PERSON_RECORD}`;
      return row.count;
    },
    async write(kind, id, version, body) {
      const proven = 'proven' in body;
      // A claim may prove it at this very moment.
      const written = await sql`
        insert into person_records as r (vendor, person, kind, id, version, body, proven)
        values (${vendor}, ${person}, ${kind}, ${id}, ${version}, ${JSON.stringify(body)}, ${proven})
        on conflict (vendor, person, kind, id) do update
          set version = excluded.version, body = excluded.body, proven = excluded.proven
          where excluded.proven or not r.proven
        returning id`;
      if (written.length === 0) return false;
      publish.record({ ...name, kind, v: PERSON_VERSION, id, body: { ...body } });
      return true;
    },
    async waitingOf(device) {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from person_records r join person_edits e on e.vendor = r.vendor and e.op_id = r.version
        where r.vendor = ${vendor} and r.person = ${person} and r.kind = ${PERSON_CONFLICT} and e.device = ${device}`;
      return row.count;
    },
    async decide(opId) {
      const gone = await sql`
        delete from person_records
        where vendor = ${vendor} and person = ${person} and kind = ${PERSON_CONFLICT} and id = ${opId} returning id`;
      if (gone.length === 0) return;
      await sql`update person_edits set outcome = 'decided' where vendor = ${vendor} and op_id = ${opId}`;
      const tombstone = { kind: PERSON_CONFLICT, v: PERSON_VERSION, id: opId, body: null, reason: 'decided' };
      publish.record({ ...name, ...tombstone });
      settle(opId);
    },
    async isKnown(opId) {
      const [row] = await sql<[{ outcome: string }?]>`
        select outcome from person_edits where vendor = ${vendor} and op_id = ${opId}`;
      if (row && row.outcome !== 'refused')
        settle(opId, row.outcome === 'held' ? 'PERSON_CHANGED' : undefined);
      return row !== undefined;
    },
    async keep({ opId, device, change }, outcome, before) {
      await sql`
        insert into person_edits (vendor, op_id, person, device, outcome, change, before, at)
        values (${vendor}, ${opId}, ${person}, ${device}, ${outcome}, ${JSON.stringify(change)},
          ${before ? JSON.stringify(before) : null}, ${at.toISOString()})`;
    },
    settle,
  };
}
