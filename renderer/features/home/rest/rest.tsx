import type { ComponentType } from 'react';
import type { HomeLayout } from '../layout-of.ts';
import { CounterRest } from './counter-rest.tsx';
import { DuskRest } from './dusk-rest.tsx';
import { GardenRest } from './garden-rest.tsx';
import { OpenerRest } from './opener-rest.tsx';
import { ServiceRest } from './service-rest.tsx';

const rests: Readonly<Record<HomeLayout, ComponentType>> = {
  garden: GardenRest,
  dusk: DuskRest,
  counter: CounterRest,
  opener: OpenerRest,
  service: ServiceRest,
};

/** What is below the forms: how it works, who reads, where, and what people ask first. */
export function Rest({ layout }: { readonly layout: HomeLayout }) {
  const Own = rests[layout];
  return <Own />;
}
