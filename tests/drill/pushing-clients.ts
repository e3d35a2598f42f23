/** Devices that push without a pause, each operation until it is acknowledged, and remember everything that they were told. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Operation, pushResponseSchema, type Receipt } from '../../sync/protocol/wire.ts';
import { fixturePack } from '../../sync/server/testing/fixture-pack.ts';
import { sendTo } from '../../sync/server/testing/server-process.ts';
import { createTestDevice, intake, sealed, type TestDevice } from '../../sync/server/testing/test-device.ts';

const RETRY_MS = 30;
const OPERATIONS_A_PUSH = 2;

export interface Answers {
  /** Pushes that were acknowledged. */
  acknowledged: number;
  /** 503, as a problem document with Retry-After. */
  unavailable: number;
  /** Any other answer, and requests that weren't answered. */
  readonly unexpected: string[];
}

export interface PushingClients {
  readonly answers: Answers;
  /** By opId, as the device was given them. */
  readonly receipts: ReadonlyMap<string, Receipt>;
  readonly sent: ReadonlySet<string>;
  readonly devices: readonly TestDevice[];
  /** Each ends once what it has begun is acknowledged. */
  stop(): Promise<void>;
}

export async function startPushing(origin: string, vendor: string, count: number): Promise<PushingClients> {
  const formHash = [...(await fixturePack()).definitions.keys()][0] ?? '';
  const send = sendTo(origin);
  const answers: Answers = { acknowledged: 0, unavailable: 0, unexpected: [] };
  const receipts = new Map<string, Receipt>();
  const sent = new Set<string>();
  const devices = await Promise.all(Array.from({ length: count }, () => createTestDevice(origin)));
  let isStopping = false;

  /** @returns whether every operation has its receipt. */
  async function push(device: TestDevice, operations: readonly Operation[]): Promise<boolean> {
    const body = { deviceId: device.deviceId, epoch: null, maxSeq: 0, ops: operations };
    const answer = await device.post(send, vendor, JSON.stringify(body));
    if (answer.status === 503) {
      const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json');
      if (isProblem && Number(answer.headers.get('retry-after')) > 0) answers.unavailable++;
      else answers.unexpected.push(`503 without a problem or Retry-After: ${answer.text}`);
      return false;
    }
    if (answer.status !== 200) {
      answers.unexpected.push(`${answer.status}: ${answer.text}`);
      return false;
    }
    const { results } = pushResponseSchema.parse(JSON.parse(answer.text));
    for (const { opId, receipt } of results) if (receipt) receipts.set(opId, receipt);
    return operations.every(({ opId }) => receipts.has(opId));
  }

  async function run(device: TestDevice): Promise<void> {
    while (!isStopping) {
      const operations = Array.from({ length: OPERATIONS_A_PUSH }, () =>
        sealed('intake.submit', intake(formHash)),
      );
      for (const { opId } of operations) sent.add(opId);
      for (;;) {
        const isDone = await push(device, operations).catch((error: unknown) => {
          answers.unexpected.push(String(error));
          return false;
        });
        if (isDone) break;
        await delay(RETRY_MS);
      }
      answers.acknowledged++;
    }
  }

  const running = devices.map(run);
  return {
    answers,
    receipts,
    sent,
    devices,
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}
