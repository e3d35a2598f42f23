/** What is wrong with a pack: where exactly, and what to do. */
export interface PackFault {
  /** `error` refuses the pack; the others are said, and no more. */
  readonly severity: 'error' | 'warning' | 'information';
  /** Stable, for tests and tools. */
  readonly code: string;
  /** Path of the file, as `willow/rules/uti.json`, from the folder that holds the pack. */
  readonly file: string;
  /** JSON path inside the file, `$` for the whole of it; in Markdown and SVG the line, as `line 4`. */
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}

/** Collects the faults of one file. */
export interface Faults {
  readonly file: string;
  error(code: string, path: string, message: string, remedy: string): void;
  warning(code: string, path: string, message: string, remedy: string): void;
  information(code: string, path: string, message: string, remedy: string): void;
}

export function createFaults(file: string, list: PackFault[]): Faults {
  const add =
    (severity: PackFault['severity']) => (code: string, path: string, message: string, remedy: string) => {
      list.push({ severity, code, file, path, message, remedy });
    };
  return { file, error: add('error'), warning: add('warning'), information: add('information') };
}

export function hasErrors(faults: readonly PackFault[]): boolean {
  return faults.some((fault) => fault.severity === 'error');
}

const rank: Readonly<Record<PackFault['severity'], number>> = { error: 0, warning: 1, information: 2 };

/** Errors first, then by file; within a file in the order in which they were found. */
export function sortFaults(faults: readonly PackFault[]): readonly PackFault[] {
  return [...faults].sort(
    (a, b) => rank[a.severity] - rank[b.severity] || (a.file < b.file ? -1 : a.file > b.file ? 1 : 0),
  );
}

/** One fault as two lines of text. */
export function formatFault({ severity, file, path, message, remedy }: PackFault): string {
  return `${severity}: ${file} ${path}: ${message}\n  ${remedy}`;
}

/** `$.legal[0].files.en`; keys that aren't plain words are in brackets. */
export function jsonPath(segments: readonly PropertyKey[], base = '$'): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    const key = String(segment);
    return /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
  }, base);
}
