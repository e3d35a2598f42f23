/** Opens the console at an address, over a server in memory. */
import { vi } from 'vitest';
import type { Language } from '../../../../sync/domain/languages.ts';
import { testListing } from '../../../../sync/domain/testing/fixture-clinic.ts';
import { open } from '../../../app/testing/open.tsx';
import type { ConsoleServer } from './console-server.ts';

const browserFetch = globalThis.fetch;
/** The lines that are open to the server, newest last. */
const lines: EventTarget[] = [];

class Line extends EventTarget {
  constructor() {
    super();
    lines.push(this);
  }
  close(): void {
    lines.splice(lines.indexOf(this), 1);
  }
}

/** The server says that something is new. */
export function tellConsole(): void {
  for (const line of lines) line.dispatchEvent(new Event('wake'));
}

export function openConsoleAt(path: string, server: ConsoleServer, language: Language = 'en') {
  vi.stubGlobal('EventSource', Line);
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    new Request(input).url.includes('/api/') ? server.fetch(input, init) : browserFetch(input, init),
  );
  return open(path, {
    language,
    bootstrap: { scope: 'console', pack: undefined, vendors: [testListing()] } as object,
  });
}
