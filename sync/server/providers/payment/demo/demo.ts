/** Plays cards by their tokens; no money moves. Its side is in tables of its own, so that it survives restarts and can be asked what became of a payment. */
import { randomBytes } from 'node:crypto';
import type { Sql, Transaction } from '../../../base/database/database.ts';
import { type PaymentProvider, ProviderRefused, type ProviderRequest } from '../provider.ts';
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  EngineFault,
  type EngineIntent,
  newIntent,
  refundIntent,
  settleIntent,
  shownIntent,
  updateIntent,
} from './engine.ts';

/** One step at an intent. */
export function stepIntent(
  intent: EngineIntent,
  request: Exclude<ProviderRequest, { step: 'create' }>,
  { key, id, now }: { readonly key: string; readonly id: string; readonly now: number },
): EngineIntent {
  switch (request.step) {
    case 'update':
      return updateIntent(intent, request.amount, request.keep);
    case 'confirm':
      return confirmIntent(intent, request, now);
    case 'capture':
      return captureIntent(intent, request.amount, now);
    case 'cancel':
      return cancelIntent(intent);
    case 'refund':
      return refundIntent(intent, { id, key, amount: request.amount }, now);
  }
}

const newId = (prefix: string) => `${prefix}_demo_${randomBytes(12).toString('hex')}`;

export function createDemoProvider({
  sql,
  now,
}: {
  readonly sql: Sql;
  readonly now: () => Date;
}): PaymentProvider {
  async function read(transaction: Transaction, vendor: string, id: string): Promise<EngineIntent> {
    const [row] = await transaction<[{ state: string }?]>`
      select state from demo_intents where vendor = ${vendor} and id = ${id} for update`;
    if (!row) throw new ProviderRefused('resource_missing');
    return settleIntent(JSON.parse(row.state) as EngineIntent, now().getTime());
  }

  const write = (transaction: Transaction, vendor: string, intent: EngineIntent) => transaction`
    insert into demo_intents (vendor, id, state, changed_at)
    values (${vendor}, ${intent.id}, ${JSON.stringify(intent)}, ${now().toISOString()})
    on conflict (vendor, id) do update set state = excluded.state, changed_at = excluded.changed_at`;

  async function carryOut(vendor: string, request: ProviderRequest, key: string): Promise<string> {
    return sql.begin(async (transaction) => {
      const body = JSON.stringify(request);
      await transaction`select pg_advisory_xact_lock(hashtextextended(${`demo:${vendor}:${key}`}, 0))`;
      const [known] = await transaction<[{ request: string; intent: string }?]>`
        select request, intent from demo_keys where vendor = ${vendor} and key = ${key}`;
      if (known && known.request !== body) throw new ProviderRefused('idempotency_error');
      if (known) return known.intent;
      const at = now().getTime();
      const intent =
        request.step === 'create'
          ? newIntent(newId(request.intent.purpose === 'save' ? 'seti' : 'pi'), request.intent, at)
          : stepIntent(await read(transaction, vendor, request.intent), request, {
              ...{ key, now: at },
              id: newId('re'),
            });
      await write(transaction, vendor, intent);
      await transaction`
        insert into demo_keys (vendor, key, request, intent, at)
        values (${vendor}, ${key}, ${body}, ${intent.id}, ${now().toISOString()})`;
      return intent.id;
    });
  }

  return {
    name: 'demo',
    async send(vendor, request, key) {
      try {
        return await carryOut(vendor, request, key);
      } catch (error) {
        throw error instanceof EngineFault ? new ProviderRefused(error.code) : error;
      }
    },
    retrieve: (vendor, id) =>
      sql.begin(async (transaction) => {
        const intent = await read(transaction, vendor, id);
        await write(transaction, vendor, intent);
        return shownIntent(intent);
      }),
    // What it saves is the name of one of the demo's cards: nothing is kept of it here.
    forget: async () => undefined,
    async movements(vendor, since) {
      const rows = await sql<{ state: string }[]>`
        select state from demo_intents where vendor = ${vendor} and changed_at >= ${since.toISOString()} order by changed_at, id`;
      return rows.flatMap(({ state }) =>
        settleIntent(JSON.parse(state) as EngineIntent, now().getTime()).movements.filter(
          ({ at }) => at >= since.getTime(),
        ),
      );
    },
  };
}
