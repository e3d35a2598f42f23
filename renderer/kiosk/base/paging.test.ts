import { describe, expect, test } from 'vitest';
import { type Block, pageAt, paginate } from './paging.ts';

const row = (top: number, bottom: number, leads = false): Block => ({
  top,
  bottom,
  parts: [],
  leads,
  reads: false,
});
const text = (top: number, bottom: number): Block => ({ ...row(top, bottom), reads: true });
const group = (parts: readonly Block[]): Block => ({
  top: parts[0]?.top ?? 0,
  bottom: parts.at(-1)?.bottom ?? 0,
  parts,
  leads: false,
  reads: false,
});
const rows = (count: number, height: number, from = 0) =>
  Array.from({ length: count }, (_, index) => row(from + index * height, from + (index + 1) * height));

describe('pages of rows', () => {
  test('are one - everything fits', () => {
    expect(paginate(rows(4, 100), 400)).toEqual([{ top: 0, bottom: 400 }]);
  });

  test('end with a whole row - the next one has no room', () => {
    expect(paginate(rows(5, 100), 250)).toEqual([
      { top: 0, bottom: 200 },
      { top: 200, bottom: 400 },
      { top: 400, bottom: 500 },
    ]);
  });

  test('keep a group whole - the page before it is well filled', () => {
    const blocks = [row(0, 210), group(rows(3, 60, 230))];
    expect(paginate(blocks, 300)).toEqual([
      { top: 0, bottom: 210 },
      { top: 230, bottom: 410 },
    ]);
  });

  test('part a group - the page before it would be half empty', () => {
    const blocks = [row(0, 150), group(rows(3, 60, 170))];
    expect(paginate(blocks, 300)).toEqual([
      { top: 0, bottom: 290 },
      { top: 290, bottom: 350 },
    ]);
  });

  test('part a group - it is longer than a page, and the room before it is used', () => {
    const blocks = [row(0, 60), group(rows(6, 100, 80))];
    expect(paginate(blocks, 300)).toEqual([
      { top: 0, bottom: 280 },
      { top: 280, bottom: 580 },
      { top: 580, bottom: 680 },
    ]);
  });

  test('take a heading along to the row that it names', () => {
    const blocks = [row(0, 200), row(220, 260, true), row(260, 400)];
    expect(paginate(blocks, 300)).toEqual([
      { top: 0, bottom: 200 },
      { top: 220, bottom: 400 },
    ]);
  });

  test('go on with a text that is taller than a page, with its last lines once more', () => {
    expect(paginate([row(0, 100), text(100, 700), row(700, 750)], 300)).toEqual([
      { top: 0, bottom: 100 },
      { top: 100, bottom: 400 },
      { top: 340, bottom: 640 },
      { top: 580, bottom: 750 },
    ]);
  });

  test('give a field that is taller than a page one of its own', () => {
    expect(paginate([row(0, 100), row(100, 900), row(900, 950)], 300)).toEqual([
      { top: 0, bottom: 100 },
      { top: 100, bottom: 900 },
      { top: 900, bottom: 950 },
    ]);
  });

  test('are one empty page - there is nothing', () => {
    expect(paginate([], 300)).toEqual([{ top: 0, bottom: 0 }]);
  });
});

test('each row is on exactly one page, and no page is higher than its room, whatever the heights', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    let state = seed;
    const random = (most: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % most;
    };
    let top = 0;
    const all: Block[] = [];
    const next = (): Block => {
      const height = 20 + random(90);
      const made = row(top, top + height, random(5) === 0);
      top += height + random(20);
      all.push(made);
      return made;
    };
    const blocks = Array.from({ length: 1 + random(8) }, () =>
      random(2) === 0 ? next() : group(Array.from({ length: 1 + random(5) }, next)),
    );
    const height = 130 + random(400);
    const pages = paginate(blocks, height);
    for (const page of pages) expect(page.bottom - page.top).toBeLessThanOrEqual(height);
    for (const { top: first, bottom } of all) {
      const on = pages.filter((page) => page.top <= first && bottom <= page.bottom);
      expect(on, `seed ${seed}, row at ${first}`).toHaveLength(1);
      expect(pages[pageAt(pages, first)], `seed ${seed}, row at ${first}`).toBe(on[0]);
    }
  }
});
