/**
 * Which state a position lies in, as far as a coarse map can tell. It runs on the device, and the position goes no further: what counts is the place that the
 * patient confirms. Near a border, off a coast and from a rough position it asks instead of guessing.
 */
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { stateOfFips } from './fips.ts';
import { unitedKingdom } from './places-elsewhere.ts';

export interface Position {
  /** WGS 84, in degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** In meters. */
  readonly accuracy: number;
}

export type Located =
  | { readonly kind: 'sure'; readonly place: string }
  | {
      readonly kind: 'ask';
      readonly because: 'border' | 'coast' | 'rough' | 'nation';
      /** Where it may be, nearest first. */
      readonly places: readonly string[];
    }
  /** In none of the places that this map knows. */
  | { readonly kind: 'outside' };

export type StatesTopology = Topology<{ readonly states: GeometryCollection }>;

/** The map's own error, and that of a phone that thinks it is exact. */
const MIN_DOUBT_KM = 1;
/** A position that is no better than this is one of a network's exchange. */
const ROUGH_KM = 20;
/** Water that still belongs to somebody; beyond it is another country, or the high sea. */
const COAST_KM = 50;
const MAX_ASKED = 5;
const KM_PER_DEGREE = 111.2;

/** The United Kingdom, and what of Ireland and France is as close: the nation is asked for in any case. */
const BRITISH_ISLES = { south: 49.8, north: 60.95, west: -8.7, east: 1.9 };

type Ring = readonly (readonly number[])[];
interface Shape {
  readonly place: string;
  readonly geometry: Polygon | MultiPolygon;
  readonly rings: readonly Ring[];
}

export function readStates(topology: StatesTopology): readonly Shape[] {
  return feature(topology, topology.objects.states).features.flatMap(({ id, geometry }) => {
    const place = stateOfFips(String(id));
    if (place === undefined || (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')) return [];
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
    return [{ place, geometry, rings }];
  });
}

/** East and north of the position, in km: flat enough for what is near. */
function createPlane({ latitude, longitude }: Position) {
  const perLongitude = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return ([x = 0, y = 0]: readonly number[]) => {
    // The other way round, where that is shorter: the Aleutians lie on both sides of 180°.
    const east = ((x - longitude + 540) % 360) - 180;
    return [east * perLongitude, (y - latitude) * KM_PER_DEGREE] as const;
  };
}

/** From the origin. */
function distanceToSegment([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + along * dx, ay + along * dy);
}

function distanceTo({ rings }: Shape, position: Position): number {
  const onPlane = createPlane(position);
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    let before = onPlane(ring[0] ?? []);
    for (const point of ring) {
      const here = onPlane(point);
      nearest = Math.min(nearest, distanceToSegment(before, here));
      before = here;
    }
  }
  return nearest;
}

const isInBritishIsles = ({ latitude, longitude }: Position): boolean =>
  latitude > BRITISH_ISLES.south &&
  latitude < BRITISH_ISLES.north &&
  longitude > BRITISH_ISLES.west &&
  longitude < BRITISH_ISLES.east;

export function locate(states: readonly Shape[], position: Position): Located {
  const { latitude, longitude, accuracy } = position;
  if (isInBritishIsles(position))
    return { kind: 'ask', because: 'nation', places: [...unitedKingdom.map(([code]) => code), 'IE'] };
  const near = states
    .map((shape) => ({
      place: shape.place,
      isInside: booleanPointInPolygon([longitude, latitude], shape.geometry),
      distance: distanceTo(shape, position),
    }))
    .map((one) => ({ ...one, distance: one.isInside ? 0 : one.distance }))
    .toSorted((one, other) => one.distance - other.distance);
  const doubt = Math.max(MIN_DOUBT_KM, accuracy / 1000);
  const within = (km: number) =>
    near
      .filter(({ distance }) => distance < km)
      .slice(0, MAX_ASKED)
      .map(({ place }) => place);
  const [nearest] = near;
  if (nearest === undefined || nearest.distance > Math.max(COAST_KM, doubt)) return { kind: 'outside' };
  if (doubt > ROUGH_KM) return { kind: 'ask', because: 'rough', places: within(doubt) };
  if (!nearest.isInside)
    return { kind: 'ask', because: 'coast', places: within(nearest.distance * 1.5 + doubt) };
  const places = within(doubt);
  return places.length === 1
    ? { kind: 'sure', place: nearest.place }
    : { kind: 'ask', because: 'border', places };
}
