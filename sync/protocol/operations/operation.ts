/** What a kind of operation is to the core: wire, client, simulator and server read it here, and name none. */
import type { z } from 'zod/mini';
import type { About } from './about.ts';
import type { BlobAttachment } from './attachment.ts';

type PayloadSchema = z.ZodMiniType<object>;
type Issues = readonly z.core.$ZodIssue[];

export type PayloadReading<Payload> =
  | { readonly ok: true; readonly payload: Payload }
  /** Of the schema of the version that was sealed; empty where that version isn't known here. */
  | { readonly ok: false; readonly issues: Issues };

/** What a person's records will say once the clinic has judged an operation, as far as the device can tell. */
export interface RecordOverlay {
  /** A record's kind and version of its body. */
  readonly kind: string;
  readonly v: number;
  readonly id: string;
  /** In the place of the record's; null: it disappears. */
  readonly body: Readonly<Record<string, unknown>> | null;
}
/** What the device knows of an operation beside its payload. */
export interface QueuedOperation {
  readonly opId: string;
  /** The human code. */
  readonly code: string;
  /** RFC 3339 with offset. */
  readonly queuedAt: string;
}

export interface OperationTraits {
  /** Begins the names of its lanes: `<lane>:<session>`. */
  readonly lane: string;
  /** Sent ahead of everything, by a sender of its own, and waits for no photo and no other operation. */
  readonly urgent?: true;
  /** `before-sending`: where there is no key to seal to it is queued all the same, and sealed when it is sent. */
  readonly sealed: 'before-queueing' | 'before-sending';
  /** On the device. */
  readonly retention: {
    /** The patient's own device keeps a readable copy for the vendor's `copyDays`. */
    readonly copy: boolean;
    /** It is what becomes of its draft: one per draft, and with its receipt a shared device lets go of the draft. */
    readonly endsDraft: boolean;
  };
}

/** One kind. A shipped version and its upcaster never change: envelopes of it lie in ledgers and on phones for years. */
export interface OperationModule<Kind extends string = string, Payload extends object = object>
  extends OperationTraits {
  readonly kind: Kind;
  /** By version, from 1 without a gap. */
  readonly versions: Readonly<Record<number, PayloadSchema>>;
  readonly newest: number;
  /** Reads a payload of that version as the newest: nothing in it is trusted. */
  read(v: number, content: unknown): PayloadReading<Payload>;
  /** The same for what this device wrote itself. */
  upcast(v: number, content: object): Payload;
  /** Pure. @param payload undefined where this device can't read it any more. */
  overlay?(payload: Payload | undefined, operation: QueuedOperation): readonly RecordOverlay[];
}

/** An operation that a feature hands to the outbox. */
export interface Submission {
  readonly operation: OperationModule;
  readonly session: string;
  readonly subjectId: string;
  readonly about: About;
  /** Of the form that the draft pins, for what ends a draft. */
  readonly formHash?: string;
  /** Names of the photos and documents that go along. */
  readonly blobs?: readonly string[];
  /** One per session until it is acknowledged; met again after that, a new one. */
  readonly once?: { readonly of: string; readonly at: string };
  /** @param attachments of {@link Submission.blobs}, with what opens them. */
  payload(attachments: readonly BlobAttachment[]): object;
}

interface Definition<
  Kind extends string,
  Versions extends Readonly<Record<number, PayloadSchema>>,
  Newest extends keyof Versions & number,
> extends OperationTraits {
  readonly kind: Kind;
  readonly versions: Versions;
  readonly newest: Newest;
  /** From each older version to the newest: pure. */
  readonly upcast: {
    readonly [V in Exclude<keyof Versions & number, Newest>]: (
      sealed: z.output<Versions[V]>,
    ) => z.output<Versions[Newest]>;
  };
  overlay?(
    payload: z.output<Versions[Newest]> | undefined,
    operation: QueuedOperation,
  ): readonly RecordOverlay[];
}

export function defineOperation<
  const Kind extends string,
  const Versions extends Readonly<Record<number, PayloadSchema>>,
  const Newest extends keyof Versions & number,
>(definition: Definition<Kind, Versions, Newest>): OperationModule<Kind, z.output<Versions[Newest]>> {
  type Payload = z.output<Versions[Newest]>;
  const { versions } = definition;
  const upcasters = new Map<number, (sealed: object) => Payload>(
    Object.entries(definition.upcast).map(([v, upcast]) => [
      Number(v),
      upcast as (sealed: object) => Payload,
    ]),
  );
  const upcast = (v: number, sealed: object): Payload => upcasters.get(v)?.(sealed) ?? (sealed as Payload);
  return {
    ...definition,
    upcast,
    read(v, content) {
      const schema = Object.hasOwn(versions, v) ? versions[v] : undefined;
      if (schema === undefined) return { ok: false, issues: [] };
      const parsed = schema.safeParse(content);
      return parsed.success
        ? { ok: true, payload: upcast(v, parsed.data) }
        : { ok: false, issues: parsed.error.issues };
    },
  };
}
