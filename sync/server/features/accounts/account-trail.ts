/** What the audit trail says of accounts: ids and addresses of networks, never an email address or a secret. */
import type { Transaction } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import { type AuditAction, type AuditLog, recordAudit } from '../../core/audit/audit-log.ts';
import { createFailedSignIns } from '../../core/audit/failed-sign-ins.ts';

export interface AccountEvent {
  readonly vendor: string;
  /** Undefined where there is no such account. */
  readonly person: string | undefined;
  /** IP address. */
  readonly from: string;
  readonly detail?: string;
}

export type AccountAction = Extract<AuditAction, `account-${string}`>;

export interface AccountTrail {
  write(transaction: Transaction, action: AccountAction, event: AccountEvent): Promise<void>;
  /** Nobody waits for these: an answer must take the same whether there is an account or not. */
  failed(event: AccountEvent): void;
  refused(event: AccountEvent): void;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export function createAccountTrail(dependencies: {
  readonly audit: AuditLog;
  readonly logger: Logger;
  readonly now: () => Date;
}): AccountTrail {
  const { audit, logger, now } = dependencies;
  const failures = createFailedSignIns(audit, 'account-sign-in-failed', () => now().getTime());
  const writing = new Set<Promise<void>>();

  function later(work: Promise<void>): void {
    const settled = work
      .catch((error: unknown) => logger.error({ err: error }, 'AUDIT_FAILED'))
      .finally(() => writing.delete(settled));
    writing.add(settled);
  }

  const entryOf = ({ vendor, person, from, detail }: AccountEvent) => ({
    ...{ vendor, actor: null, from },
    ...(person === undefined ? {} : { subject: person }),
    ...(detail === undefined ? {} : { detail }),
  });

  return {
    write: (transaction, action, event) => recordAudit(transaction, { ...entryOf(event), action }, now()),
    failed: (event) => later(failures.record(entryOf(event))),
    refused: (event) => later(audit.record({ ...entryOf(event), action: 'account-sign-in-refused' })),
    async close() {
      await Promise.all(writing);
      await failures.close();
    },
  };
}
