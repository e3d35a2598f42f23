/** A schedule: what is there, and what happens one after the other. Plain data, so that it can be printed, shrunk and run again. */
import type { DeviceOwner } from '../../client/store/rows.ts';
import type { DiskFault } from '../disks/disk-faults.ts';
import type { Weather } from '../site/network.ts';

export type DiskKind = 'memory' | 'dexie' | 'file';

export interface DeviceSetup {
  readonly owner: DeviceOwner;
  /** ms by which its clock is ahead. */
  readonly skewMs: number;
}

/** `device`, `tab`, `draft`, `session` are numbers; a tab is the so-many-th that is open, counted round. */
export type Action = {
  readonly thenMs: number;
} /** `rekey`: its next pages have another key, as a kiosk that is enrolled again. */ & (
  | { readonly do: 'open' | 'restart' | 'destroy' | 'rekey'; readonly device: number }
  | { readonly do: 'close'; readonly device: number; readonly tab: number }
  | {
      readonly do: 'kill';
      readonly device: number;
      readonly tab: number;
      readonly calls: number;
      readonly moment: 'before' | 'after';
    }
  | { readonly do: 'off'; readonly device: number }
  | { readonly do: 'save' | 'discard'; readonly device: number; readonly tab: number; readonly draft: number }
  | {
      readonly do: 'submit';
      readonly device: number;
      readonly tab: number;
      readonly draft: number;
      readonly note: string;
    }
  | {
      readonly do: 'photo';
      readonly device: number;
      readonly tab: number;
      readonly draft: number;
      readonly size: number;
    }
  | {
      readonly do: 'alert';
      readonly device: number;
      readonly tab: number;
      readonly session: number;
      readonly rule: number;
    }
  | {
      /** An operation of a kind that no feature owns. */
      readonly do: 'note';
      readonly device: number;
      readonly tab: number;
      readonly session: number;
      readonly urgent: boolean;
      readonly note: string;
    }
  | {
      /** One version of the cart of that number; the same lines each time. */
      readonly do: 'order';
      readonly device: number;
      readonly tab: number;
      readonly cart: number;
      /** What the device shows too much, or too little. */
      readonly shown: number;
      readonly note: string;
    }
  | { readonly do: 'weather'; readonly device: number; readonly weather: Partial<Weather> }
  | { readonly do: 'apart'; readonly device: number; readonly apart: boolean }
  | { readonly do: 'clock'; readonly device: number; readonly jumpMs: number }
  | { readonly do: 'locks'; readonly device: number; readonly broken: boolean }
  | {
      readonly do: 'storage';
      readonly device: number;
      readonly fault: DiskFault | 'none';
      readonly probability: number;
    }
  | {
      readonly do: 'signal';
      readonly device: number;
      readonly tab: number;
      readonly signal: 'online' | 'offline' | 'visible' | 'hidden';
    }
  | {
      readonly do: 'crash';
      readonly process: number;
      readonly calls: number;
      readonly moment: 'before' | 'after';
    }
  | { readonly do: 'start'; readonly process: number }
  | { readonly do: 'slow'; readonly slowestMs: number }
  | { readonly do: 'backup'; readonly verifyAfterMs: number }
  | {
      readonly do: 'restore';
      /** 0 is the newest, 1 the one before it. */
      readonly before: number;
      readonly announced: boolean;
      readonly withFolder: boolean;
    }
  /** Number of a person with an account. */
  | { readonly do: 'sign-in'; readonly device: number; readonly tab: number; readonly who: number }
  | { readonly do: 'sign-out' | 'refresh'; readonly device: number; readonly tab: number }
  | {
      readonly do: 'edit';
      readonly device: number;
      readonly tab: number;
      readonly entry: string;
      readonly note: string;
    }
  /** Staff write these records, all in one commit; the first goes where it is `gone`. */
  | { readonly do: 'publish'; readonly who: number; readonly ids: readonly string[]; readonly gone: boolean }
  | { readonly do: 'revoke'; readonly who: number }
  | { readonly do: 'merge'; readonly who: number; readonly into: number }
  | { readonly do: 'undo-merge'; readonly who: number }
  /** What no device needs to be told any more, as if so much time had passed. */
  | { readonly do: 'sweep'; readonly olderThanMs: number }
  | { readonly do: 'resolve'; readonly most: number }
  | { readonly do: 'rotate' | 'upgrade' | 'wait' }
);

export interface Schedule {
  readonly seed: number;
  readonly disk: DiskKind;
  readonly devices: readonly DeviceSetup[];
  readonly processes: number;
  /** With an account; none where left out. */
  readonly persons?: number;
  /** Of a page of records. */
  readonly pageRows?: number;
  /** Last digits of the opIds whose version the server learns only by an upgrade. */
  readonly aheadDigits: string;
  /** Receipt keys don't come with the page and must be asked for. */
  readonly keysLate: boolean;
  /** Once healed, weeks pass, and the server is restored once more. */
  readonly outlives: boolean;
  readonly actions: readonly Action[];
}
