/** A Debian package of a packed kiosk, by `dpkg-deb` alone: every file belongs to root, and is listed with its hash so that `dpkg --verify` finds what was changed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PROGRAM, type VendorFacts } from './stage-app.ts';

export interface DebOptions {
  /** `linux-unpacked`, with fuses set. */
  readonly packed: string;
  /** `electron/os`: the unit, its configuration and the script that puts them in place. */
  readonly os: string;
  readonly work: string;
  readonly outDir: string;
  readonly vendor: VendorFacts;
  readonly version: string;
  readonly homepage: string;
  /** Debian's name for the processor. */
  readonly architecture: 'amd64' | 'arm64';
}

/** Libraries that Electron loads, what shows it, and the voice. */
const DEPENDS = [
  'cage',
  'espeak-ng',
  'libasound2t64 | libasound2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnss3',
  'libxss1',
  'systemd (>= 250)',
].join(', ');

/** Distributions that forbid user namespaces to programs they don't know (Ubuntu 24.04) let those with a profile have them. */
const APPARMOR = `abi <abi/4.0>,
include <tunables/global>

profile ${PROGRAM} /opt/${PROGRAM}/${PROGRAM} flags=(unconfined) {
  userns,
  include if exists <local/${PROGRAM}>
}
`;

const POSTINST = `#!/bin/sh
set -e
if [ "$1" = configure ] && command -v apparmor_parser >/dev/null 2>&1; then
  # An AppArmor that is older doesn't know the rule, and doesn't need it.
  apparmor_parser --replace --write-cache --skip-cache /etc/apparmor.d/${PROGRAM} 2>/dev/null || true
fi
if [ "$1" = configure ]; then
  echo 'To make this machine a kiosk: sh /opt/${PROGRAM}/os/linux/install.sh'
fi
`;

const POSTRM = `#!/bin/sh
set -e
if [ "$1" = remove ] && command -v apparmor_parser >/dev/null 2>&1 && [ -e /etc/apparmor.d/${PROGRAM} ]; then
  apparmor_parser --remove /etc/apparmor.d/${PROGRAM} 2>/dev/null || true
fi
`;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .toSorted();

/** A line of a control file can't be left by what a vendor is called. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function makeReadable(folder: string): void {
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const whole = join(folder, path);
    const { mode } = statSync(whole);
    const runs = statSync(whole).isDirectory() || (mode & 0o111) !== 0;
    chmodSync(whole, runs ? 0o755 : 0o644);
  }
}

/** @returns path of the package @throws Error where `dpkg-deb` is missing or refuses */
export function buildDeb(options: DebOptions): string {
  const { packed, os, work, outDir, vendor, version, homepage, architecture } = options;
  const tree = join(work, 'deb');
  const program = join(tree, 'opt', PROGRAM);
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(join(tree, 'DEBIAN'), { recursive: true });
  mkdirSync(join(tree, 'etc', 'apparmor.d'), { recursive: true });
  cpSync(packed, program, { recursive: true, verbatimSymlinks: true });
  cpSync(join(os, 'README.md'), join(program, 'os', 'README.md'));
  cpSync(join(os, 'linux'), join(program, 'os', 'linux'), { recursive: true });
  writeFileSync(join(tree, 'etc', 'apparmor.d', PROGRAM), APPARMOR);
  makeReadable(tree);

  const shipped = filesIn(tree).filter((path) => !path.startsWith('DEBIAN'));
  const kilobytes = Math.ceil(shipped.reduce((sum, path) => sum + statSync(join(tree, path)).size, 0) / 1024);
  const md5 = (path: string) =>
    createHash('md5')
      .update(readFileSync(join(tree, path)))
      .digest('hex');
  const control = [
    `Package: ${PROGRAM}`,
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${oneLine(vendor.legalName)} <${vendor.email ?? `kiosk@${new URL(homepage).hostname}`}>`,
    `Installed-Size: ${kilobytes}`,
    `Depends: ${DEPENDS}`,
    'Recommends: usbguard, cups-client',
    'Section: misc',
    'Priority: optional',
    `Homepage: ${homepage}`,
    `Description: Kiosk of ${oneLine(vendor.name)}`,
    ' Takes the questionnaires of patients in a clinic, and shows nothing else.',
    '',
  ].join('\n');
  writeFileSync(join(tree, 'DEBIAN', 'control'), control);
  writeFileSync(join(tree, 'DEBIAN', 'conffiles'), `/etc/apparmor.d/${PROGRAM}\n`);
  writeFileSync(join(tree, 'DEBIAN', 'md5sums'), shipped.map((path) => `${md5(path)}  ${path}\n`).join(''));
  writeFileSync(join(tree, 'DEBIAN', 'postinst'), POSTINST, { mode: 0o755 });
  writeFileSync(join(tree, 'DEBIAN', 'postrm'), POSTRM, { mode: 0o755 });
  const file = join(outDir, `${PROGRAM}-${vendor.slug}_${version}_${architecture}.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, file], { stdio: 'pipe' });
  return file;
}
