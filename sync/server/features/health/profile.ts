/** The tables of one person's profile; whatever is written there is published. */
import {
  type Confirmation,
  type Conflict,
  type HealthRecord,
  healthRecordSchema,
} from '../../../domain/health/health-record.ts';
import type { HealthChange } from '../../../protocol/operations/payloads/health-edit.ts';
import {
  HEALTH_CONFIRMATION,
  HEALTH_CONFLICT,
  HEALTH_RECORD,
  HEALTH_VERSION,
} from '../../../protocol/records/health.ts';
import type { Transaction } from '../../base/database/database.ts';
import { problem } from '../../base/problems.ts';
import type { Publish } from '../../core/records/publishing.ts';

interface Bodies {
  [HEALTH_RECORD]: HealthRecord;
  [HEALTH_CONFIRMATION]: Confirmation;
  [HEALTH_CONFLICT]: Conflict;
}
type Outcome = 'applied' | 'held' | 'refused';
export type HeldFor = 'HEALTH_CHANGED' | 'HEALTH_SIGNED_OUT' | 'HEALTH_NOT_NONE' | 'HEALTH_TOO_MANY';

export interface Edit {
  readonly opId: string;
  readonly device: string;
  readonly change: HealthChange;
}

export interface Profile {
  find(id: string): Promise<HealthRecord | undefined>;
  all(): Promise<ReadonlyMap<string, HealthRecord>>;
  write<Kind extends keyof Bodies>(
    kind: Kind,
    id: string,
    version: string,
    body: Bodies[Kind],
  ): Promise<void>;
  /** How many edits of this device wait for the patient to decide. */
  waitingOf(device: string): Promise<number>;
  /** The patient has decided about an edit that was held: it isn't shown any more. */
  decide(opId: string): Promise<void>;
  /** Whether it has been here before; its devices are told again. */
  isKnown(opId: string): Promise<boolean>;
  keep(edit: Edit, outcome: Outcome, before?: HealthRecord): Promise<void>;
  settle(opId: string, held?: HeldFor): void;
}

export function openProfile(
  sql: Transaction,
  publish: Publish,
  { vendor, person, at }: { readonly vendor: string; readonly person: string; readonly at: Date },
): Profile {
  const name = { vendor, person };
  const settle: Profile['settle'] = (opId, held) =>
    publish.settle({
      ...{ ...name, opId, outcome: held ? 'held' : 'applied' },
      ...(held && { problem: problem(held) }),
    });
  const read = (body: string) => healthRecordSchema.parse(JSON.parse(body));

  return {
    async find(id) {
      const [row] = await sql<[{ body: string }?]>`
        select body from health_records
        where vendor = ${vendor} and person = ${person} and kind = ${HEALTH_RECORD} and id = ${id}`;
      return row && read(row.body);
    },
    async all() {
      const rows = await sql<{ id: string; body: string }[]>`
        select id, body from health_records where vendor = ${vendor} and person = ${person} and kind = ${HEALTH_RECORD}`;
      return new Map(rows.map(({ id, body }) => [id, read(body)]));
    },
    async write(kind, id, version, body) {
      await sql`
        insert into health_records (vendor, person, kind, id, version, body)
        values (${vendor}, ${person}, ${kind}, ${id}, ${version}, ${JSON.stringify(body)})
        on conflict (vendor, person, kind, id) do update set version = excluded.version, body = excluded.body`;
      publish.record({ ...name, kind, v: HEALTH_VERSION, id, body: { ...body } });
    },
    async waitingOf(device) {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from health_records r join health_edits e on e.vendor = r.vendor and e.op_id = r.version
        where r.vendor = ${vendor} and r.person = ${person} and r.kind = ${HEALTH_CONFLICT} and e.device = ${device}`;
      return row.count;
    },
    async decide(opId) {
      const [gone] = await sql<{ id: string }[]>`
        delete from health_records
        where vendor = ${vendor} and person = ${person} and kind = ${HEALTH_CONFLICT} and id = ${opId} returning id`;
      if (!gone) return;
      await sql`update health_edits set outcome = 'decided' where vendor = ${vendor} and op_id = ${opId}`;
      publish.record({
        ...name,
        kind: HEALTH_CONFLICT,
        v: HEALTH_VERSION,
        id: opId,
        body: null,
        reason: 'decided',
      });
      settle(opId);
    },
    async isKnown(opId) {
      const [row] = await sql<{ outcome: string }[]>`
        select outcome from health_edits where vendor = ${vendor} and op_id = ${opId}`;
      if (row && row.outcome !== 'refused')
        settle(opId, row.outcome === 'held' ? 'HEALTH_CHANGED' : undefined);
      return row !== undefined;
    },
    async keep({ opId, device, change }, outcome, before) {
      await sql`
        insert into health_edits (vendor, op_id, person, device, outcome, change, before, at)
        values (${vendor}, ${opId}, ${person}, ${device}, ${outcome}, ${JSON.stringify(change)},
          ${before ? JSON.stringify(before) : null}, ${at.toISOString()})`;
    },
    settle,
  };
}
