/** Promises 1, 3 and 8 over a disk that forgets what was not flushed, with the power cut at any of its calls, and once more while the next start clears up. */
import { expect, test } from 'vitest';
import { createClinic, lost } from '../../sync/client/testing/clinic.ts';
import { createFaultyDisk } from '../../sync/client/testing/faulty-disk.ts';
import { until } from '../../sync/client/testing/until.ts';
import { openPaused } from './testing/clinic-eyes.ts';
import { followChain } from './testing/follow-chain.ts';
import { alertOf, answersOf, contentOf, newNames } from './testing/intake-samples.ts';
import { beginAt, openKeeper, startKiosk } from './testing/kiosk-machine.ts';
import { createMortalDisk } from './testing/mortal-disk.ts';

test.each(['nothing', 'half', 'all'] as const)(
  'the power goes at any call, and %s of what was not flushed is there: told is kept, once, in an unbroken chain',
  async (remains) => {
    const clinic = await createClinic();
    let cuts = 0;
    for (let call = 0; ; call += 2) {
      clinic.ledger.clear();
      clinic.state.weather = lost;
      const disk = createFaultyDisk();
      const dying = createMortalDisk(disk);
      const first = await startKiosk({ clinic, disk: dying });
      const { deviceId, publicJwk } = await first.keeper.device();
      const intakes = await beginAt(first.keeper);
      const [done, open] = [newNames(), newNames()];
      const told = { saved: 0, alerted: false, submitted: false, saved2: 0 };
      disk.cutAt(disk.calls.length + call);
      const finished = await (async () => {
        await intakes.drafts.save(contentOf(done));
        told.saved = 1;
        await intakes.alert(alertOf(done));
        told.alerted = true;
        await intakes.submit(done.draftId, answersOf(done));
        told.submitted = true;
        for (told.saved2 = 0; told.saved2 < 2; ) {
          await intakes.drafts.save(contentOf(open, told.saved2 + 1));
          told.saved2 += 1;
        }
        await intakes.end('idle');
        return true;
      })().catch(() => false);

      dying.die();
      disk.powerOn(remains);
      disk.cutAt((call * 5) % 23);
      const dyingAgain = createMortalDisk(disk);
      await openKeeper({ clinic, disk: dyingAgain }).start();
      dyingAgain.die();
      disk.powerOn(remains);
      clinic.state.weather = undefined;
      const last = await startKiosk({ clinic, disk });
      await last.keeper.sendNow();
      await until(async () => (await last.keeper.queued()) === 0, 'the queue');

      const entries = [...clinic.ledger.values()];
      const of = (kind: string) => entries.filter(({ operation }) => operation.kind === kind);
      const paused = await Promise.all(of('intake.paused').map(({ content }) => openPaused(clinic, content)));
      const versionOf = ({ draftId }: { readonly draftId: string }) => {
        const found = paused.filter(({ content }) => content.draftId === draftId);
        expect(found.length).toBeLessThanOrEqual(1);
        return found[0]?.content.flow.v ?? 0;
      };
      // What a patient was told is the least that must be there, and nothing is there twice.
      const alerts = of('safety.alert').length;
      const arrived = of('intake.submit').length;
      expect(Math.max(alerts, arrived, arrived + versionOf(done))).toBeLessThanOrEqual(1);
      expect(alerts).toBeGreaterThanOrEqual(Number(told.alerted));
      expect(arrived).toBeGreaterThanOrEqual(Number(told.submitted));
      expect(arrived + versionOf(done)).toBeGreaterThanOrEqual(told.saved);
      expect(versionOf(open)).toBeGreaterThanOrEqual(told.saved2);
      const counters = Array.from({ length: await last.keeper.chained() }, (_, index) => index + 1);
      const operations = entries.map(({ operation }) => operation);
      expect(await followChain(operations, 'meadow', deviceId, publicJwk)).toEqual({ counters, faults: [] });
      await last.keeper.close();
      if (finished) break;
      cuts += 1;
    }
    // A loop that ended at once would prove nothing.
    expect(cuts).toBeGreaterThan(10);
  },
  120_000,
);
