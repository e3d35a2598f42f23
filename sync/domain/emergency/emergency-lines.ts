/**
 * The numbers themselves. Every entry names the service's own page, against which it is to be checked, and
 * `reviewedOn` says when that was last done. A number changes here and nowhere else.
 */

import type { Localized } from '../languages.ts';
import { dayAndNight, emergencyCall, lines, names, sayLanguage } from './emergency-entry.ts';
import type { EmergencyLine } from './emergency-line.ts';

const unitedStates = lines('US', [
  emergencyCall('911', 'https://www.911.gov/'),
  {
    kind: 'emergency',
    channel: 'text',
    number: '911',
    name: names.emergency,
    languages: ['en'],
    interpreter: false,
    service: 'emergency',
    source: 'https://www.fcc.gov/general/text-911-master-pss-registry',
    note: {
      en: 'Only where the area takes texts. A call is surer.',
      es: 'Solo donde la zona acepta mensajes. Llamar es más seguro.',
      ar: 'فقط حيث تستقبل المنطقة الرسائل. المكالمة أضمن.',
    },
  },
  {
    kind: 'crisis',
    channel: 'call',
    number: '988',
    name: names.lifeline988,
    note: sayLanguage,
    languages: ['en'],
    interpreter: true,
    service: '988',
    source: 'https://988lifeline.org/get-help/what-to-expect',
  },
  {
    kind: 'crisis',
    channel: 'call',
    number: '988',
    press: '2',
    name: names.lifeline988,
    languages: ['es'],
    interpreter: false,
    service: '988',
    source: 'https://988lifeline.org/get-help/what-to-expect',
    note: {
      en: 'In Spanish. Free, day and night.',
      es: 'En español. Gratis, de día y de noche.',
      ar: 'بالإسبانية. مجاني، ليلًا ونهارًا.',
    },
  },
  {
    kind: 'crisis',
    channel: 'text',
    number: '988',
    name: names.lifeline988,
    note: dayAndNight,
    languages: ['en'],
    interpreter: false,
    service: '988',
    source: 'https://988lifeline.org/get-help/what-to-expect',
  },
  {
    kind: 'crisis',
    channel: 'text',
    number: '988',
    message: 'AYUDA',
    name: names.lifeline988,
    languages: ['es'],
    interpreter: false,
    service: '988',
    source: 'https://988lifeline.org/get-help/what-to-expect',
    note: {
      en: 'In Spanish: text AYUDA.',
      es: 'En español: envíe la palabra AYUDA.',
      ar: 'بالإسبانية: أرسل كلمة AYUDA.',
    },
  },
]);

const unitedKingdom = lines('GB', [
  emergencyCall(
    '999',
    'https://www.nhs.uk/nhs-services/urgent-and-emergency-care-services/when-to-call-999/',
  ),
  {
    kind: 'crisis',
    channel: 'call',
    number: '116123',
    display: '116 123',
    name: names.samaritans,
    note: dayAndNight,
    languages: ['en'],
    interpreter: false,
    service: 'samaritans',
    source: 'https://www.samaritans.org/how-we-can-help/contact-samaritan/talk-us-phone/',
  },
  {
    kind: 'crisis',
    channel: 'text',
    number: '85258',
    message: 'SHOUT',
    name: names.shout,
    languages: ['en'],
    interpreter: false,
    service: 'shout',
    source: 'https://giveusashout.org/get-help/',
    note: {
      en: 'Text SHOUT. Free on all main networks, day and night.',
      es: 'Envíe la palabra SHOUT. Gratis en las redes principales, de día y de noche.',
      ar: 'أرسل كلمة SHOUT. مجاني على الشبكات الرئيسية، ليلًا ونهارًا.',
    },
  },
  {
    kind: 'advice',
    channel: 'call',
    number: '111',
    name: names.nhs111,
    note: sayLanguage,
    languages: ['en'],
    interpreter: true,
    service: 'nhs-111',
    source: 'https://www.nhs.uk/nhs-services/urgent-and-emergency-care-services/when-to-use-111/',
  },
]);

const ireland = lines('IE', [
  emergencyCall('112', 'https://www.112.ie/'),
  { ...emergencyCall('999', 'https://www.112.ie/'), service: 'emergency-999' },
  {
    kind: 'crisis',
    channel: 'call',
    number: '116123',
    display: '116 123',
    name: names.samaritans,
    note: dayAndNight,
    languages: ['en'],
    interpreter: false,
    service: 'samaritans',
    source: 'https://www.samaritans.org/ireland/how-we-can-help/contact-samaritan/',
  },
  {
    kind: 'crisis',
    channel: 'text',
    number: '50808',
    message: 'HELLO',
    name: names.textAboutIt,
    languages: ['en'],
    interpreter: false,
    service: 'text-about-it',
    source: 'https://www.textaboutit.ie/',
    note: {
      en: 'Text HELLO. Free, day and night.',
      es: 'Envíe la palabra HELLO. Gratis, de día y de noche.',
      ar: 'أرسل كلمة HELLO. مجاني، ليلًا ونهارًا.',
    },
  },
]);

