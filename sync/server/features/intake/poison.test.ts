/** Forms made to harm the process that opens them, and what becomes of everything else meanwhile (promises 30, 37 and 38). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inboxResponseSchema } from '../../../protocol/api/inbox.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { type PoisonKind, poisonKinds, poisonousOperation, slowForm } from '../../testing/poisonous-forms.ts';
import { detailOf, openConsole, type TestConsole } from '../../testing/test-console.ts';
import { createTestDevice, intake, safetyAlert, sealed, type TestDevice } from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

/** Of each kind; daily the smallest, which is just within the bounds of most, and the largest. */
const SIZES = process.env.FULL ? Array.from({ length: 10 }, (_, size) => size) : [0, 9];
/** How many sizes of each kind are within the bounds: the first, and of long texts three. Of one kind none is. */
const withinBounds = (kind: PoisonKind) =>
  kind === '__proto__' ? 0 : kind === SLOW || kind === 'huge texts' ? 3 : 1;
/** Of a clinic whose form is slow by itself. */
const SLOW: PoisonKind = 'answers for slow patterns';

let server: TestServer;
let device: TestDevice;
let attacker: TestDevice;
let staff: TestConsole;
let slowHash: string;
beforeAll(async () => {
  const slow = await fixturePack('slow', 'Slow Clinic', { form: slowForm });
  slowHash = slow.pack.questionnaires[0]?.formHash ?? '';
  server = await openTestServer({
    packs: [await fixturePack(), await fixturePack('brook', 'Brook Clinic'), slow],
    // What isn't urgent is judged in its own time.
    judgeWithinMs: 2_000,
  });
  device = await createTestDevice();
  attacker = await createTestDevice();
  staff = openConsole(server);
  // As once it has started: an alert doesn't wait for its worker's code.
  await server.judging.check();
});
afterAll(() => server.close());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('poisonous forms of ten kinds, opened by staff in a loop', () => {
  it("are all kept, and every alert of another clinic's reaches its inbox between them", async () => {
    const forms = poisonKinds.flatMap((kind) =>
      SIZES.map((size) => {
        const vendor = kind === SLOW ? 'slow' : 'brook';
        const whole = intake(kind === SLOW ? slowHash : server.formHash, { vendor });
        return { kind, size, vendor, operation: poisonousOperation(whole, kind, size) };
      }),
    );
    // Those that are sent at once share the nonce of a first answer.
    await attacker.push(server.send, 'brook', []);
    await Promise.all(
      forms.map(async ({ kind, size, vendor, operation }) => {
        const {
          results: [result],
        } = await attacker.push(server.send, vendor, [operation]);
        expect(result?.receipt, `${kind} ${size}`).toBeDefined();
      }),
    );
    await server.judging.sweep();

    const cookies = { brook: await staff.signIn('brook'), slow: await staff.signIn('slow') };
    const sent: string[] = [];
    for (const { kind, size, vendor, operation } of forms) {
      const name = `${kind} ${size}`;
      const cookie = cookies[vendor === 'slow' ? 'slow' : 'brook'];
      const opening = staff.call('GET', `${vendor}/api/cases/${operation.opId}`, cookie);
      const alert = sealed('safety.alert', safetyAlert(server.formHash));
      const {
        results: [told],
      } = await device.push(server.send, 'meadow', [alert]);
      expect(told?.outcome, name).toBe('applied');
      sent.push(alert.opId);
      const opened = await opening;
      expect(opened.status, name).toBe(200);
      const { item, answers } = detailOf(opened);
      // What is beyond the bounds says so in its place; what is within them is shown, and held for the rules of its form.
      const isOpened = size < withinBounds(kind);
      expect(item.held?.code === 'CONTENT_OUT_OF_BOUNDS', name).toBe(!isOpened);
      expect(isOpened ? [] : answers, name).toEqual([]);
    }

    const rows = await server.database.sql<{ op_id: string; envelope: Uint8Array }[]>`
      select op_id, envelope from op_ledger where vendor <> 'meadow' and outcome in ('held', 'applied')`;
    const kept = Object.fromEntries(rows.map(({ op_id: opId, envelope }) => [opId, sha256(envelope)]));
    expect(kept).toEqual(
      Object.fromEntries(forms.map(({ operation: { opId, sha256: hash } }) => [opId, hash])),
    );

    const alerts = await server.database.sql<{ id: string }[]>`
      select id from inbox_items where vendor = 'meadow' and kind = 'alert' order by received_at, id`;
    expect(alerts.map(({ id }) => id)).toEqual(sent);
    expect(server.log()).not.toMatch(/"msg":"INTERNAL"/);
  }, 240_000);

  it('leave an inbox that can be read, page by page', async () => {
    const cookie = await staff.signIn('brook');
    const seen = new Set<string>();
    for (let cursor = ''; ; ) {
      const answer = await staff.call('GET', `brook/api/inbox${cursor}`, cookie);
      const page = inboxResponseSchema.parse(JSON.parse(answer.body));
      for (const { id, held, reasons } of page.items) {
        seen.add(id);
        expect(held?.errors?.length ?? 0).toBeLessThanOrEqual(51);
        expect(reasons.length).toBeLessThanOrEqual(20);
      }
      if (page.cursor === null) break;
      cursor = `?cursor=${page.cursor}`;
    }
    expect(seen.size).toBe((poisonKinds.length - 1) * SIZES.length);
  });
});
