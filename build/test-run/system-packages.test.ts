import { describe, expect, test } from 'vitest';
import { ensureSystemPackages, type SystemPackages } from './system-packages.ts';

function machine(given: { missing: readonly string[] | undefined; root?: boolean; works?: boolean }) {
  const commands: string[] = [];
  const lines: string[] = [];
  const system: SystemPackages = {
    missing: () => given.missing,
    isRoot: () => given.root ?? false,
    apt: (...args) => {
      commands.push(args.join(' '));
      return given.works ?? true;
    },
  };
  return { ready: ensureSystemPackages(system, (line) => lines.push(line)), commands, lines };
}

describe("The tests' browsers", () => {
  test('nothing runs and nothing is said - they are installed', () => {
    expect(machine({ missing: [], root: true })).toEqual({ ready: true, commands: [], lines: [] });
  });

  test('they are installed, after the list was updated once - some are missing and this is root', () => {
    const { ready, commands } = machine({ missing: ['chromium', 'xvfb'], root: true });
    expect(ready).toBe(true);
    expect(commands).toEqual(['update', 'install -y --no-install-recommends chromium xvfb']);
  });

  test('one line says what to install - this is not root', () => {
    const { ready, commands, lines } = machine({ missing: ['chromium', 'xvfb'] });
    expect(ready).toBe(false);
    expect(commands).toEqual([]);
    expect(lines).toEqual([expect.stringContaining('sudo apt-get install -y chromium xvfb')]);
  });

  test('the last line says what to do by hand - apt-get fails', () => {
    const { ready, lines } = machine({ missing: ['chromium'], root: true, works: false });
    expect(ready).toBe(false);
    expect(lines.at(-1)).toContain('apt-get install -y chromium');
  });

  test('one line says what is needed - this is no Debian', () => {
    expect(machine({ missing: undefined, root: true })).toMatchObject({
      ready: false,
      commands: [],
      lines: [expect.any(String)],
    });
  });
});
