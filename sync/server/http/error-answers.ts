/** Every error leaves as an RFC 9457 problem, and none says more than its code. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isPassing } from '../base/database/connection-lost.ts';
import { PROBLEM_MEDIA_TYPE, type ProblemCode, ProblemError } from '../base/problems.ts';
import type { Logger } from '../base/process/log.ts';

const RETRY_SECONDS = '5';

const byFastifyCode: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_REQUEST',
  FST_ERR_BAD_URL: 'INVALID_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
};

function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An id that is none of ours is as unknown as any other.
    if (error.validationContext === 'params') return new ProblemError('NOT_FOUND');
    return new ProblemError('INVALID_REQUEST', {
      errors: error.validation.map(({ instancePath, keyword }) => ({
        pointer: instancePath,
        detail: keyword,
      })),
    });
  }
  const { code = '', status } = readError(error);
  const known = byFastifyCode[code];
  if (known) return new ProblemError(known);
  if (code === 'FST_ERR_HANDLER_TIMEOUT')
    return new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });
  if (status !== undefined && status >= 400 && status < 500) return new ProblemError('INVALID_REQUEST');
  if (isPassing(error)) return new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });
  return new ProblemError('INTERNAL');
}

function readError(error: unknown): { readonly code?: string; readonly status?: number } {
  if (!(error instanceof Error)) return {};
  const { code, statusCode } = error as FastifyError;
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof statusCode === 'number' ? { status: statusCode } : {}),
  };
}

function sendProblem(reply: FastifyReply, { problem, headers }: ProblemError): FastifyReply {
  return reply
    .status(problem.status ?? 500)
    .headers(headers)
    .header('cache-control', 'no-store')
    .header('content-type', PROBLEM_MEDIA_TYPE)
    .serializer((value: unknown) => JSON.stringify(value))
    .send(problem);
}

/** Fastify's `frameworkErrors`: addresses that no route can be looked up for. Hooks haven't run for them. */
export function answerFrameworkError(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendProblem(reply, asProblem(error));
}

export function answerErrors(server: FastifyInstance, logger: Logger): void {
  server.setErrorHandler((error, request, reply) => {
    const answer = asProblem(error);
    const { status = 500 } = answer.problem;
    // The route's pattern, never its address: that names a case.
    if (status >= 500)
      logger.error(
        { err: error, route: request.routeOptions.url, method: request.method },
        answer.problem.code,
      );
    return sendProblem(reply, answer);
  });
}

/** On connections that are still open: their senders try again, and meet the next process. */
export function refuseWhileClosing(server: FastifyInstance): void {
  let isClosing = false;
  server.addHook('preClose', async () => {
    isClosing = true;
  });
  server.addHook('onRequest', async () => {
    if (isClosing)
      throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS, connection: 'close' });
  });
}
