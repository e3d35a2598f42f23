/** Places that a text names: a state, a nation or a country in any language, a ZIP code or a British postcode. */

import { languages } from '../languages.ts';
import { placeGroups } from '../places/places.ts';
import { stateOfZip } from '../places/zip-states.ts';
import { foldText } from '../words/fold-text.ts';

/** First letters of a British postcode. Those of a border lie on both sides of it, and the nation is asked for. */
const NATIONS: readonly (readonly [areas: string, ...nations: readonly string[]])[] = [
  ['BT', 'GB-NIR'],
  ['AB DD EH FK G HS IV KA KW KY ML PA PH ZE', 'GB-SCT'],
  ['CF SA', 'GB-WLS'],
  ['CA DG NE TD', 'GB-ENG', 'GB-SCT'],
  ['CH GL HR LD LL NP SY', 'GB-ENG', 'GB-WLS'],
  [
    'AL B BA BB BD BH BL BN BR BS CB CM CO CR CT CV CW DA DE DH DL DN DT DY E EC EN EX FY GU HA HD HG HP HU HX IG IP KT L LA LE LN LS LU M ME MK N NG NN NR NW ' +
      'OL OX PE PL PO PR RG RH RM S SE SG SK SL SM SN SO SP SR SS ST SW TA TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO',
    'GB-ENG',
  ],
];
const nations = new Map(
  NATIONS.flatMap(([areas, ...codes]) => areas.split(' ').map((area) => [area, codes] as const)),
);
const POSTCODE = /^([a-z]{1,2})\d[a-z\d]? ?(\d[a-z]{2})?$/;
const ZIP = /^\d{3}(\d{2}(-\d{4})?)?$/;

const names = languages.flatMap((language) =>
  placeGroups(language).flatMap(({ places }) =>
    places.map(({ code, name }) => ({ code, name: foldText(name) })),
  ),
);

/** @returns none where it names none, several where it says too little */
export function findPlaces(text: string): readonly string[] {
  const asked = foldText(text).trim().replaceAll(/\s+/g, ' ');
  if (asked === '') return [];
  if (ZIP.test(asked)) return [stateOfZip(asked)].filter((place) => place !== undefined);
  const [, area] = POSTCODE.exec(asked) ?? [];
  if (area !== undefined) return nations.get(area.toUpperCase()) ?? [];
  const codes = new Set(names.map(({ code }) => code));
  const state = `US-${asked.toUpperCase()}`;
  if (codes.has(state)) return [state];
  const exact = names.filter(({ name }) => name === asked);
  const found = exact.length > 0 ? exact : names.filter(({ name }) => name.startsWith(asked));
  return [...new Set(found.map(({ code }) => code))];
}
