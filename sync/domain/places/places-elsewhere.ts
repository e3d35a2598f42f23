/** ISO 3166-2 codes of the parts of Canada, the United Kingdom and Australia, with names in English, Spanish and Arabic. */
import type { PlaceRow } from './place-row.ts';

export const canada: readonly PlaceRow[] = [
  ['CA-AB', 'Alberta', 'Alberta', 'ألبرتا'],
  ['CA-BC', 'British Columbia', 'Columbia Británica', 'كولومبيا البريطانية'],
  ['CA-MB', 'Manitoba', 'Manitoba', 'مانيتوبا'],
  ['CA-NB', 'New Brunswick', 'Nuevo Brunswick', 'نيو برونزويك'],
  ['CA-NL', 'Newfoundland and Labrador', 'Terranova y Labrador', 'نيوفاوندلاند ولابرادور'],
  ['CA-NS', 'Nova Scotia', 'Nueva Escocia', 'نوفا سكوشا'],
  ['CA-NT', 'Northwest Territories', 'Territorios del Noroeste', 'الأقاليم الشمالية الغربية'],
  ['CA-NU', 'Nunavut', 'Nunavut', 'نونافوت'],
  ['CA-ON', 'Ontario', 'Ontario', 'أونتاريو'],
  ['CA-PE', 'Prince Edward Island', 'Isla del Príncipe Eduardo', 'جزيرة الأمير إدوارد'],
  ['CA-QC', 'Quebec', 'Quebec', 'كيبك'],
  ['CA-SK', 'Saskatchewan', 'Saskatchewan', 'ساسكاتشوان'],
  ['CA-YT', 'Yukon', 'Yukón', 'يوكون'],
];

export const unitedKingdom: readonly PlaceRow[] = [
  ['GB-ENG', 'England', 'Inglaterra', 'إنجلترا'],
  ['GB-NIR', 'Northern Ireland', 'Irlanda del Norte', 'أيرلندا الشمالية'],
  ['GB-SCT', 'Scotland', 'Escocia', 'اسكتلندا'],
  ['GB-WLS', 'Wales', 'Gales', 'ويلز'],
];

export const australia: readonly PlaceRow[] = [
  [
    'AU-ACT',
    'Australian Capital Territory',
    'Territorio de la Capital Australiana',
    'إقليم العاصمة الأسترالية',
  ],
  ['AU-NSW', 'New South Wales', 'Nueva Gales del Sur', 'نيو ساوث ويلز'],
  ['AU-NT', 'Northern Territory', 'Territorio del Norte', 'الإقليم الشمالي'],
  ['AU-QLD', 'Queensland', 'Queensland', 'كوينزلاند'],
  ['AU-SA', 'South Australia', 'Australia Meridional', 'جنوب أستراليا'],
  ['AU-TAS', 'Tasmania', 'Tasmania', 'تسمانيا'],
  ['AU-VIC', 'Victoria', 'Victoria', 'فيكتوريا'],
  ['AU-WA', 'Western Australia', 'Australia Occidental', 'غرب أستراليا'],
];
