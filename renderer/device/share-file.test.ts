import { describe, expect, test } from 'vitest';
import { canShare, shareable, shareFile } from './share-file.ts';

const copy = shareable(new Blob(['{}']), 'willow-K7-42QF.intake');
const failing = (name: string) => ({
  share: () => Promise.reject(Object.assign(new Error('no'), { name })),
});

describe('a locked copy that is shared', () => {
  test('travels as text under its own name - browsers refuse kinds of files that they do not know', () => {
    expect([copy.name, copy.type]).toEqual(['willow-K7-42QF.intake.txt', 'text/plain']);
  });

  test('is offered only where this browser shares files', () => {
    expect(canShare(copy, {})).toBe(false);
    expect(canShare(copy, { canShare: () => false })).toBe(false);
    expect(canShare(copy, { canShare: (data) => data?.files?.[0] === copy })).toBe(true);
    expect(
      canShare(copy, {
        canShare: () => {
          throw new TypeError('files');
        },
      }),
    ).toBe(false);
  });

  test.each([
    ['AbortError', 'closed'],
    ['NotAllowedError', 'failed'],
  ] as const)('%s means: %s', async (name, result) => {
    expect(await shareFile(copy, failing(name))).toBe(result);
  });

  test('has nothing beside it - no title, no text, no address', async () => {
    const given: (ShareData | undefined)[] = [];
    const device = {
      share: async (data?: ShareData) => {
        given.push(data);
      },
    };
    expect(await shareFile(copy, device)).toBe('shared');
    expect(given).toEqual([{ files: [copy] }]);
  });
});
