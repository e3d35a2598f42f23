/** The shape of a bridge contract: what the page may call, and what it may be told. The page's side and the shell's are both derived from one. */
import type { z } from 'zod/mini';

export interface Call {
  /** What the page sends; anything else is refused before it reaches anybody. */
  readonly request: z.ZodMiniType;
  /** What it gets back; anything else is a fault of the shell's, and stays there. */
  readonly result: z.ZodMiniType;
}

export interface BridgeContract {
  readonly calls: Readonly<Record<string, Call>>;
  readonly events: Readonly<Record<string, z.ZodMiniType>>;
}

/** Every channel begins so: a listing of channels tells at a glance what is the bridge's. */
const PREFIX = 'carefront:';
export const callChannel = (name: string): string => `${PREFIX}call:${name}`;
export const eventChannel = (name: string): string => `${PREFIX}event:${name}`;

export type CallName<Contract extends BridgeContract> = keyof Contract['calls'] & string;
export type EventName<Contract extends BridgeContract> = keyof Contract['events'] & string;
export type RequestOf<Contract extends BridgeContract, Name extends CallName<Contract>> = z.output<
  Contract['calls'][Name]['request']
>;
export type ResultOf<Contract extends BridgeContract, Name extends CallName<Contract>> = z.output<
  Contract['calls'][Name]['result']
>;
export type EventOf<Contract extends BridgeContract, Name extends EventName<Contract>> = z.output<
  Contract['events'][Name]
>;

/**
 * How an answer crosses. Electron would pass on the message of whatever is thrown, which may hold what somebody wrote: here only a code
 * from a closed list does.
 */
export type Answer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string };

/** Codes that the bridge itself gives: not allowed to ask, asked for something that isn't in the contract, or failed over there. */
export const BRIDGE_CODES = ['forbidden', 'malformed', 'failed'] as const;
