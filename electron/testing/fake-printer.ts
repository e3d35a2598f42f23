import type { KioskHost } from '../hosts/host.ts';

export interface FakePrinter extends Pick<KioskHost, 'printer'> {
  readonly printed: { readonly title: string; readonly lines: readonly string[] }[];
  setPrinter(state: 'ready' | 'absent' | 'failing'): void;
}

export function createFakePrinter(): FakePrinter {
  const printed: FakePrinter['printed'] = [];
  let state: 'ready' | 'absent' | 'failing' = 'ready';

  return {
    printed,
    printer: {
      state: async () => state,
      async print({ title, lines }) {
        if (state === 'failing') throw new Error('paper jam');
        if (state === 'ready') printed.push({ title, lines });
        return state === 'ready';
      },
      cancelAll: async () => undefined,
    },
    setPrinter(to) {
      state = to;
    },
  };
}
