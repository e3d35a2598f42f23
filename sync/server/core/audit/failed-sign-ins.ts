/**
 * Failed sign-ins in the audit trail. The first of an account and a network is recorded at once, those that follow within the minute as one event
 * with their number: thousands of tried passwords must not fill a trail that is kept forever. A process that is killed loses no more
 * than the number of its last minute.
 */
import { networksOf } from '../../http/limits/network.ts';
import type { AuditAction, AuditLog } from './audit-log.ts';

export interface FailedSignIn {
  readonly vendor: string;
  /** Address of the member of the staff; null where there is none. */
  readonly actor: string | null;
  /** Id of the patient's account, where it is theirs. */
  readonly subject?: string;
  /** IP address. */
  readonly from: string;
}

export interface FailedSignIns {
  record(failed: FailedSignIn): Promise<void>;
  /** Records what is counted so far. */
  close(): Promise<void>;
}

interface Counted {
  readonly latest: FailedSignIn;
  readonly network: string;
  readonly since: number;
  /** After the first. */
  readonly more: number;
}

const TOGETHER_MS = 60_000;
const LOOK_EVERY_MS = 10_000;
const MAX_COUNTED = 10_000;

/** @param action under which they are recorded. @param clock in milliseconds. */
export function createFailedSignIns(
  audit: Pick<AuditLog, 'record'>,
  action: AuditAction,
  clock: () => number,
): FailedSignIns {
  const counted = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;

  async function settle(isOver: (one: Counted) => boolean): Promise<void> {
    const over: Counted[] = [];
    // Oldest first, as they were counted first: what follows one that isn't over isn't either.
    for (const [key, one] of counted) {
      if (!isOver(one)) break;
      counted.delete(key);
      over.push(one);
    }
    if (counted.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const { latest, network, more } of over)
      if (more > 0)
        await audit.record({
          ...latest,
          action,
          detail: `network=${network} more=${more}`,
        });
  }

  const settleOld = () => settle(({ since }) => clock() - since >= TOGETHER_MS);

  return {
    async record(failed) {
      const { vendor, actor, subject, from } = failed;
      await settleOld();
      const network = networksOf(from)[0]?.name ?? '';
      const key = JSON.stringify([vendor, actor, subject, network]);
      const before = counted.get(key);
      if (before) {
        counted.set(key, { ...before, latest: failed, more: before.more + 1 });
        return;
      }
      if (counted.size >= MAX_COUNTED) await settle(() => true);
      counted.set(key, { latest: failed, network, since: clock(), more: 0 });
      timer ??= setInterval(() => void settleOld().catch(() => undefined), LOOK_EVERY_MS).unref();
      await audit.record({ ...failed, action });
    },

    close: () => settle(() => true),
  };
}
