import { describe, expect, test } from 'vitest';
import { createFakeDisk } from '../testing/fake-disk.ts';
import { createLogRing } from './ring.ts';

const line = (number: number) => JSON.stringify({ event: 'x', number });

describe('the log on the disk', () => {
  test('lines are there again after a restart, in their order', async () => {
    const disk = createFakeDisk();
    const first = createLogRing({ disk, folder: 'log' });
    first.append(line(1));
    first.append(line(2));
    await first.close();
    const second = createLogRing({ disk, folder: 'log' });
    second.append(line(3));
    expect(await second.lines()).toEqual([line(1), line(2), line(3)]);
  });

  test('it never grows beyond its bounds, and keeps the newest', async () => {
    const disk = createFakeDisk();
    const ring = createLogRing({ disk, folder: 'log', bytesPerFile: 200, mostFiles: 3 });
    for (let number = 0; number < 500; number += 1) {
      ring.append(line(number));
      if (number % 3 === 0) await ring.flush();
    }
    const lines = await ring.lines();
    expect(lines.at(-1)).toBe(line(499));
    expect((await disk.list('log')).length).toBeLessThanOrEqual(3);
    expect(lines.join('\n').length).toBeLessThanOrEqual(3 * 200);
    expect(lines).not.toContain(line(0));
  });

  test('starts over and over leave no more files than that', async () => {
    const disk = createFakeDisk();
    for (let start = 0; start < 20; start += 1) {
      const ring = createLogRing({ disk, folder: 'log', mostFiles: 4 });
      ring.append(line(start));
      await ring.close();
    }
    expect(await createLogRing({ disk, folder: 'log', mostFiles: 4 }).lines()).toEqual(
      [16, 17, 18, 19].map(line),
    );
  });

  test('a full disk loses lines and stops nobody; the next ones are written again', async () => {
    const disk = createFakeDisk();
    const ring = createLogRing({ disk, folder: 'log' });
    disk.folder('log').failEach('create', 'ENOSPC');
    ring.append(line(1));
    await ring.flush();
    disk.folder('log').failEach('create', undefined);
    ring.append(line(2));
    expect(await ring.lines()).toEqual([line(2)]);
  });
});
