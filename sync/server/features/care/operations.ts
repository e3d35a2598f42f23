/** The kind of operation that brings a patient's answer. Imported by workers, and so free of routes and tables. */
import { careReply as sent } from '../../../protocol/operations/care-reply.ts';
import { type CareReply, careReplyVersions } from '../../../protocol/operations/payloads/care-reply.ts';
import { problem } from '../../base/problems.ts';
import { defineKind, type OperationKind } from '../../core/judging/kinds.ts';
import { effectNamed } from '../../core/judging/verdict.ts';
import { unreadCase } from '../inbox/operations.ts';

export const replyEffect =
  effectNamed<Pick<CareReply, 'person' | 'consultation' | 'asked' | 'text'>>('care-reply');

export const careReply = defineKind(sent, {
  versions: careReplyVersions,
  judge(operation, { session, person, consultation, asked, text }) {
    const lane = operation.lane.slice(operation.lane.indexOf(':') + 1).toLowerCase();
    if (session.toLowerCase() !== lane || consultation.toLowerCase() !== lane)
      return { outcome: 'held', problem: problem('SESSION_MISMATCH'), effects: unreadCase(operation) };
    return {
      outcome: 'applied',
      problem: undefined,
      effects: replyEffect.of({ person, consultation: lane, asked: asked.toLowerCase(), text }),
    };
  },
  unread: unreadCase,
});

export const operations: readonly OperationKind[] = [careReply];
