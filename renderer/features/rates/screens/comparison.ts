import { useSyncExternalStore } from 'react';
import { conceptOf } from '../../../../sync/domain/discovery/concepts.ts';
import type { RateOrder } from '../../../../sync/domain/discovery/rates.ts';
import { isKnownPlace } from '../../../../sync/domain/places/places.ts';

/** What is compared. In the fragment of the address: it can be shared, and no server is told of it. */
export interface Comparison {
  /** Id of a concept. */
  readonly treatment?: string | undefined;
  readonly place?: string | undefined;
  readonly sort: RateOrder;
  /** Id of the rate whose estimate is shown. */
  readonly estimate?: string | undefined;
}

const ORDERS: readonly RateOrder[] = ['first', 'month', 'name'];

export function readComparison(fragment: string): Comparison {
  const asked = new URLSearchParams(fragment.replace(/^#/, ''));
  const treatment = asked.get('for') ?? '';
  const place = asked.get('in') ?? '';
  return {
    treatment: conceptOf(treatment) ? treatment : undefined,
    place: isKnownPlace(place) ? place : undefined,
    sort: ORDERS.find((order) => order === asked.get('sort')) ?? 'first',
    estimate: asked.get('estimate') ?? undefined,
  };
}

export function writeComparison({ treatment, place, sort, estimate }: Comparison): string {
  const parts = Object.entries({
    for: treatment,
    in: place,
    sort: sort === 'first' ? undefined : sort,
    estimate,
  });
  const told = parts.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `#${new URLSearchParams(told)}`;
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** As the address says it; of what the server has written nothing is known. */
export function useComparison(): readonly [Comparison, (change: Partial<Comparison>) => void] {
  const fragment = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => '',
  );
  const comparison = readComparison(fragment);
  const change = (part: Partial<Comparison>) => {
    window.location.hash = writeComparison({ ...comparison, estimate: undefined, ...part });
  };
  return [comparison, change];
}
