/**
 * Reads what stays the same under its name, such as a file that is named by its hash: once, however often it is asked for. What couldn't be read is read again
 * when it is asked for next.
 *
 * @param most that are kept: those that were asked for last
 */
export function createReadOnce<Value>(most = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, Promise<Value>>();
  return (name: string, read: () => Promise<Value>): Promise<Value> => {
    const value = kept.get(name) ?? read();
    kept.delete(name);
    kept.set(name, value);
    value.catch(() => kept.delete(name));
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
