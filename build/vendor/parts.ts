/** The table of contents: a feature that asks something of a vendor says here how it is checked and published. */

import type { VendorSource } from '../../sync/domain/vendor/vendor-pack.ts';
import { careBuild } from './parts/care.ts';
import { catalogBuild } from './parts/catalog.ts';
import { intakeBuild } from './parts/intake.ts';
import { legalBuild } from './parts/legal.ts';
import { profileBuild } from './parts/profile.ts';
import { safetyBuild } from './parts/safety.ts';
import { screenshotsBuild } from './parts/screenshots.ts';
import { shopBuild } from './parts/shop.ts';
import type { BuildPart, PackReading, Publishing } from './read/part.ts';

export const parts = [
  profileBuild,
  intakeBuild,
  safetyBuild,
  legalBuild,
  catalogBuild,
  shopBuild,
  careBuild,
  screenshotsBuild,
] as const satisfies readonly BuildPart[];

type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Every) => void
  ? Every
  : never;
type Parts = (typeof parts)[number];
export type CheckedParts = All<Awaited<ReturnType<Parts['check']>>>;
export type PublishedParts = All<Awaited<ReturnType<Parts['publish']>>>;

const joined = async (given: readonly Promise<object>[]) =>
  Object.fromEntries((await Promise.all(given)).flatMap((own) => Object.entries(own)));

export const checkParts = async (reading: PackReading) =>
  (await joined(parts.map((part) => part.check(reading)))) as CheckedParts;

export const publishParts = async (
  checked: CheckedParts & { readonly source: VendorSource },
  publishing: Publishing,
) => (await joined(parts.map((part) => part.publish(checked, publishing)))) as PublishedParts;
