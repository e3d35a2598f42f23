import { describe, expect, test } from 'vitest';
import { trustedWorkerUrl, WORKER_URL } from './trusted-script.ts';

describe("The worker's address", () => {
  test('is plain - the browser has no Trusted Types', () => {
    expect(trustedWorkerUrl(undefined)).toBe(WORKER_URL);
  });

  test('promise 4: the policy lets nothing else through', () => {
    let policies = 0;
    let rules: { createScriptURL(url: string): string } | undefined;
    const factory = {
      createPolicy(name: string, given: { createScriptURL(url: string): string }) {
        expect(name).toBe('carefront');
        rules = given;
        policies += 1;
        return given;
      },
    };
    expect(trustedWorkerUrl(factory)).toBe(WORKER_URL);
    expect(trustedWorkerUrl(factory)).toBe(WORKER_URL);
    expect(policies).toBe(1);
    for (const url of ['/sw.js?', '//evil.example/sw.js', '/assets/index.js']) {
      expect(() => rules?.createScriptURL(url)).toThrow(TypeError);
    }
  });
});
