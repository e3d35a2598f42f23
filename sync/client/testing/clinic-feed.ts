import type { Change } from '../../protocol/wire.ts';
import type { ClinicState } from './clinic-state.ts';

/** A page of the change feed, after the cursor that the address bears. */
export function feedPage(changes: readonly Change[], state: ClinicState, url: string) {
  const asked = new URL(url).searchParams.get('cursor');
  const [epoch, seq, kind] = asked?.split(':') ?? [state.epoch, '0'];
  // As the server's: a cursor says whether everything is being told again, until its last page.
  const resync = epoch !== state.epoch || kind === 'all';
  const from = epoch === state.epoch ? Number(seq) : 0;
  const news = changes.filter((change) => change.seq > from).slice(0, state.page);
  const last = Math.max(from, ...news.map((change) => change.seq));
  const more = changes.some((change) => change.seq > last);
  const cursor = `${state.epoch}:${last}${resync && more ? ':all' : ''}`;
  return { cursor, more, ...(resync ? { resync } : {}), changes: news };
}
