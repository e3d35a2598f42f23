/** Layouts that few forms have, loaded before a form that has them is shown: there may be no network later. */
import type { QuestionnaireItem } from 'fhir/r4.js';
import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '../../design/basic/layout/skeleton.tsx';
import { groupLayout, placeOf } from '../values/item-layout.ts';

const special = () => import('./special-layout.tsx');
const tabs = () => import('./tabs.tsx');
const LazySpecialLayout = lazy(async () => ({ default: (await special()).SpecialLayout }));
const LazyTabs = lazy(async () => ({ default: (await tabs()).Tabs }));

export function SpecialLayout(props: ComponentProps<typeof LazySpecialLayout>) {
  return (
    <Suspense fallback={<Skeleton />}>
      <LazySpecialLayout {...props} />
    </Suspense>
  );
}

export function Tabs(props: ComponentProps<typeof LazyTabs>) {
  return (
    <Suspense fallback={<Skeleton />}>
      <LazyTabs {...props} />
    </Suspense>
  );
}

/** Loads what the groups of a form are laid out by. @throws where a part can't be loaded */
export async function loadLayouts(items: readonly QuestionnaireItem[] = []): Promise<void> {
  const loads = new Set<() => Promise<unknown>>();
  const waiting = [...items];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const layout = groupLayout(item);
    if (layout === 'tabs' || placeOf(item) === 'tab') loads.add(tabs);
    else if (layout !== 'list') loads.add(special);
    waiting.push(...(item.item ?? []));
  }
  await Promise.all(Array.from(loads, (load) => load()));
}
