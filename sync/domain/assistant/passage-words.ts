/** Words around what a pack says in figures, so that they can be read and found as sentences. */
import type { Language } from '../languages.ts';

interface Facts {
  readonly minutes: number;
  readonly hours: number;
  /** Undefined: free. */
  readonly price: string | undefined;
}

interface Wording {
  readonly use: string;
  readonly benefits: string;
  readonly notFor: string;
  readonly sideEffects: string;
  readonly price: string;
  readonly contact: (name: string) => string;
  readonly places: (name: string) => string;
  readonly facts: (facts: Facts) => string;
}

/** Arabic counts 3 to 10 in the plural. */
const counted = (count: number, one: string, few: string) =>
  `${count} ${count >= 3 && count <= 10 ? few : one}`;

const wordings: Readonly<Record<Language, Wording>> = {
  en: {
    use: 'how to use it',
    benefits: 'benefits',
    notFor: 'who shouldn’t use it',
    sideEffects: 'side effects',
    price: 'price',
    contact: (name) => `${name}: hours and contact`,
    places: (name) => `Where ${name} treats patients`,
    facts: ({ minutes, hours, price }) =>
      `${price === undefined ? 'It’s free.' : `The consultation costs ${price}.`} The form takes about ${minutes} minutes. You’ll hear back within ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
  },
  es: {
    use: 'cómo se usa',
    benefits: 'beneficios',
    notFor: 'quién no debe usarlo',
    sideEffects: 'efectos secundarios',
    price: 'precio',
    contact: (name) => `${name}: horario y contacto`,
    places: (name) => `Dónde atiende ${name}`,
    facts: ({ minutes, hours, price }) =>
      `${price === undefined ? 'Es gratis.' : `La consulta cuesta ${price}.`} El formulario toma unos ${minutes} minutos. Recibirá respuesta en un plazo de ${hours} ${hours === 1 ? 'hora' : 'horas'}.`,
  },
  ar: {
    use: 'كيفية الاستعمال',
    benefits: 'الفوائد',
    notFor: 'من يجب ألا يستعمله',
    sideEffects: 'الآثار الجانبية',
    price: 'السعر',
    contact: (name) => `${name}: ساعات العمل والتواصل`,
    places: (name) => `أماكن العلاج لدى ${name}`,
    facts: ({ minutes, hours, price }) =>
      `${price === undefined ? 'الخدمة مجانية.' : `سعر الاستشارة ${price}.`} تستغرق الاستمارة نحو ${counted(minutes, 'دقيقة', 'دقائق')}. يصلك الرد خلال ${counted(hours, 'ساعة', 'ساعات')}.`,
  },
};

export function wordingOf(
  language: Language,
): Wording & { readonly money: (minor: number, currency: string) => string } {
  const format = (currency: string) =>
    new Intl.NumberFormat(`${language}-u-nu-latn`, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    });
  return {
    ...wordings[language],
    money: (minor, currency) => format(currency).format(minor / 100),
  };
}
