/** docs/routes.md: all addresses of the product, each with tests that are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { platformScreens } from '../sync/domain/platform-screens.ts';
import { returnScreens } from '../sync/domain/return-screens.ts';
import { vendorScreens } from '../sync/domain/vendor-screens.ts';

const root = resolve(import.meta.dirname, '..');
/** Care's five and renewals' three. */
const TO_COME = [11, 12, 13, 14, 22, 23, 24, 25];

interface Row {
  readonly number: number;
  readonly route: string;
  readonly screen: string;
  readonly tests: Readonly<Record<'main act' | 'empty' | 'error' | 'offline', string>>;
}

const rows = readFileSync(join(root, 'docs/routes.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line): Row => {
    const [, number = '', route = '', screen = '', main = '', empty = '', error = '', offline = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return {
      number: Number(number),
      route: route.replaceAll('`', ''),
      screen,
      tests: { 'main act': main, empty, error, offline },
    };
  });

/** @returns what is wrong with a cell such as `journey/cart.spec.ts`: that is empty; undefined where the test is there */
function faultOf(cell: string): string | undefined {
  const [, file = '', words = ''] = /^`([^`]+)`(?:: (.+))?$/.exec(cell) ?? [];
  const path = [`tests/${file}`, `renderer/features/${file}`].find(
    (each) => file !== '' && existsSync(join(root, each)),
  );
  if (path === undefined) return `no file: ${cell}`;
  if (words === '') return `names no test: ${cell}`;
  const names = readFileSync(join(root, path), 'utf8')
    // Beside the name stands what is done: of a test with a table, the name is behind that.
    .matchAll(/(?:\b(?:test|it)\(|\]\s*(?:as const\s*)?\)\()\s*(['"`])(.*?)\1,/gs);
  return Array.from(names, ([, , name = '']) => name).some((name) => name.includes(words))
    ? undefined
    : `no such test: ${cell}`;
}

describe('the table of routes', () => {
  it('has all 33, once each', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 33 }, (_, at) => at + 1));
    expect(new Set(rows.map(({ route }) => route)).size).toBe(33);
  });

  it('has every address that the server knows', () => {
    const named = (route: string) => route.replaceAll(/\$(\w+)/g, '{$1}');
    const routes = rows.map(({ route }) => route);
    const missing = [
      ...vendorScreens.map((screen) => `.../${named(screen)}`),
      ...[...returnScreens, ...Object.keys(platformScreens)].map((screen) => `/${screen}`),
    ].filter((route) => !routes.includes(route));
    // A kiosk's form on a phone, and a step of the checkout: parts of routes 18 and 7.
    expect(missing).toEqual(['.../checkout/payment/{order}', '.../continue']);
  });

  it('marks what is to come, and nothing else', () => {
    expect(rows.flatMap(({ number, screen }) => (screen.startsWith('to come') ? [number] : []))).toEqual(
      TO_COME,
    );
  });

  const built = rows.filter(({ number }) => !TO_COME.includes(number));
  it.each(built)('$number $route has a screen, and a test of each state', ({ screen, tests }) => {
    expect(existsSync(join(root, 'renderer/features', screen.replaceAll('`', '')))).toBe(true);
    expect(Object.values(tests).map(faultOf)).toEqual([undefined, undefined, undefined, undefined]);
    // What it is for is done end to end: with a build and a real server.
    expect(existsSync(join(root, 'tests', /`([^`]+)`/.exec(tests['main act'])?.[1] ?? '-'))).toBe(true);
  });
});
