import type { FastifyReply } from 'fastify';
import { ProblemError } from '../../base/problems.ts';
import { type EventStreams, STREAM_LIMITS, type StreamClient } from './event-streams.ts';

/** Of the routes that send them: a stream ends by its own age first. */
export const STREAM_WITHIN_MS = 2 * STREAM_LIMITS.maxAgeMs;
const RETRY_SECONDS = '60';

/** Answers with a stream of events. @throws ProblemError of status 429 or 503 where there are too many. */
export async function sendEvents(
  reply: FastifyReply,
  events: EventStreams,
  client: StreamClient,
): Promise<FastifyReply> {
  const opened = await events.open(client);
  if (opened.kind !== 'stream')
    throw new ProblemError(
      opened.kind === 'network' ? 'RATE_LIMITED' : 'UNAVAILABLE',
      {},
      { 'retry-after': RETRY_SECONDS },
    );
  return (
    reply
      .header('content-type', 'text/event-stream')
      // Proxies that gather answers would keep the events to themselves.
      .header('x-accel-buffering', 'no')
      .send(opened.stream)
  );
}
