/** What a kind of operation is to the core: wire, client, simulator and server read it here, and name none. */
import type { About } from './about.ts';
import type { BlobAttachment } from './payloads/attachment.ts';

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

/**
 * One kind, as far as the device knows it: it sends what it wrote itself, and has no need of the schemas (`payloads/`) that only who receives it reads
 * it by. A shipped version and its upcaster never change: envelopes of it lie in ledgers and on phones for years.
 */
export interface OperationModule<Kind extends string = string, Payload extends object = object>
  extends OperationTraits {
  readonly kind: Kind;
  /** Versions begin at 1, without a gap. */
  readonly newest: number;
  /** Makes the newest of a payload of that version, which has been read or was written by this device itself. */
  upcast(v: number, content: object): Payload;
  /** Pure. @param payload undefined where this device can't read it any more. */
  overlay?(payload: Payload | undefined, operation: QueuedOperation): readonly RecordOverlay[];
}

/** An operation that a feature hands to the outbox. */
export interface Submission {
  readonly operation: OperationModule;
  readonly session: string;
  readonly subjectId: string;
  /** Whose account it changes: of nobody else, whoever is signed in by the time it is queued. */
  readonly person?: string;
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

interface Definition<Kind extends string, Payload extends object> extends OperationTraits {
  readonly kind: Kind;
  readonly newest: number;
  /** From each older version to the newest: pure. Each takes what its version sealed. */
  readonly upcast: Readonly<Record<number, (sealed: never) => Payload>>;
  overlay?(payload: Payload | undefined, operation: QueuedOperation): readonly RecordOverlay[];
}

/** `defineOperation<Payload>()({ kind, ... })`: the payload can't be inferred, and the name need not be repeated. */
export const defineOperation =
  <Payload extends object>() =>
  <const Kind extends string>({
    upcast,
    ...definition
  }: Definition<Kind, Payload>): OperationModule<Kind, Payload> => {
    const upcasters = new Map(Object.entries(upcast) as [string, (sealed: object) => Payload][]);
    return {
      ...definition,
      upcast: (v, sealed) => upcasters.get(String(v))?.(sealed) ?? (sealed as Payload),
    };
  };
