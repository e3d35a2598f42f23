import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Network, openNetwork } from '../support/network.ts';
import { launchWebKit, type WebKit, webKitIsMissing } from './launch-webkit.ts';

const missing = webKitIsMissing();
const PAGE = '<!doctype html><title>Store</title><p id="ready">ready</p>';

/** Stores a key that can't be exported, and a text that it encrypted. */
const KEEP = `
  const done = arguments[arguments.length - 1];
  const open = indexedDB.open('v:probe:store', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('rows');
  open.onsuccess = async () => {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode('kept'));
    const write = open.result.transaction('rows', 'readwrite', { durability: 'strict' });
    write.objectStore('rows').put({ key, iv, sealed }, 'one');
    write.oncomplete = () => done('stored');
    write.onabort = () => done(String(write.error));
  };`;
const READ = `
  const done = arguments[arguments.length - 1];
  const open = indexedDB.open('v:probe:store', 1);
  open.onupgradeneeded = () => open.transaction.abort();
  open.onerror = () => done('nothing was kept');
  open.onsuccess = () => {
    const get = open.result.transaction('rows').objectStore('rows').get('one');
    get.onsuccess = async () => {
      const { key, iv, sealed } = get.result;
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed);
      done(new TextDecoder().decode(text) + ', ' + (key.extractable ? 'extractable' : 'not extractable'));
    };
  };`;

describe.skipIf(missing !== undefined)(
  `WebKit keeps what was stored${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let network: Network;
    let webkit: WebKit;
    beforeAll(async () => {
      network = await openNetwork();
      network.captivePortal(PAGE);
      webkit = await launchWebKit();
    });
    afterAll(async () => {
      await webkit?.close();
      await network?.close();
    });

    test('a key that cannot be exported and what it sealed are there again - the browser was killed', async () => {
      await webkit.driver.get(network.origin);
      expect(await webkit.driver.executeAsyncScript(KEEP)).toBe('stored');
      await webkit.kill9();
      const driver = await webkit.relaunch();
      await driver.get(network.origin);
      expect(await driver.executeAsyncScript(READ)).toBe('kept, not extractable');
    });
  },
);
