/** What the entries of `emergency-lines.ts` share: names of services, common notes, and how an entry becomes a line. */

import type { Localized } from '../languages.ts';
import type { EmergencyLine } from './emergency-line.ts';

/** Nobody has held the whole table against its sources yet; an operator must before patients rely on it. */
const reviewedOn = null;

export const names = {
  emergency: { en: 'Emergency services', es: 'Servicios de emergencia', ar: 'خدمات الطوارئ' },
  lifeline988: {
    en: '988 Suicide & Crisis Lifeline',
    es: '988 Línea de Prevención del Suicidio y Crisis',
    ar: 'خط 988 لأزمات الانتحار والضائقة النفسية',
  },
  canada988: {
    en: '9-8-8 Suicide Crisis Helpline',
    es: 'Línea de ayuda 9-8-8 en crisis de suicidio',
    ar: 'خط \u200e9-8-8\u200e لأزمات الانتحار',
  },
  samaritans: { en: 'Samaritans', es: 'Samaritans (apoyo emocional)', ar: 'ساماريتانز (دعم نفسي)' },
  shout: { en: 'Shout', es: 'Shout (apoyo por mensaje)', ar: 'شاوت (دعم بالرسائل)' },
  nhs111: {
    en: 'NHS 111, urgent medical advice',
    es: 'NHS 111, consejo médico urgente',
    ar: 'NHS 111، استشارة طبية عاجلة',
  },
  textAboutIt: {
    en: 'Text About It',
    es: 'Text About It (apoyo por mensaje)',
    ar: 'تكست أباوت إت (دعم بالرسائل)',
  },
  lifelineAu: { en: 'Lifeline', es: 'Lifeline (apoyo en crisis)', ar: 'لايفلاين (دعم في الأزمات)' },
  healthdirect: {
    en: 'healthdirect, urgent medical advice',
    es: 'healthdirect, consejo médico urgente',
    ar: 'healthdirect، استشارة طبية عاجلة',
  },
  need: { en: '1737, need to talk?', es: '1737, apoyo emocional', ar: '1737، دعم نفسي' },
  healthline: {
    en: 'Healthline, urgent medical advice',
    es: 'Healthline, consejo médico urgente',
    ar: 'Healthline، استشارة طبية عاجلة',
  },
  support: { en: 'Emotional support line', es: 'Línea de apoyo emocional', ar: 'خط الدعم النفسي' },
} as const satisfies Record<string, Localized>;

export const dayAndNight: Localized = {
  en: 'Free, day and night.',
  es: 'Gratis, de día y de noche.',
  ar: 'مجاني، ليلًا ونهارًا.',
};
export const sayLanguage: Localized = {
  en: 'Free, day and night. Say the name of your language and stay on the line for an interpreter.',
  es: 'Gratis, de día y de noche. Diga el nombre de su idioma y espere en la línea a un intérprete.',
  ar: 'مجاني، ليلًا ونهارًا. قل اسم لغتك وابقَ على الخط حتى يصل المترجم.',
};

export type Entry = Omit<EmergencyLine, 'id' | 'reviewedOn' | 'display'> & { readonly display?: string };

export const lines = (country: string, entries: readonly Entry[]): readonly EmergencyLine[] =>
  entries.map((entry, index) => ({
    ...entry,
    id: `${country.toLowerCase()}-${entry.service}-${entry.channel}-${index + 1}`,
    display: entry.display ?? entry.number,
    reviewedOn,
  }));

export const emergencyCall = (
  number: string,
  source: string,
  note: Localized = sayLanguage,
  languages: readonly string[] = ['en'],
): Entry => ({
  kind: 'emergency',
  channel: 'call',
  number,
  name: names.emergency,
  note,
  languages,
  interpreter: true,
  service: 'emergency',
  source,
});
