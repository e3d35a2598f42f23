/** What a new feature's routes need elsewhere: a line in the route table, a title, and a server that knows the address. */
import type { AnyRoute } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { platformScreens } from '../../sync/domain/platform-screens.ts';
import { returnScreens } from '../../sync/domain/return-screens.ts';
import { vendorScreens } from '../../sync/domain/vendor-screens.ts';
import * as pages from './page-routes.ts';
import * as vendorPages from './vendor-routes.ts';

const features = import.meta.glob<Readonly<Record<string, unknown>>>('../features/*/routes.ts', {
  eager: true,
});
const top: readonly AnyRoute[] = [...Object.values(pages), ...Object.values(vendorPages)];

function pathOf({ options }: AnyRoute): string {
  return 'path' in options ? String(options.path) : '';
}

function untitled(route: AnyRoute): readonly string[] {
  if (route.options.staticData?.title !== undefined) return [];
  const children: readonly AnyRoute[] = Object.values(route.children ?? {});
  return children.length === 0 ? [pathOf(route)] : children.flatMap(untitled);
}

test('each route that a feature’s routes.ts exports is named in vendor-routes.ts or page-routes.ts', () => {
  const files = Object.entries(features);
  expect(files.map(([file]) => file)).toContain('../features/home/routes.ts');
  const listed = new Set<unknown>(top);
  const unlisted = files.flatMap(([file, routes]) =>
    Object.entries(routes)
      .filter(([, route]) => !listed.has(route))
      .map(([name]) => `${name} of ${file}`),
  );
  expect(unlisted).toEqual([]);
});

test('every page says in staticData what its title is', () => {
  expect(top.flatMap(untitled)).toEqual([]);
});

function addressesOf(route: AnyRoute, above = ''): readonly string[] {
  const address = [above, pathOf(route)].join('/').replaceAll(/^\/+|\/+$/g, '');
  const children: readonly AnyRoute[] = Object.values(route.children ?? {});
  return children.length === 0 ? [address] : children.flatMap((child) => addressesOf(child, address));
}

test('the screens of a vendor are those that the server knows: sync/domain/vendor-screens.ts', () => {
  const addresses = Object.values(vendorPages).flatMap((route) => addressesOf(route));
  expect(addresses.toSorted()).toEqual(['', '$legal', ...vendorScreens].toSorted());
});

test('the pages outside of vendors’ spaces are the list of them, the console, and those that the server knows: return-screens.ts and platform-screens.ts of sync/domain', () => {
  const addresses = Object.values(pages).flatMap((route) => addressesOf(route));
  const others = addresses.filter((address) => !/^(?:console|embed)\//.test(address));
  expect(others.toSorted()).toEqual([...returnScreens, ...Object.keys(platformScreens)].toSorted());
});
