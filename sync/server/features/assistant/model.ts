/** An OpenAI-compatible model (`POST {url}/chat/completions`, streamed). It gets what it needs in each call, keeps no state here, and has no tools. */
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import type { AssistantSettings } from '../../base/config/config.ts';

export interface ModelBounds {
  /** Until it begins to answer. */
  readonly firstByteMs: number;
  /** Until it has answered. */
  readonly wholeMs: number;
  readonly bytes: number;
}
export const MODEL_BOUNDS: ModelBounds = { firstByteMs: 10_000, wholeMs: 30_000, bytes: 64_000 };

export interface ModelRequest {
  readonly system: string;
  readonly user: string;
  /** Whoever asked has left. */
  readonly signal: AbortSignal;
}

const MAX_TOKENS = 700;
const chunkSchema = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).optional() })),
});

/** @throws where it can't be reached, refuses, is too slow or says too much */
export async function* streamModel(
  { url, model, key }: AssistantSettings,
  { system, user, signal }: ModelRequest,
  bounds: ModelBounds = MODEL_BOUNDS,
): AsyncGenerator<string> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Error('The model did not begin to answer.')),
    bounds.firstByteMs,
  );
  try {
    const response = await fetch(`${url.href}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        ...{ model, stream: true, temperature: 0, max_tokens: MAX_TOKENS },
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
      }),
      signal: AbortSignal.any([signal, late.signal, AbortSignal.timeout(bounds.wholeMs)]),
    });
    if (!response.ok || !response.body) throw new Error(`The model answered ${response.status}.`);
    const said: string[] = [];
    const parser = createParser({
      onEvent: ({ data }) => {
        const text = data === '[DONE]' ? undefined : readChunk(data);
        if (text) said.push(text);
      },
    });
    const decoder = new TextDecoder();
    let size = 0;
    for await (const bytes of response.body) {
      clearTimeout(timer);
      size += bytes.length;
      if (size > bounds.bytes) throw new Error('The model said too much.');
      parser.feed(decoder.decode(bytes, { stream: true }));
      yield* said.splice(0);
    }
  } finally {
    clearTimeout(timer);
  }
}

function readChunk(data: string): string | undefined {
  try {
    return chunkSchema.parse(JSON.parse(data)).choices[0]?.delta?.content ?? undefined;
  } catch {
    return undefined;
  }
}
