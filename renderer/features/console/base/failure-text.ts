import { type MessageKey, useMessages } from '../../../i18n/index.ts';
import type { Failure, FailureCode } from './api-answer.ts';

const texts: Readonly<Record<FailureCode, MessageKey<'console'>>> = {
  SESSION_EXPIRED: 'failure.session',
  SIGN_IN_FAILED: 'failure.signIn',
  RATE_LIMITED: 'failure.rate',
  ROLE_NOT_ALLOWED: 'failure.role',
  ORIGIN_BLOCKED: 'failure.origin',
  NOT_FOUND: 'failure.notFound',
  INVALID_REQUEST: 'failure.invalid',
  NOTE_REQUIRED: 'failure.note',
  ALERT_OPEN: 'failure.alertOpen',
  ORDER_WAITING: 'failure.orderWaiting',
  DECISION_NOT_YOURS: 'failure.notYours',
  UNDO_TOO_LATE: 'failure.undoLate',
  MERGE_IMPOSSIBLE: 'failure.merge',
  DECISION_MADE: 'failure.decisionMade',
  NOT_NOW: 'failure.notNow',
  GUARDS_UNMET: 'failure.guards',
  OFFLINE: 'failure.offline',
  NOT_OURS: 'failure.notOurs',
  SERVER: 'failure.server',
};

/** What happened and what can be done, in words. */
export function useFailureText(): (failure: Failure) => string {
  const t = useMessages('console');
  return ({ code, retryAfter }) => t(texts[code], { seconds: retryAfter ?? 60 });
}
