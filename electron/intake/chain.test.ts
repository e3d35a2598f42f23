import { describe, expect, test } from 'vitest';
import { base64url, fromBase64url, hex } from '../../sync/client/base/bytes.ts';
import { type Clinic, createClinic } from '../../sync/client/testing/clinic.ts';
import { createFaultyDisk } from '../../sync/client/testing/faulty-disk.ts';
import { until } from '../../sync/client/testing/until.ts';
import type { Operation } from '../../sync/protocol/wire.ts';
import { followChain } from './testing/follow-chain.ts';
import { alertOf, answersOf, contentOf, newNames } from './testing/intake-samples.ts';
import { beginAt, startKiosk } from './testing/kiosk-machine.ts';

const chainOf = (clinic: Clinic) => [...clinic.ledger.values()].map(({ operation }) => operation);

describe('the chain (promise 8)', () => {
  test('numbers everything that is queued, forms, alerts and pauses, without a gap and signed', async () => {
    const clinic = await createClinic();
    const { keeper } = await startKiosk({ clinic, disk: createFaultyDisk() });
    expect(await keeper.chained()).toBe(0);
    const intakes = await beginAt(keeper);
    const names = [newNames(), newNames(), newNames(), newNames()];
    // At once: signatures are made outside of transactions, and race for the next number.
    await Promise.all(
      names.map(async (each, index) => {
        await intakes.drafts.save(contentOf(each));
        await intakes.alert(alertOf(each));
        if (index % 2 === 0) await intakes.submit(each.draftId, answersOf(each));
        else await intakes.pause(each.draftId, 'patient');
      }),
    );
    await until(() => clinic.ledger.size === 8, 'everything');
    expect(await keeper.chained()).toBe(8);
    const { publicJwk, deviceId } = await keeper.device();
    expect(await followChain(chainOf(clinic), 'meadow', deviceId, publicJwk)).toEqual({
      counters: [1, 2, 3, 4, 5, 6, 7, 8],
      faults: [],
    });
    await keeper.close();
  });

  test('a replaced envelope, a missing number and a forged link are noticed', async () => {
    const clinic = await createClinic();
    const { keeper } = await startKiosk({ clinic, disk: createFaultyDisk() });
    const intakes = await beginAt(keeper);
    for (const names of [newNames(), newNames(), newNames()]) {
      await intakes.drafts.save(contentOf(names));
      await intakes.submit(names.draftId, answersOf(names));
    }
    await until(() => clinic.ledger.size === 3, 'all three');
    const { publicJwk, deviceId } = await keeper.device();
    const faultsOf = async (operations: readonly Operation[]) =>
      (await followChain(operations, 'meadow', deviceId, publicJwk)).faults;
    const genuine = chainOf(clinic).toSorted(
      (one, other) => (one.chain?.counter ?? 0) - (other.chain?.counter ?? 0),
    );
    const [first, second, third] = genuine;
    if (first === undefined || second?.chain === undefined || third === undefined) throw new Error('Three.');
    expect(await faultsOf(genuine)).toEqual([]);

    const other = new Uint8Array([...(fromBase64url(second.envelope) ?? []), 1]);
    const sha256 = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', other)));
    const replaced = { ...second, envelope: base64url(other), sha256 };
    expect(await faultsOf([first, replaced, third])).toEqual(['2: signature', '3: previous']);
    expect(await faultsOf([first, third])).toEqual(['3: gap', '3: previous']);
    const forged = {
      ...second,
      chain: { ...second.chain, signature: `AAAA${second.chain.signature.slice(4)}` },
    };
    expect(await faultsOf([first, forged, third])).toEqual(['2: signature']);
    const { chain: _none, ...bare } = third;
    expect(await faultsOf([first, second, bare])).toEqual(['no link']);
    await keeper.close();
  });
});
