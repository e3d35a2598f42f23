/** An OpenAI-compatible endpoint on this machine that behaves as it is told, and remembers what it was asked. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const requestSchema = z.object({
  model: z.string(),
  stream: z.literal(true),
  messages: z.tuple([
    z.object({ role: z.literal('system'), content: z.string() }),
    z.object({ role: z.literal('user'), content: z.string() }),
  ]),
});
const userSchema = z.object({
  question: z.string(),
  passages: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })),
});
export type ModelPassages = z.infer<typeof userSchema>['passages'];

/** What it says, in pieces; or how it fails. */
export type Behavior =
  | ((passages: ModelPassages, question: string) => readonly string[])
  | 'silent'
  | 'stops'
  | 'endless'
  | 'refused'
  | 'redirects';

export const sentencesJson = (...sentences: readonly (readonly [text: string, ...sources: string[]])[]) =>
  JSON.stringify({ sentences: sentences.map(([text, ...sources]) => ({ text, sources })) });

/** Cut as a network cuts: anywhere. */
export const inPieces = (text: string): readonly string[] => text.match(/[\s\S]{1,7}/g) ?? [];

/** A model that does as it should: it says the first sentence of the best passage. */
export const honest: Behavior = ([best]) =>
  inPieces(sentencesJson([best?.text.split(/(?<=\.) /)[0] ?? '', best?.id ?? '']));

const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

export async function openModelDouble(first: Behavior = honest) {
  let behavior = first;
  const asked: { readonly system: string; readonly user: string; readonly key: string | undefined }[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => {
      body += String(bytes);
    });
    request.on('end', () => {
      const { messages } = requestSchema.parse(JSON.parse(body));
      const [{ content: system }, { content: user }] = messages;
      asked.push({ system, user, key: request.headers.authorization });
      open.add(response);
      response.on('close', () => open.delete(response));
      if (behavior === 'silent') return;
      if (behavior === 'refused') return void response.writeHead(401).end('{"error":"no such key"}');
      if (behavior === 'redirects')
        return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (behavior === 'stops') return void response.write(event('{"sentences":['));
      if (behavior === 'endless') {
        const more = () => response.destroyed || response.write(event('x'.repeat(4_000)), more);
        return void more();
      }
      const { passages, question } = userSchema.parse(JSON.parse(user));
      for (const piece of behavior(passages, question)) response.write(event(piece));
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/v1`),
    asked,
    /** Answers that nobody has ended yet. */
    open,
    become(next: Behavior) {
      behavior = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type ModelDouble = Awaited<ReturnType<typeof openModelDouble>>;
