/** The switches in Electron's own binary (S11): all nine are said, and read back from the file that is shipped. */
import { FuseState, FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';

/** What each is to be. A fuse that a later Electron adds has no entry here, and then nothing is packaged. */
export const FUSES = Object.freeze({
  RunAsNode: false,
  EnableCookieEncryption: true,
  // Also keeps `NODE_EXTRA_CA_CERTS` from adding a root.
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // Electron checks on Windows and macOS; on Linux the files belong to root.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
} as const satisfies Record<keyof typeof FuseV1Options, boolean>);

type FuseName = keyof typeof FUSES;
const NAMES = Object.keys(FUSES).filter((name): name is FuseName => name in FuseV1Options);

/** @returns the fuses of a binary by name; one that this list doesn't know is under its number */
export async function readFuses(binary: string): Promise<Readonly<Record<string, boolean | undefined>>> {
  const wire = await getCurrentFuseWire(binary);
  const states = Object.entries(wire).filter(([place]) => place !== 'version');
  return Object.fromEntries(
    states.map(([place, state]) => [
      NAMES.find((name) => FuseV1Options[name] === Number(place)) ?? place,
      state === FuseState.ENABLE ? true : state === FuseState.DISABLE ? false : undefined,
    ]),
  );
}

/**
 * @param binary the executable, or macOS' `.app`
 * @throws Error where the binary has a fuse that isn't listed above, or doesn't hold afterwards what was written
 */
export async function setFuses(binary: string): Promise<void> {
  await flipFuses(binary, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: binary.endsWith('.app'),
    [FuseV1Options.RunAsNode]: FUSES.RunAsNode,
    [FuseV1Options.EnableCookieEncryption]: FUSES.EnableCookieEncryption,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FUSES.EnableNodeOptionsEnvironmentVariable,
    [FuseV1Options.EnableNodeCliInspectArguments]: FUSES.EnableNodeCliInspectArguments,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FUSES.EnableEmbeddedAsarIntegrityValidation,
    [FuseV1Options.OnlyLoadAppFromAsar]: FUSES.OnlyLoadAppFromAsar,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: FUSES.LoadBrowserProcessSpecificV8Snapshot,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: FUSES.GrantFileProtocolExtraPrivileges,
    [FuseV1Options.WasmTrapHandlers]: FUSES.WasmTrapHandlers,
  });
  const seen = await readFuses(binary);
  const wrong = [...new Set([...NAMES, ...Object.keys(seen)])].filter(
    (name) => seen[name] !== (name in FUSES ? FUSES[name as FuseName] : undefined),
  );
  if (wrong.length > 0) throw new Error(`Fuses that are not as they should be: ${wrong.join(', ')}.`);
}
