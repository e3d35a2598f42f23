/** Operations as the ledger hands them to judging. */
import { randomUUID } from 'node:crypto';
import { clearEnvelope } from '../../seal/envelope.ts';
import type { ReceivedOperation } from '../core/judging/verdict.ts';
import { newOpId } from './test-device.ts';

export function receivedOperation(
  payload: unknown,
  over: Partial<ReceivedOperation> = {},
): ReceivedOperation {
  const session =
    typeof payload === 'object' && payload !== null && 'session' in payload
      ? String(payload.session)
      : randomUUID();
  return {
    vendor: 'meadow',
    opId: newOpId(),
    device: 'a device',
    lane: `intake:${session}`,
    kind: 'intake.submit',
    v: 2,
    envelope: clearEnvelope(payload),
    blobs: [],
    code: 'K7-42QF',
    capturedAt: { wall: '2026-05-04T10:00:00+02:00', tz: 'Europe/Berlin', mono: 1, boot: randomUUID() },
    skewSeconds: 0,
    receivedAt: new Date(),
    followsHeld: false,
    ...over,
  };
}
