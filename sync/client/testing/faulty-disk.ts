/**
 * A disk in memory that forgets what was not flushed. Content is durable after `sync`, a name after `syncFolder`; a power cut
 * leaves of the rest nothing, all, half, or any part of it, as file systems have been seen to do.
 */
import type { Disk } from '../store/disk.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a power cut leaves of what was not flushed. */
export type Remains = 'nothing' | 'all' | 'half' | 'some';

interface Inode {
  content: Bytes;
  durable: Bytes;
}
type Names = Map<string, Inode>;
type Step = (names: Names) => void;

export class PowerCut extends Error {
  override name = 'PowerCut';
}
function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

export interface FaultyDisk extends Disk {
  /** Calls so far, by name. */
  readonly calls: readonly string[];
  readonly names: () => readonly string[];
  /** Before the call of that number (from 0) takes effect for good; it and all later ones reject. */
  cutAt(call: number): void;
  /** What lay on the medium is there again, with `remains` of the rest. */
  powerOn(remains: Remains): void;
  /** The call of that number rejects with that code, once. */
  failAt(call: number, code: string): void;
  /** From now on each call of that name rejects; `undefined` mends it. */
  failEach(name: string, code: string | undefined): void;
  /** Flips a bit of a file, as media do. */
  rot(name: string): void;
}

export function createFaultyDisk(fraction: () => number = () => 0.5): FaultyDisk {
  let names: Names = new Map();
  let durable: Names = new Map();
  let pending: Step[] = [];
  let cut: number | undefined;
  let dark = false;
  let locked = false;
  const calls: string[] = [];
  const failing = new Map<number, string>();
  const broken = new Map<string, string>();

  /** Counts the call; rejects where it is to fail. @returns whether the power goes with this call. */
  function begin(name: string): boolean {
    const at = calls.push(name) - 1;
    if (dark) throw new PowerCut();
    const code = failing.get(at) ?? broken.get(name);
    failing.delete(at);
    if (code !== undefined) throw systemError(code);
    if (at === cut) dark = true;
    return dark;
  }
  const end = (goes: boolean) => {
    if (goes) throw new PowerCut();
  };
  const step = (change: Step) => {
    change(names);
    pending.push(change);
  };
  const find = (name: string): Inode => {
    const found = names.get(name);
    if (found === undefined) throw systemError('ENOENT');
    return found;
  };

  return {
    calls,
    names: () => [...names.keys()],
    cutAt(call) {
      cut = call;
    },
    powerOn(remains) {
      const after: Names = new Map(durable);
      for (const change of pending) {
        const stays = remains === 'some' ? fraction() < 0.5 : remains !== 'nothing';
        if (stays) change(after);
      }
      for (const inode of after.values()) {
        const part = { nothing: 0, all: 1, half: 0.5, some: fraction() }[remains];
        const unflushed = inode.content.length - inode.durable.length;
        const length = inode.durable.length + Math.floor(unflushed * part);
        inode.content = inode.content.slice(0, length);
        inode.durable = inode.content;
      }
      names = after;
      durable = new Map(after);
      pending = [];
      cut = undefined;
      dark = false;
      locked = false;
      calls.length = 0;
    },
    failAt: (call, code) => void failing.set(call, code),
    failEach(name, code) {
      if (code === undefined) broken.delete(name);
      else broken.set(name, code);
    },
    rot(name) {
      const inode = find(name);
      const content = inode.content.slice();
      const at = Math.floor(content.length / 2);
      content[at] = (content[at] ?? 0) ^ 1;
      inode.content = content;
      inode.durable = content;
    },

    makeFolder: async () => undefined,
    async list() {
      end(begin('list'));
      return [...names.keys()];
    },
    async read(_folder, name) {
      end(begin('read'));
      return find(name).content.slice();
    },
    async create(_folder, name) {
      const goes = begin('create');
      if (names.has(name)) throw systemError('EEXIST');
      const inode: Inode = { content: new Uint8Array(), durable: new Uint8Array() };
      step((over) => over.set(name, inode));
      end(goes);
      return {
        async write(bytes) {
          const over = begin('write');
          const content = new Uint8Array(inode.content.length + bytes.length);
          content.set(inode.content);
          content.set(bytes, inode.content.length);
          inode.content = content;
          end(over);
        },
        async sync() {
          end(begin('sync'));
          inode.durable = inode.content;
        },
        async close() {
          end(begin('close'));
        },
      };
    },
    async rename(_folder, from, to) {
      const goes = begin('rename');
      const inode = find(from);
      // Names are kept or lost one by one: a file system that keeps their order is only kinder.
      step((over) => {
        over.delete(from);
        over.set(to, inode);
      });
      end(goes);
    },
    async unlink(_folder, name) {
      const goes = begin('unlink');
      find(name);
      step((over) => over.delete(name));
      end(goes);
    },
    async syncFolder() {
      end(begin('syncFolder'));
      durable = new Map(names);
      pending = [];
    },
    async lock() {
      if (locked) return undefined;
      locked = true;
      return {
        async release() {
          locked = false;
        },
      };
    },
  };
}
