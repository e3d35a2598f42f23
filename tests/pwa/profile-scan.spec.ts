/** The positive control of every test that says "nothing is left on this device". */
import { expect, test } from 'playwright/test';
import { openNetwork } from '../support/network.ts';
import { launchPatient } from '../support/patient.ts';
import { scanProfile } from '../support/profile-scan.ts';

const CANARY = 'Quetzalcoatl-7351-Hartebeest';
/** More than LevelDB's write buffer, so that its rows reach compressed tables as well as the log. */
const ROWS = 3000;

test('the scan finds a text that a page stored, in the log and in compressed tables - even after it was deleted', async () => {
  const network = await openNetwork();
  network.captivePortal('<!doctype html><title>Store</title>');
  const patient = await launchPatient();
  await patient.page.goto(network.origin);
  await patient.page.evaluate(
    ({ canary, rows }) =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('v:probe:store', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('rows');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const write = request.result.transaction('rows', 'readwrite', { durability: 'strict' });
          const store = write.objectStore('rows');
          for (let row = 0; row < rows; row += 1) store.put(`${canary} ${row} ${'filler '.repeat(400)}`, row);
          write.oncomplete = () => {
            const remove = request.result.transaction('rows', 'readwrite', { durability: 'strict' });
            remove.objectStore('rows').delete(0);
            remove.oncomplete = () => resolve(undefined);
          };
        };
      }),
    { canary: CANARY, rows: ROWS },
  );
  await patient.killBrowser();
  await network.close();
  const found = scanProfile(patient.profileDir, [CANARY]);
  expect(found.map(({ where }) => where)).toContain('leveldb table');
  expect(scanProfile(patient.profileDir, ['Quetzalcoatl-7352-Hartebeest'])).toEqual([]);
});
