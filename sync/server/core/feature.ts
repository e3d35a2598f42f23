/** What a feature is: a folder that is given the core's parts, and adds its kinds, routes, jobs and what it stores of judged operations. */
import type { FastifyInstance } from 'fastify';
import type { PlatformData } from '../../domain/platform/platform-data.ts';
import type { AssistantSettings, SmsSettings } from '../base/config/config.ts';
import type { Database, Sql, Transaction } from '../base/database/database.ts';
import type { PageGrant } from '../base/page-grant.ts';
import type { Logger } from '../base/process/log.ts';
import type { AccessDependencies } from '../http/access/access.ts';
import type { KioskScope } from '../http/kiosk-scope.ts';
import type { Limits } from '../http/limits/limits.ts';
import type { ReadStandings } from '../http/limits/network-gate.ts';
import type { PatientScope } from '../http/patient-scope.ts';
import type { VendorDirectory } from '../packs/vendor-directory.ts';
import type { Sender } from '../web/sender.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { ListingLog } from './audit/listing-log.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import type { EventStreams } from './events/event-streams.ts';
import type { IngestDependencies } from './ingest/push.ts';
import type { Job } from './jobs/job.ts';
import type { Turn } from './jobs/turns.ts';
import type { JudgePool } from './judging/judge-pool.ts';
import type { ApplyBatch } from './judging/verdict.ts';
import type { Messages } from './messages/messages.ts';
import type { PublishWithin } from './records/publishing.ts';
import type { SealingKeys } from './sealing/sealing-keys.ts';

/** The parts that every feature may use. */
export interface Core {
  readonly database: Database;
  readonly sql: Sql;
  readonly vendors: VendorDirectory;
  readonly sealing: SealingKeys;
  readonly blobs: BlobStore;
  /** Opens what devices have sealed, off the event loop. */
  readonly opening: Pick<JudgePool, 'open' | 'show' | 'openBlob'>;
  readonly audit: AuditLog;
  readonly listings: ListingLog;
  readonly limits: Limits;
  readonly events: EventStreams;
  /** To people outside: email and texts. */
  readonly messages: Messages;
  /** Who sends texts, and tells what became of them; undefined: nobody, they are written into a folder. */
  readonly sms: SmsSettings | undefined;
  /** A model that words answers; undefined: none. */
  readonly assistant: AssistantSettings | undefined;
  /** Tells a device that there is news of its operations. */
  readonly wake: (vendor: string, device: string) => void;
  /** A transaction that also writes records of persons; their devices are woken once it is committed. */
  readonly publishWithin: PublishWithin;
  /** Tells each device of this person that there is something new for them. */
  readonly wakePerson: (vendor: string, person: string) => void;
  /** Their screens look again. */
  readonly tellStaff: (vendor: string) => void;
  /** To be asked once all features are open. */
  readonly isKiosk: IsKiosk;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly publicUrl: URL | undefined;
  /** 32 random bytes, the same in every process. */
  readonly secret: Uint8Array;
  /** In which staff can undo a decision, where the vendor's pack doesn't say. */
  readonly undoSeconds: number | undefined;
  readonly services: Services;
}

/**
 * Of any feature's kiosks, also of one that was signed out.
 * @param within where it is asked in a transaction. A second connection would be one too many where all are taken by transactions that wait for one.
 */
export type IsKiosk = (vendor: string, device: string, within?: Transaction) => Promise<boolean>;

export interface OpenedFeature {
  /** Who somebody is: each answer is one feature's. */
  readonly access?: Partial<
    Pick<AccessDependencies, 'findStaff' | 'findKiosk' | 'findPatient' | 'findOrder'>
  >;
  /** On which devices this person is signed in, as far as this feature knows: they are woken when there are new records. */
  devicesOf?(vendor: string, person: string): Promise<readonly string[]>;
  readonly apply?: ApplyBatch;
  /** Sees operations once they are stored, before they are judged. */
  readonly watch?: NonNullable<IngestDependencies['watch']>;
  addRoutes?(server: FastifyInstance): void;
  /** Below `/console/{vendor}/api`. */
  addConsoleRoutes?(console: FastifyInstance): void;
  /** Below `/connect/{vendor}`. */
  addPatientRoutes?(scope: PatientScope): void;
  /** Below `/connect/{vendor}/orders/v1/{order}`, for who holds the order's token. */
  addOrderRoutes?(orders: FastifyInstance): void;
  /** Below `/connect/{vendor}/kiosk/v1`. */
  addKioskRoutes?(scope: KioskScope): void;
  /** Documents of its own, beside those of the vendors' spaces. */
  addPages?(server: FastifyInstance, sender: Sender): void;
  /** What the document for paying may do besides, where somebody else takes the vendor's cards. */
  cardGrant?(vendor: string): PageGrant | undefined;
  /** What it adds to the data of pages outside of the vendors' spaces. */
  platformData?(): Promise<PlatformData>;
  /** What it knows of devices whose network asks for too much. */
  readonly standings?: ReadStandings;
  readonly turn?: Turn;
  readonly jobs?: readonly Job[];
}

export interface Feature {
  readonly name: string;
  /** Address of its `operations.ts`, where it has kinds: see `judging/kinds.ts`. */
  readonly operations?: string;
  /** Routes are added later, when all features are open. */
  open(core: Core): OpenedFeature;
}

/** What features have for those that come after them in the table of contents. */
export type Services = Map<string, unknown>;
export interface Service<Value> {
  provide(core: Pick<Core, 'services'>, value: Value): void;
  /** @throws Error where no feature before has provided it. */
  of(core: Pick<Core, 'services'>): Value;
  /** Undefined where no feature before has provided it. */
  find(core: Pick<Core, 'services'>): Value | undefined;
}

export function serviceNamed<Value>(name: string): Service<Value> {
  return {
    provide({ services }, value) {
      if (services.has(name)) throw new Error(`Two features provide ${name}.`);
      services.set(name, value);
    },
    of({ services }) {
      if (!services.has(name)) throw new Error(`No feature provides ${name}: see the order in features.ts.`);
      return services.get(name) as Value;
    },
    find: ({ services }) => services.get(name) as Value | undefined,
  };
}
