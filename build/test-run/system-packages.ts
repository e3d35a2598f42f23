/** What the tests need of Debian, browsers above all: as root it is installed, otherwise said in one line. */
import { spawnSync } from 'node:child_process';

export const DEBIAN_PACKAGES = [
  'chromium',
  'chromium-headless-shell',
  'firefox-esr',
  'webkit2gtk-driver',
  'gir1.2-webkit2-4.1',
  'python3-gi',
  'xvfb',
  'xauth',
  'libxtst6',
  // The kiosk's keymap on a screen of the tests', a window manager, and the compositor of clinics.
  'x11-xkb-utils',
  'x11-xserver-utils',
  'libxkbcommon-tools',
  'openbox',
  'cage',
  'xwayland',
  // For the keyboard of a machine's own: tests/kiosk/support/machine-keyboard.c.
  'tcc',
  'fonts-liberation',
  'strace',
];

export interface SystemPackages {
  /** Of {@link DEBIAN_PACKAGES}, those that aren't installed; undefined where this isn't a Debian. */
  missing(): readonly string[] | undefined;
  isRoot(): boolean;
  /** Runs a command of apt-get's in this terminal and says whether it went well. */
  apt(...args: readonly string[]): boolean;
}

export function createSystemPackages(): SystemPackages {
  return {
    missing() {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own format
      const format = '-f=${Package} ${db:Status-Status}\n';
      const query = spawnSync('dpkg-query', ['-W', format, ...DEBIAN_PACKAGES], {
        encoding: 'utf8',
      });
      if (query.error) return undefined;
      const installed = new Set(
        query.stdout
          .split('\n')
          .filter((line) => line.endsWith(' installed'))
          .map((line) => line.split(' ')[0]),
      );
      return DEBIAN_PACKAGES.filter((name) => !installed.has(name));
    },
    isRoot: () => process.getuid?.() === 0,
    apt(...args) {
      const run = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-qq', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
      return run.status === 0;
    },
  };
}

/**
 * Makes sure that the browsers are there.
 * @returns whether they are; where not, one line was logged that says what to do
 */
export function ensureSystemPackages(system: SystemPackages, log: (line: string) => void): boolean {
  const missing = system.missing();
  if (missing === undefined) {
    log(
      `This isn't a Debian: the browser tests need Chromium (CHROMIUM_PATH) and WebKitGTK's WebKitWebDriver.`,
    );
    return false;
  }
  if (missing.length === 0) return true;
  const command = `apt-get install -y ${missing.join(' ')}`;
  if (!system.isRoot()) {
    log(`The browser tests need packages that only root may install: sudo ${command}`);
    return false;
  }
  log(`Installing ${missing.join(', ')}: a minute or two the first time.`);
  const install = () => system.apt('install', '-y', '--no-install-recommends', ...missing);
  // A list of packages that is out of date names files that are gone. Where one of several sources can't be reached, the
  // others may do.
  system.apt('update');
  if (install()) return true;
  log(`The packages could not be installed. By hand: ${command}`);
  return false;
}
