/** What a vendor sells and asks for it: for the features that price, take and judge orders. */
import { type Core, type Feature, type OpenedFeature, serviceNamed } from '../../core/feature.ts';
import { type Catalogs, createCatalogs } from './catalogs.ts';

export type { Catalog, Catalogs } from './catalogs.ts';
export const catalogs = serviceNamed<Catalogs>('catalogs');

function open(core: Core): OpenedFeature {
  catalogs.provide(core, createCatalogs(core.vendors));
  return {};
}

export const shop: Feature = { name: 'shop', open };
