/**
 * How people say what they have, beside what it is called: read in questions alone, never shown. What is urgent about it isn't here (`sync/domain/urgent-words`), and
 * no word crosses from one condition to another.
 */
import { wordsOf } from '../discovery/fold-text.ts';

const related: Readonly<Record<string, readonly string[]>> = {
  'hair-loss': [
    ...[
      'thinning',
      'hair thinning',
      'losing my hair',
      'losing hair',
      'hair falling',
      'hair fall',
      'going bald',
      'bald',
      'balding',
      'receding hairline',
      'hair',
    ],
    ...[
      'se me cae el pelo',
      'se cae el pelo',
      'cayendo el pelo',
      'pierdo pelo',
      'pierdo cabello',
      'entradas',
      'cabello',
      'pelo',
      'quedando calvo',
      'calvo',
    ],
    ...['شعري يتساقط', 'يتساقط شعري', 'تساقط شعري', 'شعري', 'شعر', 'الشعر', 'صلع'],
  ],
  'urinary-infection': [
    ...[
      'burns when i pee',
      'burning when i pee',
      'hurts to pee',
      'hurts when i pee',
      'pee',
      'peeing',
      'bladder',
      'urine',
      'urinating',
    ],
    ...[
      'arde al orinar',
      'ardor al orinar',
      'me arde al orinar',
      'duele al orinar',
      'orinar',
      'vejiga',
      'orina',
    ],
    ...[
      'حرقة عند التبول',
      'حرقان البول',
      'حرقة البول',
      'يحرقني البول',
      'التبول',
      'البول',
      'مثانة',
      'المثانة',
    ],
  ],
  'sore-throat': [
    ...['throat hurts', 'my throat', 'throat', 'hurts to swallow', 'tonsils'],
    ...['duele la garganta', 'garganta', 'anginas'],
    ...['حلقي', 'الحلق', 'حلق', 'اللوزتين', 'يؤلمني حلقي'],
  ],
  'cough-and-cold': [
    ...['coughing', 'sneezing', 'a cold', 'flu symptoms', 'congestion', 'congested', 'phlegm', 'mucus'],
    ...['toso', 'estornudos', 'mocos', 'congestión', 'congestionado', 'flemas', 'gripe'],
    ...['سعال', 'كحة', 'زكام', 'رشح', 'عطاس', 'بلغم', 'أسعل'],
  ],
  'cold-sore': [
    ...['sore on my lip', 'blister on my lip', 'lip sore', 'on my lip'],
    ...['fuego en el labio', 'fuego en la boca', 'en el labio', 'herpes en el labio', 'calentura en la boca'],
    ...['قرحة على شفتي', 'شفتي', 'على الشفة', 'حبة على شفتي', 'علاج قرحة البرد'],
  ],
  'low-mood': [
    ...[
      'mood',
      'sad',
      'feeling down',
      'feel down',
      'depressed',
      'depression',
      'anxious',
      'anxiety',
      'worried',
      'stress',
      'stressed',
    ],
    ...[
      'ánimo',
      'triste',
      'tristeza',
      'deprimido',
      'deprimida',
      'depresión',
      'ansiedad',
      'ansioso',
      'ansiosa',
      'estrés',
      'decaído',
    ],
    ...['مزاج', 'مزاجي', 'حزين', 'حزينة', 'حزن', 'اكتئاب', 'مكتئب', 'قلق', 'توتر'],
  ],
  sleep: [
    ...['sleep', 'sleeping', 'insomnia', 'cant sleep', 'awake at night', 'night'],
    ...['dormir', 'duermo', 'sueño', 'insomnio', 'no duermo', 'noche'],
    ...['نوم', 'النوم', 'نومي', 'أنام', 'أرق', 'لا أنام', 'الليل'],
  ],
  smoking: [
    ...['quit smoking', 'stop smoking', 'smoking', 'cigarettes', 'smoke', 'tobacco', 'nicotine'],
    ...['dejar de fumar', 'dejo de fumar', 'fumar', 'fumo', 'cigarrillos', 'tabaco', 'nicotina'],
    ...['الإقلاع عن التدخين', 'التدخين', 'أدخن', 'السجائر', 'نيكوتين', 'أترك التدخين'],
  ],
  contraception: [
    ...['the pill', 'birth control pills', 'contraceptive pill', 'prevent pregnancy'],
    ...['píldora', 'la píldora', 'pastillas anticonceptivas', 'evitar el embarazo'],
    ...['حبوب منع الحمل', 'منع الحمل', 'حبوب الحمل', 'مانع حمل'],
  ],
  'erectile-dysfunction': [
    ...['erection', 'erections', 'impotent', 'cant get it up', 'get hard', 'stay hard'],
    ...['erección', 'erecciones', 'impotente'],
    ...['انتصاب', 'الانتصاب'],
  ],
  weight: [
    ...['lose weight', 'losing weight', 'weight loss', 'weight', 'overweight', 'obesity'],
    ...['bajar de peso', 'perder peso', 'adelgazar', 'peso', 'sobrepeso', 'obesidad'],
    ...['إنقاص الوزن', 'تخفيف الوزن', 'الوزن', 'وزني', 'سمنة', 'السمنة'],
  ],
};

export const relatedPhrases: readonly { readonly id: string; readonly words: readonly string[] }[] =
  Object.entries(related).flatMap(([id, phrases]) =>
    phrases.map((phrase) => ({ id, words: wordsOf(phrase) })),
  );
