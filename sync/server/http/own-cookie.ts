/** The value of a cookie that only this host can have set. */

/**
 * @param header the request's `Cookie`.
 * @returns undefined where there is none, or more than one: a neighboring host or an older path has then planted another, and which of them is ours isn't known.
 */
export function readOwnCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at >= 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });
  const [value] = values;
  return values.length === 1 && value !== '' ? value : undefined;
}
