/**
 * The assistant: what vendors say in their own words, for devices to search, and, where a model is configured, answers in its words that are held to them. Nobody's
 * question is stored or logged.
 */
import { Readable } from 'node:stream';
import { z } from 'zod/mini';
import { listPassages, type VendorPassages } from '../../../domain/assistant/passage.ts';
import { type AssistantEvent, assistantQuestionSchema } from '../../../protocol/api/assistant.ts';
import { ProblemError } from '../../base/problems.ts';
import { createRateLimiter } from '../../base/rate-limiter.ts';
import { type Core, type Feature, type OpenedFeature, serviceNamed } from '../../core/feature.ts';
import { takeByNetwork } from '../../http/limits/by-network.ts';
import { networksOf } from '../../http/limits/network.ts';
import { NO_STORE } from '../../web/sender.ts';
import { catalogs } from '../shop/feature.ts';
import { createAnswers } from './answer.ts';
import { streamModel } from './model.ts';
import { MAX_SPEAKERS, readPassages } from './read-passages.ts';

export const vendorPassages = serviceNamed<() => Promise<readonly VendorPassages[]>>('passages');

/** Of one network: a model costs money for each. */
const QUESTIONS = { burst: 10, perMinute: 10 };
/** Of this process. */
const MAX_AT_ONCE = 20;
const MAX_BODY_BYTES = 4_096;

function open(core: Core): OpenedFeature {
  const { vendors, logger, now, assistant: settings } = core;
  const sold = catalogs.of(core);
  async function read(): Promise<readonly VendorPassages[]> {
    const all: VendorPassages[] = [];
    for (const vendor of vendors.all.slice(0, MAX_SPEAKERS)) {
      const { slug } = vendor.pack;
      const onRefused = (passage: string) => logger.warn({ vendor: slug, passage }, 'PASSAGE_REFUSED');
      await readPassages(vendor, sold, onRefused).then(
        (each) => all.push(each),
        (error: unknown) => logger.error({ err: error, vendor: slug }, 'PASSAGES_UNREADABLE'),
      );
    }
    return all;
  }
  let passages: Promise<readonly VendorPassages[]> | undefined;
  const said = () => (passages ??= read());
  vendorPassages.provide(core, said);
  if (!settings) return {};

  const answer = createAnswers(said, (request) => streamModel(settings, request));
  const limiter = createRateLimiter(QUESTIONS, () => now().getTime());
  let asking = 0;

  async function* lines(events: AsyncIterable<AssistantEvent>): AsyncGenerator<string> {
    const line = (event: AssistantEvent) => `${JSON.stringify(event)}\n`;
    try {
      for await (const event of events) yield line(event);
    } catch (error) {
      // What was asked, and what was said, is in no log.
      logger.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'ASSISTANT_UNAVAILABLE');
      yield line({ type: 'end', reason: 'unavailable' });
    }
  }

  return {
    platformData: async () => ({ assistant: { host: settings.url.host } }),
    addRoutes(server) {
      server.post(
        '/api/assistant/answers',
        { config: { access: 'public' }, bodyLimit: MAX_BODY_BYTES },
        async (request, reply) => {
          const asked = z.safeParse(assistantQuestionSchema, request.body);
          if (!asked.success) throw new ProblemError('INVALID_REQUEST');
          const seconds = takeByNetwork(limiter, networksOf(request.ip));
          if (seconds > 0 || asking >= MAX_AT_ONCE) {
            reply.header('retry-after', String(Math.max(1, seconds)));
            throw new ProblemError('RATE_LIMITED');
          }
          // Before anything is waited for: who hangs up meanwhile leaves no place taken.
          const left = new AbortController();
          asking += 1;
          reply.raw.once('close', () => {
            asking -= 1;
            left.abort();
          });
          const listed = (await said()).map((each) =>
            listPassages(each, vendors.find(each.slug)?.pack.serviceAreas),
          );
          return reply
            .header('cache-control', NO_STORE)
            .header('x-accel-buffering', 'no')
            .type('application/x-ndjson; charset=utf-8')
            .send(Readable.from(lines(answer(asked.data, listed, left.signal))));
        },
      );
    },
  };
}

export const assistant: Feature = { name: 'assistant', open };