const canada = lines('CA', [
  emergencyCall('911', 'https://crtc.gc.ca/eng/phone/911/', sayLanguage, ['en', 'fr']),
  {
    kind: 'crisis',
    channel: 'call',
    number: '988',
    name: names.canada988,
    note: dayAndNight,
    languages: ['en', 'fr'],
    interpreter: false,
    service: '988',
    source: 'https://988.ca/',
  },
  {
    kind: 'crisis',
    channel: 'text',
    number: '988',
    name: names.canada988,
    note: dayAndNight,
    languages: ['en', 'fr'],
    interpreter: false,
    service: '988',
    source: 'https://988.ca/',
  },
]);

const australia = lines('AU', [
  emergencyCall('000', 'https://www.triplezero.gov.au/'),
  {
    kind: 'crisis',
    channel: 'call',
    number: '131114',
    display: '13 11 14',
    name: names.lifelineAu,
    languages: ['en'],
    interpreter: false,
    service: 'lifeline',
    source: 'https://www.lifeline.org.au/131114/',
    note: {
      en: 'Day and night. For an interpreter call 131 450 first and ask for Lifeline, 13 11 14.',
      es: 'De día y de noche. Para tener intérprete, llame antes al 131 450 y pida Lifeline, 13 11 14.',
      ar: 'ليلًا ونهارًا. للحصول على مترجم اتصل أولًا بالرقم \u200e131 450\u200e واطلب لايفلاين \u200e13 11 14\u200e.',
    },
  },
  {
    kind: 'crisis',
    channel: 'text',
    number: '0477131114',
    display: '0477 13 11 14',
    name: names.lifelineAu,
    note: dayAndNight,
    languages: ['en'],
    interpreter: false,
    service: 'lifeline',
    source: 'https://www.lifeline.org.au/get-help/i-need-help-now/',
  },
  {
    kind: 'advice',
    channel: 'call',
    number: '1800022222',
    display: '1800 022 222',
    name: names.healthdirect,
    note: dayAndNight,
    languages: ['en'],
    interpreter: false,
    service: 'healthdirect',
    source: 'https://www.healthdirect.gov.au/',
  },
]);

const newZealand = lines('NZ', [
  emergencyCall('111', 'https://www.govt.nz/browse/law-crime-and-justice/emergency-services/', dayAndNight, [
    'en',
  ]),
  {
    kind: 'crisis',
    channel: 'call',
    number: '1737',
    name: names.need,
    note: dayAndNight,
    languages: ['en'],
    interpreter: false,
    service: '1737',
    source: 'https://1737.org.nz/',
  },
  {
    kind: 'crisis',
    channel: 'text',
    number: '1737',
    name: names.need,
    note: dayAndNight,
    languages: ['en'],
    interpreter: false,
    service: '1737',
    source: 'https://1737.org.nz/',
  },
  {
    kind: 'advice',
    channel: 'call',
    number: '0800611116',
    display: '0800 611 116',
    name: names.healthline,
    note: sayLanguage,
    languages: ['en'],
    interpreter: true,
    service: 'healthline',
    source: 'https://info.health.nz/healthline',
  },
]);

const ownLanguage: Localized = {
  en: 'Free from every phone. Answered in the language of the country, in many places in English too.',
  es: 'Gratis desde cualquier teléfono. Responden en el idioma del país y, en muchos lugares, también en inglés.',
  ar: 'مجاني من أي هاتف. يجيبون بلغة البلد، وفي أماكن كثيرة بالإنجليزية أيضًا.',
};

const europe = lines('EU', [
  {
    ...emergencyCall('112', 'https://digital-strategy.ec.europa.eu/en/policies/112', ownLanguage, []),
    interpreter: false,
  },
  {
    kind: 'crisis',
    channel: 'call',
    number: '116123',
    display: '116 123',
    name: names.support,
    languages: [],
    interpreter: false,
    service: '116-123',
    source: 'https://digital-strategy.ec.europa.eu/en/policies/116-helplines',
    note: {
      en: 'Not in every country. If nobody answers, call 112.',
      es: 'No existe en todos los países. Si nadie responde, llame al 112.',
      ar: 'غير متاح في كل البلدان. إذا لم يجب أحد فاتصل بالرقم 112.',
    },
  },
]);

const inMostCountries: Localized = {
  en: 'Mobile phones connect 112 or 911 to the local emergency services in most countries.',
  es: 'En la mayoría de los países, el móvil conecta el 112 o el 911 con los servicios de emergencia locales.',
  ar: 'في معظم البلدان توصلك الهواتف المحمولة عبر 112 أو 911 بخدمات الطوارئ المحلية.',
};

const ifNeitherWorks: Localized = {
  en: 'If neither works, ask somebody near you to call.',
  es: 'Si ninguno funciona, pida a alguien cercano que llame.',
  ar: 'إن لم يعمل أي منهما فاطلب ممن حولك أن يتصل.',
};

const T_REC_E_161_1 = 'https://www.itu.int/rec/T-REC-E.161.1';

/** For places that this product has no numbers for; read from the first to the last. */
export const adviceEverywhere = lines('any', [
  { ...emergencyCall('112', T_REC_E_161_1, inMostCountries, []), interpreter: false },
  {
    ...emergencyCall('911', T_REC_E_161_1, ifNeitherWorks, []),
    interpreter: false,
    service: 'emergency-911',
  },
]);

/** By ISO 3166 country; `EU` stands for the countries of Europe without an entry of their own. */
export const linesByCountry: Readonly<Record<string, readonly EmergencyLine[]>> = {
  US: unitedStates,
  GB: unitedKingdom,
  IE: ireland,
  CA: canada,
  AU: australia,
  NZ: newZealand,
  EU: europe,
};
