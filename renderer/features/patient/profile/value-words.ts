import { centimeters, feetAndInches, kilograms } from '../../../../sync/domain/health/body-mass.ts';
import { isActive } from '../../../../sync/domain/health/health-names.ts';
import { NOT_PREGNANT, PREGNANT } from '../../../../sync/domain/health/make-resources.ts';
import type { HealthResource, Height, Pregnancy, Weight } from '../../../../sync/domain/health/resources.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { usesCustomary } from '../../../form/values/measures.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { conceptOf, detailOf, isListed } from './changes.ts';

const KG_PER_LB = 0.453_592_37;

/** A measure in the unit that the vendor's country uses, and in the other. */
export interface MeasureWords {
  readonly main: string;
  readonly other: string;
}

/** With the month in words in every language: the medium style of Arabic is all figures, which read both ways. */
const DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };

export function useDay(): (instant: string) => string {
  const format = useFormat();
  return (instant) => format.date(instant, DAY);
}

/** @returns whether people measure in feet and pounds where the vendor is */
export const useCustomary = (): boolean => usesCustomary(usePack().region);

export function useMeasureWords() {
  const t = useMessages('patient');
  const format = useFormat();
  const customary = useCustomary();
  const figure = (value: number, places: number) => format.number(value, { maximumFractionDigits: places });
  const ordered = (ownWords: string, metric: string): MeasureWords =>
    customary ? { main: ownWords, other: metric } : { main: metric, other: ownWords };
  return {
    height(height: Height): MeasureWords {
      const { feet, inches } = feetAndInches(height);
      return ordered(
        t('value.feetInches', { feet: figure(feet, 0), inches: figure(inches, 0) }),
        t('value.centimeters', {
          value: figure(centimeters(height), height.valueQuantity.code === 'cm' ? 1 : 0),
        }),
      );
    },
    weight(weight: Weight): MeasureWords {
      const isPounds = weight.valueQuantity.code === '[lb_av]';
      const pounds = isPounds ? weight.valueQuantity.value : kilograms(weight) / KG_PER_LB;
      return ordered(
        t('value.pounds', { value: figure(pounds, isPounds ? 1 : 0) }),
        t('value.kilograms', { value: figure(kilograms(weight), 1) }),
      );
    },
  };
}

export function usePregnancyWords() {
  const t = useMessages('patient');
  return ({ valueCodeableConcept }: Pregnancy): string => {
    const [{ code }] = valueCodeableConcept.coding;
    if (code === PREGNANT) return t('pregnancy.isPregnant');
    return t(code === NOT_PREGNANT ? 'pregnancy.isNot' : 'pregnancy.isUnsure');
  };
}

/** Whatever a record may say, in lines: the first is what it is called. */
export function useValueWords(): (resource: HealthResource, share?: boolean) => readonly string[] {
  const t = useMessages('patient');
  const { name: vendor } = usePack();
  const measures = useMeasureWords();
  const pregnancy = usePregnancyWords();
  return (resource, share) => {
    const lines = (): readonly (string | undefined)[] => {
      if (isListed(resource)) {
        const name = conceptOf(resource).text;
        return [isActive(resource) ? name : t('conflict.ended', { name }), detailOf(resource)];
      }
      switch (resource.resourceType) {
        case 'Practitioner':
          return [
            resource.name[0].text,
            resource.telecom?.[0].value,
            resource.address?.[0].text,
            share === undefined ? undefined : t(share ? 'doctor.shared' : 'doctor.notShared', { vendor }),
          ];
        case 'RelatedPerson':
          return [resource.name[0].text, resource.relationship?.[0].text, resource.telecom[0].value];
        case 'Observation': {
          if ('valueCodeableConcept' in resource) return [pregnancy(resource)];
          const { main, other } = isHeight(resource) ? measures.height(resource) : measures.weight(resource);
          return [main, other];
        }
      }
    };
    return lines().filter((line) => line !== undefined && line !== '') as readonly string[];
  };
}

export function isHeight(resource: Weight | Height): resource is Height {
  return resource.code.coding[0].code === '8302-2';
}
