/** What happened, in order: its hash says whether two runs were the same, its lines what a failing one did. */
export interface Trace {
  add(text: string): void;
  hash(): string;
  /** The last ones. */
  lines(): readonly string[];
}

const MAX_LINES = 4_000;

export function createTrace(now: () => number): Trace {
  const start = now();
  const lines: string[] = [];
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  return {
    add(text) {
      const line = `${Math.round((now() - start) * 1000) / 1000} ${text}`;
      for (let index = 0; index < line.length; index += 1) {
        const code = line.charCodeAt(index);
        one = Math.imul(one ^ code, 0x01000193);
        other = Math.imul(other ^ (code + index), 0x85ebca6b);
      }
      lines.push(line);
      if (lines.length > MAX_LINES) lines.splice(0, MAX_LINES / 2);
    },
    hash: () => (one >>> 0).toString(16).padStart(8, '0') + (other >>> 0).toString(16).padStart(8, '0'),
    lines: () => lines,
  };
}
