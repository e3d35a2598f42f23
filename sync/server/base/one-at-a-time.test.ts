import { describe, expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

function setUp() {
  const answers: PromiseWithResolvers<string>[] = [];
  const ask = oneAtATime((_key: string) => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  }, String);
  return { answers, ask };
}

describe('questions about a key', () => {
  it('are asked one after the other, and those who ask meanwhile share the next', async () => {
    const { answers, ask } = setUp();
    const first = ask('order');
    const others = Array.from({ length: 20 }, () => ask('order'));
    expect(answers).toHaveLength(1);
    answers[0]?.resolve('before');
    expect(await first).toBe('before');
    await Promise.resolve();
    expect(answers).toHaveLength(2);
    const late = ask('order');
    answers[1]?.resolve('after');
    expect(new Set(await Promise.all(others))).toEqual(new Set(['after']));
    await Promise.resolve();
    answers[2]?.resolve('last');
    expect([await late, answers.length]).toEqual(['last', 3]);
  });

  it('wait for no other key, and for none that has failed', async () => {
    const { answers, ask } = setUp();
    const [first, second, other] = [ask('order'), ask('order'), ask('another')];
    expect(answers).toHaveLength(2);
    answers[0]?.reject(new Error('No answer.'));
    answers[1]?.resolve('other');
    await expect(first).rejects.toThrow('No answer.');
    expect(await other).toBe('other');
    await Promise.resolve();
    answers[2]?.resolve('second');
    expect(await second).toBe('second');
    expect(await Promise.race([ask('order'), Promise.resolve('asks')])).toBe('asks');
    expect(answers).toHaveLength(4);
  });
});
