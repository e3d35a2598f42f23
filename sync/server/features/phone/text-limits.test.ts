import { expect, it, onTestFinished } from 'vitest';
import { STAFF_PASSWORD } from '../../testing/test-server.ts';
import { NUMBER, openTestPhones } from './testing/test-phones.ts';

async function open(perDay?: number) {
  const phones = await openTestPhones(perDay === undefined ? {} : { perDay });
  onTestFinished(phones.server.close);
  return phones;
}

const numberAt = (index: number) => `+1202555${String(100 + index).padStart(4, '0')}`;

it('proofs are bounded by person, by number and by a range of numbers (A1)', async () => {
  const phones = await open();
  const sent = async (email: string, numbers: readonly string[]) => {
    const one = await phones.patient(email);
    let count = 0;
    for (const phone of numbers) {
      const { status } = await one.call('POST', 'phone/proof', { phone, language: 'en' });
      if (status === 204) count += 1;
    }
    return count;
  };
  // One person: four at once, whatever the numbers are.
  expect(await sent('a@example.org', [0, 1, 2, 3, 4, 5].map(numberAt))).toBe(4);
  // One number: three at once, no matter who asks.
  expect(await sent('b@example.org', [NUMBER, NUMBER])).toBe(2);
  expect(await sent('c@example.org', [NUMBER, NUMBER])).toBe(1);
  // A range: ten, of which seven are taken.
  expect(await sent('d@example.org', [6, 7, 8].map(numberAt))).toBe(3);
  expect(await sent('e@example.org', [9].map(numberAt))).toBe(0);
});

it('what proofs use up of a vendor’s day stops nobody who signs in, and nobody is told what is left (A1, A2)', async () => {
  const phones = await open(2);
  const ana = await phones.patient('ana@example.org');
  await phones.prove(ana);
  const eve = await phones.patient('eve@example.org');
  const ask = (phone: string) => eve.call('POST', 'phone/proof', { phone, language: 'en' });
  expect((await ask('+13015550101')).status).toBe(204);
  expect((await ask('+13015550102')).status).toBe(429);
  const stranger = await phones.browser({ from: '203.0.113.9' });
  const before = phones.textsTo(NUMBER);
  for (let time = 0; time < 3; time += 1) expect((await phones.ask(stranger)).status).toBe(204);
  expect(phones.textsTo(NUMBER) - before).toBe(2);
});

it('codes that few enter are an alarm, once a day, in the log and for staff (A1)', async () => {
  const phones = await open();
  const { server } = phones;
  await phones.prove(await phones.patient('ana@example.org'));
  await server.database.sql`update text_days set sent = 18`;
  const stranger = await phones.browser({ from: '203.0.113.9' });
  await phones.ask(stranger);
  expect(server.log()).not.toContain('TEXT_CODES_UNUSED');
  for (let time = 0; time < 2; time += 1) await phones.ask(stranger);
  expect(server.log().split('TEXT_CODES_UNUSED')).toHaveLength(2);
  const signedIn = await server.app.inject({
    ...{ method: 'POST', url: '/console/meadow/api/session' },
    headers: { host: 'care.example', origin: 'https://care.example' },
    payload: { email: 'auditor@meadow.test', password: STAFF_PASSWORD },
  });
  const { body } = await server.app.inject({
    url: '/console/meadow/api/texts',
    headers: { host: 'care.example', cookie: String(signedIn.headers['set-cookie']).split(';')[0] ?? '' },
  });
  expect(JSON.parse(body)).toMatchObject({ days: [{ sent: 21, entered: 1, alarmed: true }] });
});
