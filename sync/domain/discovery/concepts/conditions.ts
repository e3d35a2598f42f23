/** What people seek care for. A clinician who speaks the language must confirm the words before anyone relies on them. */
import type { Concept } from './concept.ts';

const condition = (id: string, concept: Omit<Concept, 'id' | 'kind'>): Concept => ({
  id,
  kind: 'condition',
  ...concept,
});

export const conditions: readonly Concept[] = [
  condition('cold-sore', {
    name: { en: 'Cold sores', es: 'Herpes labial', ar: 'قروح البرد' },
    synonyms: {
      en: ['cold sore', 'fever blister', 'fever blisters', 'oral herpes', 'herpes labialis', 'lip blister'],
      es: [
        'fuego labial',
        'fuegos en la boca',
        'calentura en el labio',
        'pupa labial',
        'ampolla en el labio',
      ],
      ar: ['قرحة البرد', 'هربس الشفاه', 'هربس الفم', 'حبوب الحرارة في الشفاه'],
    },
    not: ['genital', 'shingles', 'culebrilla', 'herpes zóster', 'eye', 'ojo', 'التناسلي', 'المنطقة', 'العين'],
  }),
  condition('contraception', {
    name: { en: 'Contraception', es: 'Anticoncepción', ar: 'منع الحمل' },
    synonyms: {
      en: ['birth control', 'contraceptive', 'contraceptives', 'family planning', 'birth control pill'],
      es: ['anticonceptivo', 'anticonceptivos', 'control de la natalidad', 'planificación familiar'],
      ar: ['وسائل منع الحمل', 'حبوب منع الحمل', 'موانع الحمل', 'تنظيم الأسرة', 'تنظيم النسل'],
    },
    not: [
      ...[
        'emergency',
        'morning after',
        'plan b',
        'abortion',
        'unprotected sex',
        'condom broke',
        'missed pill',
      ],
      ...['emergencia', 'día después', 'día siguiente', 'aborto', 'sin protección', 'se rompió el condón'],
      ...['الطارئ', 'الطارئة', 'الصباح التالي', 'إجهاض', 'الإجهاض', 'بدون حماية'],
    ],
  }),
  condition('cough-and-cold', {
    name: { en: 'Cough and cold', es: 'Tos y resfriado', ar: 'السعال والزكام' },
    synonyms: {
      en: ['cough', 'common cold', 'head cold', 'chest cold', 'runny nose', 'stuffy nose', 'blocked nose'],
      es: ['tos', 'resfriado', 'resfrío', 'catarro', 'gripa', 'nariz tapada', 'constipado'],
      ar: ['السعال', 'الكحة', 'الزكام', 'نزلة برد', 'نزلات البرد', 'الرشح', 'انسداد الأنف', 'سيلان الأنف'],
    },
    not: [
      ...['blood', 'whooping', 'croup', 'breathless', 'short of breath', 'shortness of breath', 'chest pain'],
      ...['sangre', 'tosferina', 'tos ferina', 'falta de aire', 'dolor de pecho', 'dolor en el pecho'],
      ...['دم', 'الديكي', 'ضيق التنفس', 'ضيق في التنفس', 'ألم في الصدر', 'ألم الصدر'],
    ],
  }),
  condition('erectile-dysfunction', {
    name: { en: 'Erectile dysfunction', es: 'Disfunción eréctil', ar: 'ضعف الانتصاب' },
    synonyms: {
      en: [
        'impotence',
        'erection problems',
        'trouble getting an erection',
        'trouble keeping an erection',
        'ED',
      ],
      es: ['impotencia', 'problemas de erección', 'dificultad para tener una erección'],
      ar: ['العجز الجنسي', 'الضعف الجنسي عند الرجال', 'مشاكل الانتصاب', 'صعوبة الانتصاب'],
    },
    not: [
      ...['priapism', 'premature', 'testosterone', 'hours', 'wont go away', 'poppers'],
      ...['priapismo', 'precoz', 'testosterona', 'horas', 'المستمر', 'سرعة القذف', 'تستوستيرون', 'ساعات'],
    ],
  }),
  condition('hair-loss', {
    name: { en: 'Hair loss', es: 'Caída del cabello', ar: 'تساقط الشعر' },
    synonyms: {
      en: [
        'balding',
        'baldness',
        'thinning hair',
        'receding hairline',
        'male pattern baldness',
        'losing hair',
      ],
      es: ['caída del pelo', 'calvicie', 'pérdida de cabello', 'pérdida de pelo', 'entradas', 'alopecia'],
      ar: ['الصلع', 'فقدان الشعر', 'ترقق الشعر', 'خفة الشعر', 'الصلع الوراثي'],
    },
    not: [
      'chemotherapy',
      'areata',
      'patchy',
      'quimioterapia',
      'en parches',
      'الكيميائي',
      'الثعلبة',
      'البقعية',
    ],
  }),
  condition('low-mood', {
    name: { en: 'Low mood and worry', es: 'Ánimo bajo y preocupación', ar: 'انخفاض المزاج والقلق' },
    synonyms: {
      en: ['mood', 'depression', 'anxiety', 'feeling down', 'low mood', 'stress', 'worry', 'mental health'],
      es: ['ánimo', 'depresión', 'ansiedad', 'tristeza', 'estrés', 'preocupación', 'salud mental'],
      ar: ['المزاج', 'الاكتئاب', 'القلق', 'الحزن', 'التوتر', 'الصحة النفسية'],
    },
    not: [
      ...['suicide', 'suicidal', 'kill myself', 'end my life', 'self harm', 'bipolar', 'psychosis', 'voices'],
      ...['suicidio', 'matarme', 'quitarme la vida', 'autolesión', 'psicosis', 'voces'],
      ...['انتحار', 'الانتحار', 'أقتل نفسي', 'إيذاء النفس', 'ثنائي القطب', 'ذهان', 'أصوات'],
    ],
  }),
  condition('sleep', {
    name: { en: 'Sleep problems', es: 'Problemas de sueño', ar: 'مشاكل النوم' },
    synonyms: {
      en: ['insomnia', 'trouble sleeping', 'cant sleep', 'sleep diary', 'poor sleep', 'sleeplessness'],
      es: ['insomnio', 'dificultad para dormir', 'no puedo dormir', 'diario de sueño', 'dormir mal'],
      ar: ['الأرق', 'قلة النوم', 'صعوبة النوم', 'يوميات النوم', 'اضطراب النوم'],
    },
    not: ['apnea', 'apnoea', 'narcolepsy', 'apnea del sueño', 'narcolepsia', 'انقطاع النفس', 'تغفيق'],
  }),
  condition('smoking', {
    name: { en: 'Quitting smoking', es: 'Dejar de fumar', ar: 'الإقلاع عن التدخين' },
    synonyms: {
      en: ['stop smoking', 'quit smoking', 'smoking cessation', 'nicotine addiction', 'give up cigarettes'],
      es: ['tabaquismo', 'adicción a la nicotina', 'dejar el cigarro', 'dejar el tabaco'],
      ar: ['ترك التدخين', 'وقف التدخين', 'إدمان النيكوتين', 'ترك السجائر'],
    },
    not: ['marijuana', 'cannabis', 'crack', 'marihuana', 'الحشيش', 'الماريجوانا'],
  }),
  condition('sore-throat', {
    name: { en: 'Sore throat', es: 'Dolor de garganta', ar: 'التهاب الحلق' },
    synonyms: {
      en: ['throat pain', 'pharyngitis', 'tonsillitis', 'painful swallowing'],
      es: ['garganta irritada', 'faringitis', 'amigdalitis', 'anginas'],
      ar: ['ألم الحلق', 'وجع الحلق', 'التهاب اللوزتين', 'التهاب البلعوم'],
    },
    not: [
      ...[
        'cant breathe',
        'trouble breathing',
        'cant swallow',
        'drooling',
        'no puedo respirar',
        'no puedo tragar',
      ],
      ...['لا أستطيع التنفس', 'صعوبة التنفس', 'لا أستطيع البلع'],
    ],
  }),
  condition('urinary-infection', {
    name: { en: 'Bladder infection', es: 'Infección de orina', ar: 'التهاب المثانة' },
    synonyms: {
      en: [
        'UTI',
        'urinary tract infection',
        'urine infection',
        'cystitis',
        'burning when I pee',
        'painful urination',
      ],
      es: ['infección urinaria', 'infección de vejiga', 'cistitis', 'mal de orín', 'ardor al orinar'],
      ar: ['التهاب المسالك البولية', 'التهاب البول', 'حرقة البول', 'حرقان البول', 'عدوى المسالك البولية'],
    },
    not: [
      ...['kidney', 'pyelonephritis', 'blood', 'fever', 'pregnant', 'catheter', 'stone', 'std', 'sti'],
      ...['riñón', 'renal', 'sangre', 'fiebre', 'embarazada', 'cálculo', 'sonda'],
      ...['الكلى', 'الكلية', 'دم', 'حمى', 'حامل', 'حصى', 'قسطرة'],
    ],
  }),
  condition('weight', {
    name: { en: 'Weight management', es: 'Control del peso', ar: 'ضبط الوزن' },
    synonyms: {
      en: ['weight loss', 'lose weight', 'losing weight', 'obesity', 'overweight'],
      es: ['bajar de peso', 'adelgazar', 'pérdida de peso', 'obesidad', 'sobrepeso'],
      ar: ['إنقاص الوزن', 'خسارة الوزن', 'تخفيف الوزن', 'السمنة', 'زيادة الوزن'],
    },
    not: [
      ...['unexplained', 'without trying', 'eating disorder', 'anorexia', 'bulimia', 'steroids'],
      ...[
        'inexplicada',
        'sin causa',
        'sin querer',
        'trastorno alimentario',
        'غير مبرر',
        'بلا سبب',
        'اضطراب الأكل',
      ],
    ],
  }),
];
