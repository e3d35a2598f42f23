/** Adds an entry to a list of vendor.json without touching a character of the rest, so that a change shows as what it is. */

/** Index just after the JSON value that starts at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth === 0 && (sign === ']' || sign === '}' || sign === '"')) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** Where the list of a top-level key begins, or -1. */
function listStart(text: string, key: string): number {
  let at = text.indexOf('{') + 1;
  while (at > 0 && at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return -1;
    const nameEnd = endOfString(text, quote);
    const colon = text.indexOf(':', nameEnd);
    const value = colon + 1 + (/^\s*/.exec(text.slice(colon + 1))?.[0].length ?? 0);
    if (JSON.parse(text.slice(quote, nameEnd)) === key) return text[value] === '[' ? value : -1;
    const scalar = /^[^,}\]]*/.exec(text.slice(value))?.[0].length ?? 0;
    at = '[{"'.includes(text[value] ?? ' ') ? endOfValue(text, value) : value + scalar;
  }
  return -1;
}

/**
 * @param text valid JSON, an object at the top.
 * @returns the text with `entry` at the end of the list `key`, in the indentation of the text; undefined where there is no such list.
 */
export function appendToList(text: string, key: string, entry: unknown): string | undefined {
  const start = listStart(text, key);
  if (start < 0) return undefined;
  const close = endOfValue(text, start) - 1;
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const body = text.slice(start + 1, close);
  const indented = JSON.stringify(entry, null, unit).replaceAll('\n', `\n${unit}${unit}`);
  const kept = body.trimEnd();
  const comma = kept.trim() === '' ? '' : ',';
  return `${text.slice(0, start + 1)}${kept}${comma}\n${unit}${unit}${indented}\n${unit}${text.slice(close)}`;
}
