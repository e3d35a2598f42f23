import MiniSearch from 'minisearch';
import { expect, it } from 'vitest';
import { indexTexts, loadTexts, packTexts, tolerant } from './vendor-search.ts';

const texts = ['Aspen Hill Clinic', 'Birch Hill Pharmacy', 'Cedar Men'].map((name, id) => ({
  ...{ id, name },
  about: `${name} at night`,
}));

function packed() {
  const steps = packTexts(texts);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

it('holds in steps what the library writes at once', () => {
  const { averageFieldLength, index, serializationVersion, fieldLength } = indexTexts(texts).toJSON();
  expect(packed()).toEqual({
    ...{ averageFieldLength, index, serializationVersion },
    lengths: texts.flatMap(({ id }) => Object.values(fieldLength[id] ?? [])),
  });
});

it('finds the same when it has been read again', async () => {
  const read = await loadTexts(JSON.parse(JSON.stringify(packed())));
  expect(read).toBeInstanceOf(MiniSearch);
  for (const question of ['hill', 'pharmcy', 'ceda', 'nigt', 'nothing'])
    expect(read.search(question, tolerant)).toEqual(indexTexts(texts).search(question, tolerant));
});
