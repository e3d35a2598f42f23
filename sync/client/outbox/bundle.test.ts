import { afterEach, describe, expect, test } from 'vitest';
import { bundleSchema } from '../../protocol/bundle.ts';
import { alertSubmission } from '../../protocol/operations/safety-alert.ts';
import { sealedBlobSize } from '../../seal/blob.ts';
import { fromBase64url } from '../base/bytes.ts';
import { createClinic, lost } from '../testing/clinic.ts';
import { allReceived, createPhone, handsIn, type Phone } from '../testing/phone.ts';
import { sampleAlert } from '../testing/samples.ts';
import { until } from '../testing/until.ts';

const phones: Phone[] = [];
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.switchesOff();
});

async function setOut(vendorKeys?: Parameters<typeof createPhone>[0]['vendorKeys']) {
  const clinic = await createClinic();
  const phone = createPhone({ clinic, ...(vendorKeys === undefined ? {} : { vendorKeys }) });
  phones.push(phone);
  return { clinic, phone, tab: await phone.opens() };
}

describe('"save a copy"', () => {
  test('holds all of the session that waits, alert first, with its photos, as it would be sent', async () => {
    const { clinic, tab } = await setOut();
    clinic.state.weather = lost;
    const alert = await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'own');
    const form = await handsIn(tab, 1, 'own', 2);
    await handsIn(tab, 2);
    const bundle = await tab.client.deliveries.bundle(form.session);
    expect(bundleSchema.parse(JSON.parse(JSON.stringify(bundle)))).toEqual(bundle);
    expect(bundle).toMatchObject({ bundle: 1, vendor: 'meadow' });
    expect(bundle.operations.map(({ opId }) => opId)).toEqual([alert.opId, form.opId]);
    const [, operation] = bundle.operations;
    expect(Object.keys(bundle.blobs)).toEqual(operation?.blobs);
    for (const body of Object.values(bundle.blobs))
      expect(fromBase64url(body)).toHaveLength(sealedBlobSize(2_000));
    clinic.state.weather = undefined;
    await tab.client.deliveries.sendNow();
    await until(allReceived(tab));
    const pushed = clinic.pushes().flatMap((push) => push.ops);
    for (const each of bundle.operations) expect(pushed).toContainEqual(each);
  });

  test('holds what has arrived as well - until a backup of the clinic covers it', async () => {
    const { clinic, phone, tab } = await setOut();
    const form = await handsIn(tab);
    await until(allReceived(tab));
    expect((await tab.client.deliveries.bundle(form.session)).operations).toHaveLength(1);
    clinic.state.safeThrough = 1;
    tab.signals.tell('focus');
    await until(async () =>
      JSON.stringify((await phone.everything(tab.store)).meta).includes('"safeThrough":1'),
    );
    await expect(tab.client.deliveries.bundle(form.session)).rejects.toMatchObject({ code: 'absent' });
  });

  test('says `absent` - where nothing of the session is here', async () => {
    const { tab } = await setOut();
    await expect(tab.client.deliveries.bundle('nobody')).rejects.toMatchObject({ code: 'absent' });
  });

  test('says why, instead of giving away an alert in clear - where there is no key to seal to', async () => {
    const { clinic, tab } = await setOut({ current: () => undefined, refresh: async () => undefined });
    clinic.state.weather = lost;
    const { session } = await tab.client.deliveries.send(alertSubmission(sampleAlert()), 'own');
    await expect(tab.client.deliveries.bundle(session)).rejects.toMatchObject({ code: 'unsealable' });
  });
});
