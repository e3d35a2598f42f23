/** Operation kinds on the server: each is a module of a feature. What runs in a worker is pure, and asks for what it needs. */
import type { core } from 'zod/mini';
import type { OperationModule } from '../../../protocol/operations/operation.ts';
import { type PayloadVersions, readPayload } from '../../../protocol/operations/payloads/read-payload.ts';
import type { ProblemCode, ProblemDetails } from '../../base/problems.ts';
import type { Published, PublishedSource } from '../../packs/published.ts';
import type { Effects, ReceivedOperation, Verdict } from './verdict.ts';

export interface JudgeContext {
  /** Of the vendor that received it, for which it was written. */
  readonly published: Published;
  /** Told where the kind's own code fails over it, and the rest is judged all the same. */
  readonly onFault: (error: unknown) => void;
}

export interface ShowContext {
  readonly vendor: string;
  /** Undefined for a vendor that isn't served here. */
  readonly published: Published | undefined;
  readonly definition: PublishedSource['definition'];
  /** What the feature that asks knows of it. */
  readonly marks: unknown;
}

/** What the wire says of a kind: urgent ones are judged before all others, in threads of their own. */
type OnTheWire<Payload extends object> = Pick<OperationModule<string, Payload>, 'kind' | 'urgent' | 'upcast'>;

export interface KindModule<Payload extends { readonly vendor: string }> {
  /** What was sealed, by version. */
  readonly versions: PayloadVersions;
  /** What there is too much of in what was sealed, of which nothing is trusted: looked at before it is read. */
  findExcess?(content: unknown): ProblemDetails | undefined;
  judge(operation: ReceivedOperation, payload: Payload, context: JudgeContext): Verdict | Promise<Verdict>;
  /** Of one that is held and in which nothing can be read. */
  unread?(operation: ReceivedOperation): Effects;
  /** What staff see of it, as JSON; a code where that can't be shown. */
  show?(payload: Payload, context: ShowContext): Promise<Shown>;
}
export type Shown =
  | { readonly ok: true; readonly shown: unknown }
  | { readonly ok: false; readonly code: ProblemCode };

/** An operation that is open. */
export type OpenedOperation =
  | { readonly ok: true; readonly kind: string; readonly payload: unknown }
  | { readonly ok: false; readonly code: ProblemCode; readonly details: ProblemDetails };

/** What was read, with what may be done with it. */
export interface OpenedPayload {
  readonly vendor: string;
  readonly payload: unknown;
  judge(operation: ReceivedOperation, context: JudgeContext): Promise<Verdict>;
  show(context: ShowContext): Promise<Shown>;
}

/** A kind whose payload is nobody else's matter. */
export interface OperationKind {
  readonly kind: string;
  readonly isUrgent: boolean;
  findExcess(content: unknown): ProblemDetails | undefined;
  open(
    v: number,
    content: unknown,
  ):
    | { readonly ok: true; readonly opened: OpenedPayload }
    | { readonly ok: false; readonly issues: readonly core.$ZodIssue[] };
  unread(operation: ReceivedOperation): Effects;
}
export interface DefinedKind<Payload> extends OperationKind {
  /** The payload of an operation that a worker has opened; undefined where it is of another kind. */
  payloadOf(opened: OpenedOperation): Payload | undefined;
}

export function defineKind<Payload extends { readonly vendor: string }>(
  { kind, urgent, upcast }: OnTheWire<Payload>,
  module: KindModule<Payload>,
): DefinedKind<Payload> {
  return {
    kind,
    isUrgent: urgent === true,
    findExcess: (content) => module.findExcess?.(content),
    unread: (operation) => module.unread?.(operation) ?? {},
    open(v, content) {
      const reading = readPayload(module.versions, { v, content }, upcast);
      if (!reading.ok) return reading;
      const { payload } = reading;
      return {
        ok: true,
        opened: {
          vendor: payload.vendor,
          payload,
          judge: async (operation, context) => module.judge(operation, payload, context),
          show: async (context) => (await module.show?.(payload, context)) ?? { ok: true, shown: {} },
        },
      };
    },
    // It was read by this kind, in a thread of this server's.
    payloadOf: (opened) => (opened.ok && opened.kind === kind ? (opened.payload as Payload) : undefined),
  };
}

export interface Kinds {
  find(kind: string): OperationKind | undefined;
  isUrgent(kind: string): boolean;
  /** Of one that is held and in which nothing can be read, be its kind known here or not. */
  unread(operation: ReceivedOperation): Effects;
}

/** @throws Error where two have one name. */
export function createKinds(
  all: readonly OperationKind[],
  ofUnknown: (operation: ReceivedOperation) => Effects = () => ({}),
): Kinds {
  const byName = new Map(all.map((one) => [one.kind, one]));
  if (byName.size < all.length) throw new Error('Two operation kinds have the same name.');
  return {
    find: (kind) => byName.get(kind),
    isUrgent: (kind) => byName.get(kind)?.isUrgent ?? false,
    unread: (operation) => byName.get(operation.kind)?.unread(operation) ?? ofUnknown(operation),
  };
}

/** What a feature's `operations.ts` exports. Each worker imports it by itself, since code doesn't cross from thread to thread. */
export interface OperationsFile {
  readonly operations: readonly OperationKind[];
  /** What is kept of operations whose kind is known to nobody here. */
  readonly unknownKind?: (operation: ReceivedOperation) => Effects;
}

function isOperationsFile(file: unknown): file is OperationsFile {
  return typeof file === 'object' && file !== null && 'operations' in file && Array.isArray(file.operations);
}

/** @param files addresses of modules. @throws Error where one exports no list of kinds. */
export async function loadKinds(files: readonly string[]): Promise<Kinds> {
  const loaded = await Promise.all(
    files.map(async (address) => {
      const file: unknown = await import(/* @vite-ignore */ address);
      if (!isOperationsFile(file)) throw new Error(`${address} exports no list of operation kinds.`);
      return file;
    }),
  );
  return createKinds(
    loaded.flatMap(({ operations }) => operations),
    (operation) => Object.assign({}, ...loaded.map(({ unknownKind }) => unknownKind?.(operation))),
  );
}
