/** Words around what a pack says in figures, so that they can be read and found as sentences. */
import type { Language } from '../languages.ts';
import { majorOf } from '../money/minor-unit.ts';

interface Facts {
  readonly minutes: number;
  readonly hours: number;
  /** Undefined: free. */
  readonly price: string | undefined;
}

interface Ages {
  readonly min: number;
  readonly max?: number | undefined;
}

interface Rate {
  readonly name: string;
  /** Undefined: free. */
  readonly price: string | undefined;
  /** Working days. */
  readonly min: number;
  readonly max: number;
  readonly freeFrom: string | undefined;
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
  readonly ages: (ages: Ages) => string;
  readonly reader: (name: string) => string;
  /** How a product is to be had. */
  readonly get: string;
  readonly kind: (kind: 'rx' | 'otc', form: string | undefined) => string;
  readonly onlyIfPrescribed: string;
  readonly way: Readonly<Record<'mail' | 'pickup', string>>;
  readonly renewal: (days: number) => string;
  readonly languages: (name: string) => string;
  readonly shipping: (name: string) => string;
  readonly rate: (rate: Rate) => string;
}

const range = ({ min, max }: { readonly min: number; readonly max: number }) =>
  min === max ? String(min) : `${min}-${max}`;

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
    ages: ({ min, max }) => (max === undefined ? `For ages ${min} and over.` : `For ages ${min} to ${max}.`),
    reader: (name) => `${name} reads your answers.`,
    get: 'how to get it',
    kind: (kind, form) =>
      kind === 'rx'
        ? `You need a prescription${form === undefined ? '' : `, after the consultation: ${form}`}.`
        : 'You can buy it over the counter, without a prescription.',
    onlyIfPrescribed: 'You pay for the medicine only if a clinician prescribes it.',
    way: {
      mail: 'It can be mailed to you in plain packaging.',
      pickup: 'You can pick it up at the counter.',
    },
    renewal: (days) => `It renews every ${days} days.`,
    languages: (name) => `Languages at ${name}`,
    shipping: (name) => `Delivery from ${name}`,
    rate: ({ name, price, min, max, freeFrom }) =>
      `${name}: ${price ?? 'free'}, ${range({ min, max })} working ${max === 1 ? 'day' : 'days'}${freeFrom === undefined ? '' : `, free from ${freeFrom}`}.`,
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
    ages: ({ min, max }) =>
      max === undefined ? `A partir de ${min} años de edad.` : `De ${min} a ${max} años de edad.`,
    reader: (name) => `${name} lee sus respuestas.`,
    get: 'cómo conseguirlo',
    kind: (kind, form) =>
      kind === 'rx'
        ? `Necesita receta${form === undefined ? '' : `, después de la consulta: ${form}`}.`
        : 'Se vende sin receta.',
    onlyIfPrescribed: 'Solo paga el medicamento si un profesional se lo receta.',
    way: {
      mail: 'Podemos enviárselo por correo en un paquete discreto.',
      pickup: 'Puede recogerlo en el mostrador.',
    },
    renewal: (days) => `Se renueva cada ${days} días.`,
    languages: (name) => `Idiomas en ${name}`,
    shipping: (name) => `Envíos de ${name}`,
    rate: ({ name, price, min, max, freeFrom }) =>
      `${name}: ${price ?? 'gratis'}, ${range({ min, max })} ${max === 1 ? 'día laborable' : 'días laborables'}${freeFrom === undefined ? '' : `, gratis desde ${freeFrom}`}.`,
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
    ages: ({ min, max }) =>
      max === undefined ? `لمن عمره ${min} عامًا فأكثر.` : `لمن عمره من ${min} إلى ${max} عامًا.`,
    reader: (name) => `يقرأ إجاباتك: ${name}.`,
    get: 'كيفية الحصول عليه',
    kind: (kind, form) =>
      kind === 'rx'
        ? `يحتاج إلى وصفة طبية${form === undefined ? '' : ` بعد الاستشارة: ${form}`}.`
        : 'يُباع دون وصفة طبية.',
    onlyIfPrescribed: 'لا تدفع ثمن الدواء إلا إذا وصفه لك مختص.',
    way: { mail: 'يمكننا إرساله إليك بالبريد في عبوة محايدة.', pickup: 'يمكنك استلامه عند المنضدة.' },
    renewal: (days) => `يتجدد كل ${counted(days, 'يومًا', 'أيام')}.`,
    languages: (name) => `اللغات في ${name}`,
    shipping: (name) => `التوصيل من ${name}`,
    rate: ({ name, price, min, max, freeFrom }) =>
      `${name}: ${price ?? 'مجانًا'}، ${range({ min, max })} ${max >= 3 && max <= 10 ? 'أيام عمل' : 'يوم عمل'}${freeFrom === undefined ? '' : `، ومجانًا ابتداءً من ${freeFrom}`}.`,
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
    money: (minor, currency) => format(currency).format(majorOf(minor, currency)),
  };
}
