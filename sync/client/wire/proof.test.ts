import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { base64url, utf8 } from '../base/bytes.ts';
import { createDevice } from '../keys/device.ts';
import { createWebCrypto } from '../keys/web-crypto.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createProfile } from '../testing/faulty-indexeddb.ts';
import { random } from '../testing/phone.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createProof } from './proof.ts';

const crypto = createWebCrypto(globalThis.crypto);
const clock = createVirtualClock();

describe('device proof', () => {
  test('is a DPoP JWT that an independent library verifies (RFC 9449 section 4.2)', async () => {
    const device = createDevice({ store: createMemoryStore(), crypto, random, clock });
    const prove = createProof({ device, crypto, random, clock });
    const body = utf8('{"ops":[]}');
    const url = 'https://care.example/connect/meadow/sync/v1/changes?cursor=a#b';
    const proof = await prove({ method: 'POST', url, body, nonce: 'n-1' });
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
    });
    expect(payload).toEqual({
      htm: 'POST',
      htu: 'https://care.example/connect/meadow/sync/v1/changes',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: Date.UTC(2026, 10, 20, 9) / 1000,
      nonce: 'n-1',
      bsh: base64url(await crypto.sha256(body)),
    });
    const { jwk } = protectedHeader;
    if (jwk === undefined) throw new Error('The proof has no key.');
    expect(Object.keys(jwk).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
    expect((await device.identity()).deviceId).toBe(await calculateJwkThumbprint(jwk));
  });

  test('leaves the nonce out before the first contact, and never uses a jti twice', async () => {
    const device = createDevice({ store: createMemoryStore(), crypto, random, clock });
    const prove = createProof({ device, crypto, random, clock });
    const request = {
      method: 'GET',
      url: 'https://care.example/x',
      body: utf8(''),
      nonce: undefined,
    } as const;
    const proofs = await Promise.all([prove(request), prove(request)]);
    const claims = await Promise.all(proofs.map((proof) => jwtVerify(proof, EmbeddedJWK)));
    expect(claims.map(({ payload }) => 'nonce' in payload)).toEqual([false, false]);
    expect(new Set(claims.map(({ payload }) => payload.jti)).size).toBe(2);
  });

  test('is by one key per profile - from tabs that start at once and after a restart', async () => {
    const { connect } = createProfile();
    const identities = await Promise.all(
      [connect(), connect(), connect()].map((store) =>
        createDevice({ store, crypto, random, clock }).identity(),
      ),
    );
    identities.push(await createDevice({ store: connect(), crypto, random, clock }).identity());
    expect(new Set(identities.map((identity) => identity.deviceId)).size).toBe(1);
  });

  test('is by a private key that nobody can read out', async () => {
    const store = createMemoryStore();
    await createDevice({ store, crypto, random, clock }).identity();
    const row = await store.read(['keys'], (transaction) => transaction.get('keys', 'device'));
    expect(row?.key).toMatchObject({ type: 'private', extractable: false });
  });
});
