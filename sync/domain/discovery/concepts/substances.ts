/** What is sold, by its generic name; a brand is one more word for the same substance in the same form and for the same use. */
import type { Concept } from './concept.ts';

const substance = (id: string, concept: Omit<Concept, 'id' | 'kind'>): Concept => ({
  id,
  kind: 'substance',
  ...concept,
});

export const substances: readonly Concept[] = [
  substance('benzydamine', {
    name: { en: 'Benzydamine', es: 'Bencidamina', ar: 'بنزيدامين' },
    synonyms: { en: ['Difflam'], es: ['benzidamina'], ar: ['بنزيدامين بخاخ'] },
    not: [],
    ingredients: ['benzydamine'],
  }),
  substance('cetirizine', {
    name: { en: 'Cetirizine', es: 'Cetirizina', ar: 'سيتيريزين' },
    synonyms: {
      en: ['Zyrtec', 'allergy tablets'],
      es: ['pastillas para la alergia'],
      ar: ['أقراص الحساسية'],
    },
    not: [],
    ingredients: ['cetirizine'],
  }),
  substance('combined-pill', {
    name: {
      en: 'Levonorgestrel and ethinyl estradiol',
      es: 'Levonorgestrel y etinilestradiol',
      ar: 'ليفونورجيستريل وإيثينيل إستراديول',
    },
    synonyms: {
      en: ['combined pill', 'combination pill', 'ethinyl estradiol', 'ethinylestradiol'],
      es: ['píldora combinada', 'pastilla combinada', 'etinilestradiol'],
      ar: ['الحبوب المركبة', 'إيثينيل إستراديول'],
    },
    not: ['emergency', 'morning after', 'plan b', 'emergencia', 'día después', 'الطارئ', 'الصباح التالي'],
    ingredients: ['ethinyl estradiol', 'levonorgestrel'],
    isCombination: true,
  }),
  substance('docosanol', {
    name: { en: 'Docosanol', es: 'Docosanol', ar: 'دوكوسانول' },
    synonyms: { en: ['Abreva'], es: ['crema de docosanol'], ar: ['كريم دوكوسانول'] },
    not: [],
    ingredients: ['docosanol'],
  }),
  substance('finasteride', {
    name: { en: 'Finasteride', es: 'Finasterida', ar: 'فيناسترايد' },
    synonyms: { en: ['Propecia'], es: ['finasteride'], ar: ['فيناستيريد', 'بروبيشيا'] },
    not: ['proscar', 'prostate', 'próstata', 'البروستاتا'],
    ingredients: ['finasteride'],
  }),
  substance('hydrocortisone', {
    name: { en: 'Hydrocortisone', es: 'Hidrocortisona', ar: 'هيدروكورتيزون' },
    synonyms: {
      en: ['Cortizone', 'hydrocortisone cream', 'anti itch cream'],
      es: ['crema de hidrocortisona'],
      ar: ['كريم هيدروكورتيزون'],
    },
    not: ['injection', 'inyección', 'حقنة'],
    ingredients: ['hydrocortisone'],
  }),
  substance('ibuprofen', {
    name: { en: 'Ibuprofen', es: 'Ibuprofeno', ar: 'إيبوبروفين' },
    synonyms: { en: ['Advil', 'Motrin'], es: ['ibuprofeno tabletas'], ar: ['بروفين', 'أدفيل'] },
    not: ['overdose', 'too much', 'sobredosis', 'demasiado', 'جرعة زائدة'],
    ingredients: ['ibuprofen'],
  }),
  substance('minoxidil', {
    name: { en: 'Minoxidil', es: 'Minoxidil', ar: 'مينوكسيديل' },
    synonyms: { en: ['Rogaine', 'Regaine'], es: ['minoxidil tópico'], ar: ['روجين', 'مينوكسيديل موضعي'] },
    not: ['oral', 'loniten', 'blood pressure', 'presión', 'ضغط الدم'],
    ingredients: ['minoxidil'],
  }),
  substance('nicotine-patch', {
    name: { en: 'Nicotine patch', es: 'Parche de nicotina', ar: 'لصقة نيكوتين' },
    synonyms: {
      en: ['nicotine patches', 'NicoDerm', 'nicotine replacement'],
      es: ['parches de nicotina', 'reemplazo de nicotina'],
      ar: ['لصقات النيكوتين', 'بدائل النيكوتين'],
    },
    not: ['vape', 'vaping', 'vapeador', 'السجائر الإلكترونية'],
    ingredients: ['nicotine'],
  }),
  substance('nitrofurantoin', {
    name: { en: 'Nitrofurantoin', es: 'Nitrofurantoína', ar: 'نيتروفورانتوين' },
    synonyms: { en: ['Macrobid', 'Macrodantin'], es: ['Macrodantina'], ar: ['ماكروبيد'] },
    not: [],
    ingredients: ['nitrofurantoin'],
  }),
  substance('paracetamol', {
    name: { en: 'Paracetamol (acetaminophen)', es: 'Paracetamol (acetaminofén)', ar: 'باراسيتامول' },
    synonyms: {
      en: ['paracetamol', 'Tylenol', 'Panadol', 'acetaminophen'],
      es: ['paracetamol', 'acetaminofén'],
      ar: ['أسيتامينوفين', 'بنادول'],
    },
    not: ['overdose', 'codeine', 'too much', 'sobredosis', 'codeína', 'demasiado', 'جرعة زائدة', 'كودايين'],
    ingredients: ['paracetamol', 'acetaminophen'],
  }),
  substance('progestin-pill', {
    name: { en: 'Norethindrone', es: 'Noretindrona', ar: 'نوريثيندرون' },
    synonyms: {
      en: ['norethisterone', 'mini pill', 'minipill', 'progestin only pill', 'progestogen only pill'],
      es: ['noretisterona', 'minipíldora', 'píldora de solo progestágeno'],
      ar: ['نوريثيستيرون', 'الحبة الصغيرة', 'حبوب البروجستين'],
    },
    not: [
      'emergency',
      'morning after',
      'period delay',
      'emergencia',
      'día después',
      'الطارئ',
      'تأخير الدورة',
    ],
    ingredients: ['norethindrone', 'norethisterone'],
  }),
  substance('saline-spray', {
    name: { en: 'Saline nasal spray', es: 'Solución salina nasal', ar: 'بخاخ ملحي للأنف' },
    synonyms: {
      en: ['saline', 'saline spray', 'salt water spray'],
      es: ['suero fisiológico', 'agua salina'],
      ar: ['محلول ملحي'],
    },
    not: ['intravenous', 'drip', 'intravenoso', 'وريدي'],
    ingredients: ['sodium chloride'],
  }),
  substance('sildenafil', {
    name: { en: 'Sildenafil', es: 'Sildenafilo', ar: 'سيلدينافيل' },
    synonyms: { en: ['Viagra'], es: ['sildenafil'], ar: ['فياغرا', 'فياجرا', 'سيلدينافيل سيترات'] },
    not: ['revatio', 'pulmonary', 'pulmonar', 'الرئوي', 'nitroglycerin', 'poppers'],
    ingredients: ['sildenafil'],
  }),
  substance('tadalafil', {
    name: { en: 'Tadalafil', es: 'Tadalafilo', ar: 'تادالافيل' },
    synonyms: { en: ['Cialis'], es: ['tadalafil'], ar: ['سياليس'] },
    not: ['adcirca', 'pulmonary', 'prostate', 'pulmonar', 'próstata', 'الرئوي', 'البروستاتا', 'poppers'],
    ingredients: ['tadalafil'],
  }),
  substance('valacyclovir', {
    name: { en: 'Valacyclovir', es: 'Valaciclovir', ar: 'فالاسيكلوفير' },
    synonyms: { en: ['Valtrex', 'valaciclovir'], es: ['valacyclovir'], ar: ['فالتريكس'] },
    not: ['genital', 'shingles', 'culebrilla', 'zóster', 'التناسلي', 'المنطقة'],
    ingredients: ['valacyclovir', 'acyclovir'],
  }),
];
