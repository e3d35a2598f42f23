import { describe, expect, test } from 'vitest';
import { type EgressHost, type EgressPolicy, isBelow, lockEgress } from './egress.ts';

const policy: EgressPolicy = {
  pages: 'carefront://kiosk',
  servers: ['https://care.example/connect/willow/'],
  pins: [],
};

function locked(given: EgressPolicy = policy) {
  const handlers: {
    request?: Parameters<EgressHost['webRequest']['onBeforeRequest']>[0];
    certificate?: Parameters<EgressHost['setCertificateVerifyProc']>[0];
  } = {};
  let keptBack = 0;
  lockEgress(
    {
      webRequest: { onBeforeRequest: (listener) => Object.assign(handlers, { request: listener }) },
      setCertificateVerifyProc: (verify) => Object.assign(handlers, { certificate: verify }),
    },
    given,
    () => {
      keptBack += 1;
    },
  );
  return {
    keptBack: () => keptBack,
    goes(url: string) {
      const answers: boolean[] = [];
      handlers.request?.({ url, method: 'GET' }, ({ cancel }) => answers.push(!cancel));
      return answers[0];
    },
    certificate(fingerprint: string, errorCode = 0, validated?: string) {
      const codes: number[] = [];
      handlers.certificate?.(
        {
          hostname: 'care.example',
          errorCode,
          certificate: { fingerprint },
          ...(validated === undefined ? {} : { validatedCertificate: { fingerprint: validated } }),
        },
        (code) => codes.push(code),
      );
      return codes[0];
    },
  };
}

describe('S7: what leaves the machine', () => {
  test.each([
    'https://care.example/connect/willow/sync/v1/push',
    'https://care.example/connect/willow/pack.json?x=1',
    'https://CARE.example:443/connect/willow/',
    'carefront://kiosk/index.html',
    'carefront://kiosk/assets/app.js',
    'blob:carefront://kiosk/5b7c7f5e',
    'data:image/png;base64,AAAA',
  ])('%s does', (url) => {
    expect(locked().goes(url)).toBe(true);
  });

  test.each([
    'https://care.example/',
    'https://care.example/connect/lantern/sync/v1/push',
    'https://care.example/connect/willow',
    'https://care.example/connect/willow-evil/',
    'https://care.example/connect/willow/../lantern/',
    'https://care.example/connect/willow/%2e%2e/lantern/',
    'https://care.example/connect/willow/%2E%2e%2flantern/',
    'https://care.example/connect/willow/..%5clantern/',
    'https://care.example.evil/connect/willow/',
    'https://evil.example/connect/willow/',
    'https://user:secret@care.example/connect/willow/',
    'https://care.example:8443/connect/willow/',
    'http://care.example/connect/willow/',
    'ws://care.example/connect/willow/',
    'wss://care.example/connect/willow/',
    'file:///etc/passwd',
    'ftp://care.example/connect/willow/',
    'data:text/html,x',
    'blob:https://evil.example/1',
    'carefront://other/',
    'chrome://settings',
    'devtools://devtools/bundled/inspector.html',
    'not an address',
  ])('%s does not', (url) => {
    const egress = locked();
    expect(egress.goes(url)).toBe(false);
    expect(egress.keptBack()).toBe(1);
  });

  test('without a server, nothing does', () => {
    expect(locked({ ...policy, servers: [] }).goes('https://care.example/connect/willow/')).toBe(false);
  });

  test('a certificate that is not pinned is rejected, and one that Chromium refuses stays refused', () => {
    const pinned = locked({ ...policy, pins: ['sha256/AAA='] });
    expect(pinned.certificate('sha256/AAA=')).toBe(-3);
    expect(pinned.certificate('sha256/BBB=', 0, 'sha256/AAA=')).toBe(-3);
    expect(pinned.certificate('sha256/BBB=')).toBe(-2);
    // -202: unknown authority. `-3` leaves it at that; `0` would accept it.
    expect(pinned.certificate('sha256/AAA=', -202)).toBe(-3);
    expect(locked().certificate('sha256/BBB=')).toBe(-3);
  });

  test('a server is a folder', () => {
    expect(isBelow('https://care.example/connect/willow/x', 'https://care.example/connect/willow')).toBe(
      true,
    );
    expect(isBelow('https://care.example/connect/willow', 'https://care.example/connect/willow')).toBe(false);
  });
});
