/** Decides by what the simulated patients have written: applied, or held. Opens envelopes as the server does. */
import { isUrgent } from '../../protocol/operations/registry.ts';
import { decodeEnvelope, envelopeBinding, SUITE_HPKE_P256 } from '../../seal/envelope.ts';
import { problem } from '../../server/base/problems.ts';
import type { ReceivedOperation, Verdict } from '../../server/core/judging/verdict.ts';
import { inboxItem, nothingFound, nothingKnown } from '../../server/features/inbox/operations.ts';
import type { OperationRow } from './memory-database.ts';
import { openSealed } from './plain-crypto.ts';

/** What the text of a form makes the judge do with it. */
export const HOLD = 'hold this';
/** Judging it fails now and then. */
export const FAULT = 'fail over this';

type Sealed = Pick<ReceivedOperation, 'vendor' | 'opId' | 'lane' | 'kind' | 'v' | 'envelope'>;

export function createPlainJudge(dependencies: {
  readonly publicKeyOf: (keyId: string) => Uint8Array | undefined;
  readonly happensToFail: (probability: number) => boolean;
}) {
  /** What an envelope holds, as the patient's text; undefined where it doesn't open. */
  function textOf({ vendor, opId, lane, kind, v, envelope }: Sealed): string | undefined {
    const { suite, keyId, content } = decodeEnvelope(envelope);
    const publicKey = dependencies.publicKeyOf(keyId);
    if (suite !== SUITE_HPKE_P256 || publicKey === undefined) return undefined;
    const opened = openSealed(publicKey, content, envelopeBinding({ vendor, opId, lane, kind, v, keyId }));
    return opened && new TextDecoder().decode(opened);
  }

  function judge(operation: ReceivedOperation): Verdict {
    const text = textOf(operation);
    const held = text === undefined || text.includes(HOLD) || operation.followsHeld;
    return {
      outcome: held ? 'held' : 'applied',
      problem: held ? problem(text === undefined ? 'ENVELOPE_UNREADABLE' : 'ANSWERS_INVALID') : undefined,
      effects: inboxItem.of({
        kind: isUrgent(operation.kind) ? 'alert' : 'case',
        session: null,
        triage: 'routine',
        late: false,
        dueAt: operation.receivedAt.toISOString(),
        summary: nothingKnown,
        judgement: nothingFound,
      }),
    };
  }

  return {
    textOf,
    textOfRow({ vendor, operation: { opId, lane, kind, v }, envelope }: OperationRow): string | undefined {
      return textOf({ vendor, opId, lane, kind, v, envelope });
    },
    async decide(operations: readonly ReceivedOperation[]): Promise<readonly Verdict[]> {
      if (operations.some((one) => textOf(one)?.includes(FAULT)) && dependencies.happensToFail(0.5))
        throw new Error('Judging failed.');
      return operations.map(judge);
    },
  };
}
