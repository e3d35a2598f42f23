import type { RouteContext } from '../../shell/routes/route-context.ts';
import { loadOffer, type Offer } from './load-offer.ts';

/** @returns undefined where it can't be fetched: it is asked for again by the screen, which says so. */
export async function loadTreatments(
  { bootstrap: { pack }, fetch, loadPack, loadTexts }: RouteContext,
  questionnaire: string,
): Promise<Offer | undefined> {
  const [offer] = await Promise.all([
    pack && loadOffer(pack, questionnaire, fetch).catch(() => undefined),
    loadPack(),
    loadTexts('treatments', 'product'),
  ]);
  return offer;
}
