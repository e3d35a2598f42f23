/** The line to the clinic: requests that can be aborted, and streams of events. */
import type { Transport, WireRequest } from '../base/ports.ts';
import type { Answer, ClinicRequest, ClinicState } from './clinic-state.ts';

export interface ClinicTransportDependencies {
  readonly state: ClinicState;
  readonly streams: Set<{ readonly onEvent: () => void; readonly end: () => void }>;
  readonly requests: ClinicRequest[];
  readonly answer: (request: WireRequest) => Promise<Answer>;
  readonly checkProof: (request: WireRequest) => Promise<boolean>;
}

export function createClinicTransport(dependencies: ClinicTransportDependencies): Transport {
  const { state, streams, requests, answer, checkProof } = dependencies;
  return {
    send(request) {
      let abort: () => void = () => undefined;
      const aborted = new Promise<never>((_, reject) => {
        abort = () => reject(new DOMException('Aborted', 'AbortError'));
      });
      aborted.catch(() => undefined);
      const served = answer(request).then(({ status: code, headers, body }) => ({
        status: code,
        header: (name: string) => headers[name.toLowerCase()],
        text: async () => body,
      }));
      return { answer: Promise.race([served, aborted]), abort: () => abort() };
    },
    listen(request, onEvent) {
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => {
        end = () => resolve();
      });
      const stream = { onEvent, end: () => end() };
      void (async () => {
        const admitted = state.streams && state.weather === undefined && (await checkProof(request));
        requests.push({ method: 'GET', url: request.url, ops: [], witnesses: [] });
        if (!admitted) return end();
        streams.add(stream);
        onEvent();
      })().catch(end);
      return {
        ended: ended.then(() => {
          streams.delete(stream);
        }),
        abort: end,
      };
    },
  };
}
