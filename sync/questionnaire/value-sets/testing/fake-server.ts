import type { JsonObject } from '../../model/fhir-json.ts';
import type { FetchTerminology } from '../ask-server.ts';

type Reply = Response | Promise<Response>;

/** A terminology server that answers by url, and remembers whom it was asked for. */
export function fakeServer(reply: (url: URL, signal: AbortSignal) => Reply | undefined) {
  const asked: URL[] = [];
  const fetch: FetchTerminology = async (address, init) => {
    const url = new URL(address);
    asked.push(url);
    return (await reply(url, init.signal)) ?? new Response('', { status: 404 });
  };
  return { fetch, asked };
}

export const codes = (from: number, to: number): readonly JsonObject[] =>
  Array.from({ length: to - from }, (_, index) => ({
    system: 'http://example.org',
    code: `c${from + index}`,
    display: `Concept ${from + index}`,
  }));

export function expansion(contains: readonly JsonObject[], rest: object = {}): Response {
  return Response.json({
    resourceType: 'ValueSet',
    url: 'http://example.org/vs',
    expansion: { contains, ...rest },
  });
}

/** The part of a list that a server gives for count and offset. */
export function page(all: readonly JsonObject[], url: URL): readonly JsonObject[] {
  const offset = Number(url.searchParams.get('offset'));
  return all.slice(offset, offset + Number(url.searchParams.get('count')));
}

/** Never answers, and doesn't listen either. */
export function never(): Promise<Response> {
  return new Promise(() => undefined);
}
