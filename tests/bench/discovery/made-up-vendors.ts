/** Thousands of vendors of nobody's, with forms and products about what the search knows. */
import type { ListedVendor } from '../../../sync/domain/discovery/build-index.ts';
import { concepts } from '../../../sync/domain/discovery/concepts.ts';
import { unitedStates } from '../../../sync/domain/places/places-united-states.ts';
import { testPack, testQuestionnaire } from '../../../sync/domain/testing/fixture-clinic.ts';
import { productOf, shopOf } from '../../../sync/domain/testing/fixture-shop.ts';

/** The same vendors at each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FIRST =
  'Aspen Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Laurel Maple Oak Pine Rowan Spruce Willow Yew'.split(
    ' ',
  );
const SECOND =
  'Bay Bridge Brook Field Garden Harbor Hill Lake Meadow Mill Park Point Ridge River Square Street Valley View'.split(
    ' ',
  );
const THIRD = 'Care Clinic Doctors Health Medical Men Online Pharmacy Telehealth Wellness Women'.split(' ');
const WORDS =
  'answers at body calm care clear close day doctor every family friendly from gentle good hand health help home honest hour kind life listening local near night open people plain quiet simple skin time today trust well your'.split(
    ' ',
  );

/** @param count of them */
export function madeUpVendors(count: number): readonly ListedVendor[] {
  const random = createRandom(7);
  const oneOf = <Value>(list: readonly Value[]): Value => list[random(list.length)] as Value;
  const conditions = concepts.filter(({ kind }) => kind === 'condition');
  const substances = concepts.filter(({ kind }) => kind === 'substance');
  return Array.from({ length: count }, (_, number): ListedVendor => {
    const name = `${oneOf(FIRST)} ${oneOf(SECOND)} ${oneOf(THIRD)} ${number}`;
    const sentence = () => Array.from({ length: 5 }, () => oneOf(WORDS)).join(' ');
    const treated = [oneOf(conditions), oneOf(conditions)];
    const places = Array.from({ length: 1 + random(12) }, () => oneOf(unitedStates)[0]);
    return {
      pack: {
        ...testPack(),
        ...{ slug: `vendor-${number}`, name, tagline: { en: sentence(), es: sentence() } },
        serviceAreas: [...new Set(places)].map((place) => ({ place, modality: oneOf(['async', 'live']) })),
        questionnaires: treated.map((concept, at) =>
          testQuestionnaire({
            slug: `form-${at}`,
            title: concept.name,
            price: { amount: random(8) * 1000, currency: 'USD' },
          }),
        ),
      },
      catalog: {
        products: Array.from({ length: 3 }, (__, at) => {
          const substance = oneOf(substances);
          return productOf(`product-${at}`, {
            ...{ kind: 'rx', questionnaire: 'form-0', ingredients: [...(substance.ingredients ?? [])] },
            fulfillment: [oneOf(['mail', 'pickup'] as const)],
          });
        }),
        shop: shopOf(),
      },
    };
  });
}
