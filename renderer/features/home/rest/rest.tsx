import { CounterRest } from './counter-rest.tsx';
import { DuskRest } from './dusk-rest.tsx';
import { GardenRest } from './garden-rest.tsx';
import { OpenerRest } from './opener-rest.tsx';
import { ProductList } from './product-list.tsx';
import { ServiceRest } from './service-rest.tsx';

const rests = {
  garden: GardenRest,
  dusk: DuskRest,
  counter: CounterRest,
  opener: OpenerRest,
  service: ServiceRest,
};

/** What is below the forms: how it works, who reads, where, and what people ask first. */
export function Rest({ layout }: { readonly layout: keyof typeof rests }) {
  const Own = rests[layout];
  return (
    <>
      <ProductList />
      <Own />
    </>
  );
}
