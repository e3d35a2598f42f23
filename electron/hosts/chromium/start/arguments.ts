/** What this host may be started with (S12, K13): a list, and whatever isn't on it keeps the kiosk from starting. */
import type { WindowSize } from './switches.ts';

export interface HostArguments {
  readonly vendor: string;
  /** Absolute. */
  readonly data: string;
  /** With `kiosk.json` and, in it or in its `renderer`, the built files; `dist/kiosk/{vendor}` where absent. */
  readonly app: string | undefined;
  readonly server: string | undefined;
  /** A signed assignment, as the machine's management left it. */
  readonly assignment: string | undefined;
  readonly window: WindowSize | undefined;
  readonly allowSwap: boolean;
  /** A developer's own screen: the keymap stays as it is. */
  readonly keepKeyboard: boolean;
  readonly noSandboxForTests: boolean;
}

export type ArgumentsVerdict =
  | { readonly ok: true; readonly arguments: HostArguments }
  /** Names only: a value may hold anything, and this goes into the log. */
  | { readonly ok: false; readonly names: readonly string[] };

const VALUES: Readonly<Record<string, RegExp>> = {
  vendor: /^[a-z0-9][a-z0-9-]{0,62}$/,
  data: /^\/[^\0]+$/,
  app: /^\/[^\0]+$/,
  server: /^https?:\/\/[^\s@]+$/,
  assignment: /^\/[^\0]+$/,
  window: /^[1-9]\d{2,3}x[1-9]\d{2,3}$/,
};
const FLAGS: ReadonlySet<string> = new Set(['allow-swap', 'keep-keyboard', 'no-sandbox-for-tests']);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A server is spoken to in the clear only where that is this very machine. */
function isServer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || LOOPBACK.test(hostname);
}

/** @param argv everything behind the program's own path: `--name value` or `--name=value` */
export function judgeHostArguments(argv: readonly string[]): ArgumentsVerdict {
  const given = new Map<string, string>();
  const refused: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const [, name, inline] = /^--([a-z][a-z-]{0,39})(?:=(.*))?$/s.exec(argv[at] ?? '') ?? [];
    if (name === undefined) {
      refused.push('argument');
    } else if (given.has(name)) {
      refused.push(name);
    } else if (FLAGS.has(name) && inline === undefined) {
      given.set(name, '');
    } else if (Object.hasOwn(VALUES, name)) {
      if (inline === undefined) at += 1;
      const value = inline ?? argv[at] ?? '';
      if (VALUES[name]?.test(value) !== true || (name === 'server' && !isServer(value))) refused.push(name);
      given.set(name, value);
    } else {
      refused.push(name);
    }
  }
  const [vendor, data] = [given.get('vendor'), given.get('data')];
  if (vendor === undefined) refused.push('vendor');
  if (data === undefined) refused.push('data');
  if (refused.length > 0 || vendor === undefined || data === undefined)
    return { ok: false, names: [...new Set(refused)] };
  const [width, height] = (given.get('window') ?? '').split('x').map(Number);
  return {
    ok: true,
    arguments: {
      vendor,
      data,
      app: given.get('app'),
      server: given.get('server'),
      assignment: given.get('assignment'),
      window: width !== undefined && height !== undefined ? { width, height } : undefined,
      allowSwap: given.has('allow-swap'),
      keepKeyboard: given.has('keep-keyboard'),
      noSandboxForTests: given.has('no-sandbox-for-tests'),
    },
  };
}
