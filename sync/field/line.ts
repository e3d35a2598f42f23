/**
 * A poor line to a server on loopback: it is slow, loses segments and requests, and is cut whenever so many bytes have gone out. What a
 * device sends is counted where a mobile network would bill it: lost segments count twice.
 */
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

export interface LineQuality {
  readonly roundTripMs: number;
  /**
   * Of segments, which TCP sends again a round trip later; and of requests, one of so many, whose connection breaks before or after the
   * server has it.
   */
  readonly loss: number;
  readonly cutEveryBytes: number;
  /** In [0, 1). */
  readonly fraction: () => number;
}

export interface Line {
  readonly port: number;
  /** Bytes that went out, retransmissions and what was lost in a cut included. */
  sent(): number;
  cuts(): number;
  lostRequests(): number;
  close(): Promise<void>;
}

const SEGMENT_BYTES = 1460;
const REQUEST = /^(GET|POST|HEAD|PATCH) \//;

/** Runs each thing after its delay, and never before those that came earlier: timers of different lengths don't keep that order. */
function inOrder(): (delay: number, run: () => void) => void {
  const waiting: { readonly at: number; readonly run: () => void }[] = [];
  const work = () => {
    for (;;) {
      const [first] = waiting;
      if (first === undefined) return;
      const wait = first.at - performance.now();
      if (wait > 0) {
        setTimeout(work, Math.ceil(wait));
        return;
      }
      waiting.shift();
      first.run();
    }
  };
  return (delay, run) => {
    const at = Math.max(waiting.at(-1)?.at ?? 0, performance.now() + delay);
    waiting.push({ at, run });
    if (waiting.length === 1) setTimeout(work, Math.ceil(delay));
  };
}

export async function openLine(targetPort: number, quality: LineQuality): Promise<Line> {
  const { roundTripMs, loss, cutEveryBytes, fraction } = quality;
  const connections = new Set<{ near: Socket; far: Socket }>();
  let sent = 0;
  let sinceCut = 0;
  let cuts = 0;
  let lostRequests = 0;
  /** How many requests there are depends on a machine's speed: by chance for each alone, a fast one may lose none. */
  const stretch = Math.round(1 / loss);
  let requests = 0;
  let lost = 0;
  function isLost(): boolean {
    const place = requests % stretch;
    requests += 1;
    if (place === 0) lost = Math.floor(fraction() * stretch);
    return place === lost;
  }

  function retransmitted(bytes: number): number {
    let again = 0;
    for (let at = 0; at < bytes; at += SEGMENT_BYTES)
      if (fraction() < loss) again += Math.min(SEGMENT_BYTES, bytes - at);
    return again;
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = dial({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    const pair = { near, far };
    connections.add(pair);
    let answersLost = false;
    const breakOff = () => {
      connections.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on('error', breakOff);
    }
    far.on('close', () => connections.delete(pair));
    const up = inOrder();
    const down = inOrder();
    near.on('end', () => up(roundTripMs / 2, () => far.end()));
    far.on('end', () => down(roundTripMs / 2, () => near.end()));
    near.on('data', (chunk) => {
      const again = retransmitted(chunk.length);
      sent += chunk.length + again;
      sinceCut += chunk.length + again;
      if (sinceCut >= cutEveryBytes) {
        sinceCut = 0;
        cuts += 1;
        for (const each of [...connections]) {
          each.near.destroy();
          each.far.destroy();
        }
        return;
      }
      if (REQUEST.test(chunk.subarray(0, 8).toString('latin1')) && isLost()) {
        lostRequests += 1;
        if (fraction() < 0.5) {
          breakOff();
          return;
        }
        answersLost = true;
      }
      up(roundTripMs / 2 + (again > 0 ? roundTripMs : 0), () => far.write(chunk));
    });
    far.on('data', (chunk) => {
      if (answersLost) breakOff();
      else down(roundTripMs / 2, () => near.write(chunk));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    cuts: () => cuts,
    lostRequests: () => lostRequests,
    async close() {
      for (const { near, far } of connections) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
