/** What lies between a device and the server's processes: everything that has been seen on real lines, by chance. */
import type { Transport, WireAnswer, WireRequest } from '../../client/base/ports.ts';
import { NONCE_HEADER, SYNC_MEDIA_TYPE, SYNC_PROTOCOL_HEADER } from '../../protocol/wire.ts';
import type { Chance } from '../base/chance.ts';
import type { Scheduler } from '../base/scheduler.ts';
import { plainHumanCode } from '../stand-ins/plain-crypto.ts';

/** As it leaves a server. */
export interface ServerAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How probable each is, of one request; all else goes well. */
export interface Weather {
  /** Never reaches the server. */
  readonly loseRequest: number;
  /** Is served, and the answer never comes back. */
  readonly loseAnswer: number;
  /** Is served twice, the second time up to ten minutes later. */
  readonly twice: number;
  /** The answer's body ends in the middle. */
  readonly cut: number;
  /** A hotel's page answers, with 200. */
  readonly portal: number;
  /** 429 or 503 with a time to wait. */
  readonly busy: number;
  readonly tooLarge: number;
  readonly updateNeeded: number;
  /** 401 with another nonce, though the proof was right. */
  readonly nonceLost: number;
  /** Nothing happens at all until the device gives up. */
  readonly silence: number;
  /** Somebody in between answers in the server's stead, with receipts that nobody has signed. */
  readonly forged: number;
  /** Delay of each way, ms. */
  readonly slowest: number;
}

export const FAIR: Weather = {
  loseRequest: 0,
  loseAnswer: 0,
  twice: 0,
  cut: 0,
  portal: 0,
  busy: 0,
  tooLarge: 0,
  updateNeeded: 0,
  nonceLost: 0,
  silence: 0,
  forged: 0,
  slowest: 40,
};

export interface LineDependencies {
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly weather: () => Weather;
  /** No way through, whatever the weather. */
  readonly isApart: () => boolean;
  /** @returns undefined where the connection breaks: the process has died, or none is there. */
  readonly serve: (request: WireRequest) => Promise<ServerAnswer | undefined>;
  readonly forge: (request: WireRequest) => ServerAnswer | undefined;
  /** Told of each request as it leaves the device. */
  readonly onRequest?: (request: WireRequest) => void;
  /** What the browser keeps between requests, whichever of its tabs sends them. */
  readonly cookies?: {
    /** With what is kept as the request leaves. */
    bear(request: WireRequest): WireRequest;
    /** The head has come, whatever becomes of the body. */
    take(answer: ServerAnswer): void;
  };
}

type Fate = Exclude<keyof Weather, 'slowest'> | 'fair' | 'apart';
const fates = [
  'loseRequest',
  'loseAnswer',
  'twice',
  'cut',
  'portal',
  'busy',
  'tooLarge',
  'updateNeeded',
  'nonceLost',
  'silence',
  'forged',
] as const;

const PORTAL: ServerAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome</title><p>Sign in to the network',
};
const LATEST_DUPLICATE_MS = 10 * 60_000;

const ours = { [SYNC_PROTOCOL_HEADER]: '1' };

function toAnswer({ status, headers, body }: ServerAnswer): WireAnswer {
  return { status, header: (name) => headers[name.toLowerCase()], text: async () => body };
}

export function createLine(dependencies: LineDependencies): Transport {
  const { scheduler, chance, weather, isApart, serve, forge } = dependencies;

  function fateOf(now: Weather): Fate {
    if (isApart()) return 'apart';
    let left = chance.fraction();
    for (const fate of fates) {
      left -= now[fate];
      if (left < 0) return fate;
    }
    return 'fair';
  }
  const delay = () => {
    const { slowest } = weather();
    return slowest <= 0 ? 0 : chance.fraction() * slowest;
  };

  /** @returns undefined where the connection broke; never resolves where nothing is heard any more. */
  async function carry(request: WireRequest, fate: Fate): Promise<ServerAnswer | undefined> {
    if (fate === 'silence') return new Promise(() => undefined);
    await scheduler.pause(delay());
    switch (fate) {
      case 'apart':
      case 'loseRequest':
        return undefined;
      case 'portal':
        return PORTAL;
      case 'busy':
        return {
          status: chance.pick([429, 503]),
          headers: chance.happens(0.8) ? { ...ours, 'retry-after': String(chance.whole(0, 90)) } : ours,
          body: '{}',
        };
      case 'tooLarge':
        return { status: 413, headers: ours, body: '{}' };
      case 'updateNeeded':
        return { status: 426, headers: ours, body: '{}' };
      case 'nonceLost':
        return {
          status: 401,
          headers: { ...ours, [NONCE_HEADER]: `stale.${chance.whole(0, 9)}` },
          body: '{}',
        };
      case 'forged': {
        const forged = forge(request);
        if (forged) return forged;
        break;
      }
      case 'twice':
        scheduler.in(chance.fraction() ** 3 * LATEST_DUPLICATE_MS, () => void serve(request));
        break;
      case 'loseAnswer':
      case 'cut':
      case 'fair':
        break;
    }
    const served = await serve(request);
    await scheduler.pause(delay());
    if (fate === 'loseAnswer' || isApart()) return undefined;
    if (fate === 'cut' && served)
      return { ...served, body: served.body.slice(0, chance.whole(0, Math.max(0, served.body.length - 1))) };
    return served;
  }

  return {
    send(given) {
      const { cookies } = dependencies;
      const request = given.session === true && cookies ? cookies.bear(given) : given;
      dependencies.onRequest?.(request);
      let fail: (error: Error) => void = () => undefined;
      const answer = new Promise<WireAnswer>((resolve, reject) => {
        fail = reject;
        void carry(request, fateOf(weather())).then((served) => {
          if (served !== undefined && given.session === true) cookies?.take(served);
          if (served === undefined) reject(new TypeError('Failed to fetch'));
          else resolve(toAnswer(served));
        });
      });
      answer.catch(() => undefined);
      return { answer, abort: () => fail(new DOMException('Aborted', 'AbortError')) };
    },
  };
}

const FORGED_EPOCH = '00000000-0000-4000-8000-000000000000';

/** What one in between would answer to a push, to make the device let go of its operations. */
export function forgePush(request: WireRequest, at: Date, keyId: string): ServerAnswer | undefined {
  if (request.method !== 'POST' || request.body === undefined || request.session === true) return undefined;
  const push: {
    readonly epoch: string | null;
    readonly ops: readonly { readonly opId: string; readonly sha256: string }[];
  } = JSON.parse(new TextDecoder().decode(request.body));
  const serverTime = at.toISOString();
  const epoch = push.epoch ?? FORGED_EPOCH;
  const results = push.ops.map(({ opId, sha256 }) => ({
    opId,
    outcome: 'applied',
    seq: 1,
    receipt: {
      opId,
      sha256,
      seq: 1,
      epoch,
      receivedAt: serverTime,
      code: plainHumanCode(opId),
      keyId,
      signature: 'A'.repeat(86),
    },
  }));
  return {
    status: 200,
    headers: { ...ours, 'content-type': SYNC_MEDIA_TYPE },
    body: JSON.stringify({ epoch, safeThrough: 0, serverTime, results }),
  };
}
