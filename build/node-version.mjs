/**
 * Plain JavaScript that any Node since 14 can parse: an old Node gets one clear line instead of a syntax error.
 */

export const MINIMUM_NODE = [20, 19];
/** From here on Node strips types by itself, so that it can stand in where no packaged Node exists for the platform. */
export const TYPE_STRIPPING_NODE = [22, 18];

/**
 * @param {string} version such as `20.19.0`, with or without a leading `v`
 * @param {readonly number[]} minimum major and minor
 * @returns {boolean} whether the version is at least the minimum
 */
export function isAtLeast(version, minimum) {
  const parts = version.replace(/^v/, '').split('.').map(Number);
  const major = parts[0] || 0;
  const minor = parts[1] || 0;
  return major > minimum[0] || (major === minimum[0] && minor >= minimum[1]);
}

/** Ends the process with one line and exit code 1 when Node is too old to install or start Carefront. */
export function requireNode() {
  if (isAtLeast(process.versions.node, MINIMUM_NODE)) return;
  console.error(
    'Carefront needs Node ' +
      MINIMUM_NODE.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '.',
  );
  process.exit(1);
}
