/** The map that tells states apart: 36 kB on its way, loaded by who asks where they are. */
import topology from 'us-atlas/states-10m.json' with { type: 'json' };
import {
  type Located,
  locate,
  type Position,
  readStates,
  type StatesTopology,
} from '../../../../sync/domain/places/locate.ts';

export const locateOnMap = (position: Position): Located =>
  locate(readStates(topology as unknown as StatesTopology), position);
