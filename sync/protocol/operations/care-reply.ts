/** A patient's answer to what staff asked about a form. */
import { defineOperation, type Submission } from './operation.ts';
import type { CareReply } from './payloads/care-reply.ts';

export const careReply = defineOperation<CareReply>()({
  kind: 'care.reply',
  lane: 'care',
  sealed: 'before-queueing',
  retention: { copy: true, endsDraft: false },
  newest: 1,
  upcast: {},
});

export function replySubmission(reply: Omit<CareReply, 'session'>): Submission {
  const { consultation, person } = reply;
  return {
    operation: careReply,
    session: consultation,
    subjectId: person ?? consultation,
    ...(person !== undefined && { person }),
    // By its question alone the screens tell that it was answered.
    about: { asked: reply.asked },
    payload: (): CareReply => ({ session: consultation, ...reply }),
  };
}
