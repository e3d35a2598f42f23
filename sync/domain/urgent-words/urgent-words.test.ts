import { describe, expect, test } from 'vitest';
import { languages } from '../languages.ts';
import { urgentKinds } from './phrases/urgent-kinds.ts';
import {
  findDanger,
  findUrgentWords,
  lexicon,
  lexiconReview,
  phrasesOf,
  SOUNDS_URGENT,
} from './urgent-words.ts';

const kindsIn = (text: string) => findUrgentWords(text)?.kinds ?? [];

test.each(languages)('%s has enough phrases of every kind, none twice', (language) => {
  const phrases = phrasesOf(language);
  expect(phrases.length).toBeGreaterThanOrEqual(250);
  expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([]);
  for (const kind of urgentKinds) expect(lexicon[language][kind].certain.trim()).not.toBe('');
});

test.each(languages)('each phrase of %s is found as it is written, first choices and last', (language) => {
  const missed = phrasesOf(language).filter((phrase) =>
    [0, -1].some((choice) => {
      const said = phrase.split(' ').map((word) => word.split('/').at(choice));
      return findUrgentWords(said.join(' ')) === undefined;
    }),
  );
  expect(missed).toEqual([]);
});

test('says that nobody has reviewed it yet', () => {
  expect(lexiconReview.reviewedOn).toEqual({ en: null, es: null, ar: null });
});

describe('C18: words, never parts of them', () => {
  test.each([
    'I’m a skilled worker',
    'Which painkillers do you sell?',
    'The methods are therapeutic',
    'la matrícula del curso',
    'suicidology',
    'poison ivy on my arm',
  ])('%s', (text) => {
    expect(findUrgentWords(text)).toBeUndefined();
  });

  test.each(['two suicides in my family', 'suicidal', 'suicidios'])('%s', (text) => {
    expect(kindsIn(text)).toEqual(['suicide']);
  });
});

describe('C19: however it is typed', () => {
  test.each([
    'I don’t want to live',
    "I don't want to live",
    'I donʼt want to live',
    'i dont want to live',
    'I DON’T WANT TO LIIIIVE',
    'I want to\nreally just die',
    'Ｉ ｗａｎｔ ｔｏ ｄｉｅ',
    'NO QUIERO VIVIR',
    'no quiero ya vivir',
    'أُريدُ أنْ أمــــوت',
    'اريد الموت',
    'والله أريد أن أموت',
  ])('%s', (text) => {
    expect(kindsIn(text)).toContain('suicide');
  });

  test('two words may come between two of a phrase, and no more', () => {
    expect(kindsIn('kill all of myself')).toEqual(['suicide']);
    expect(kindsIn('kill the weeds that I planted myself')).toEqual([]);
  });
});

test('every text is held against all languages: people write in the one they think in', () => {
  expect(kindsIn('hola, I need help: me quiero morir')).toEqual(['suicide']);
  expect(kindsIn('please: لا أستطيع التنفس')).toEqual(['breathing']);
});

describe('what is said around it softens the words, and never hides the panel', () => {
  test.each([
    ['I want to kill myself', 'direct'],
    ['I would never kill myself', 'careful'],
    ['I tried to kill myself ten years ago', 'careful'],
    ['my friend says she wants to die', 'careful'],
    ['no me quiero morir', 'careful'],
    ['قبل سنوات فكرت في الانتحار', 'careful'],
    ['my chest hurts', 'careful'],
    ['my dad can’t breathe', 'direct'],
    ['my husband hits me', 'direct'],
  ])('%s: %s', (text, wording) => {
    expect(findUrgentWords(text)).toMatchObject({ wording });
  });
});

test('what an older message said is left out of a reply that quotes it', () => {
  expect(findUrgentWords('> I want to die\nThank you, I feel better')).toBeUndefined();
  expect(kindsIn('> How are you?\nI want to die')).toEqual(['suicide']);
});

test('the most certain comes first, with whom to turn to', () => {
  expect(findUrgentWords('my chest hurts and I want to kill myself')).toEqual({
    kinds: ['suicide', 'heart'],
    certainty: 'certain',
    help: ['crisis', 'emergency', 'advice'],
    wording: 'direct',
  });
});

test('a message of the greatest length is read to its end', () => {
  const long = 'my chest is fine and my heart is fine '.repeat(110).slice(0, 4000);
  expect(findUrgentWords(long)).toBeUndefined();
  expect(kindsIn(`${long} I want to die`)).toEqual(['suicide']);
});

describe('what is said without its name', () => {
  test.each([
    ['one side of his smile is falling', 'stroke'],
    ['my lips and tongue blew up after shrimp', 'allergy'],
    ['my toddler drank bleach', 'poisoning'],
    ['he is foaming at the mouth', 'collapse'],
    ['mi novio me jaló del pelo y me amenaza', 'abuse'],
    ['el dolor del pecho se me va al brazo', 'heart'],
    ['فم والدي انحرف فجأة', 'stroke'],
    ['الدم ما يوقف من الجرح', 'bleeding'],
  ] as const)('%s', (text, kind) => {
    expect(kindsIn(text)).toContain(kind);
  });
});

describe('no panel on what patients ask every day', () => {
  test.each([
    'Does finasteride hurt your chances of having kids?',
    'will the nicotine patch hurt my baby if I breastfeed',
    'how many pills are in one pack',
    'do I have to take all the pills in the pack',
    'I took my first pill three days ago, when does it start working',
    'can I take two tablets of sildenafil at once',
    'do you need my blood pressure before I can get the pill',
    'is headache a side effect of tadalafil',
    'my lips are dry from the cold sore cream',
    'can my daughter get birth control from you',
    'can I fill in the form for my mother who can’t move her hands well',
    'no one has answered my message for two days',
    'the screen froze and I can’t see my answers',
    'how do I stop the subscription',
    'I want to stop smoking for my kids',
    'I quit smoking but my husband smokes around me',
    'can my partner see my answers',
    'I’m pregnant, can I use docosanol',
    'I’m breastfeeding, which pill is right for me',
    'does the patch burn your skin',
    'my hair is falling out in clumps',
    'how do I get rid of a swollen cold sore',
    'my throat is sore and scratchy',
    'do I need a blood test',
    'will I gain weight on the pill',
    'how much water should I drink with valacyclovir',
    'I have trouble waking up early, does the sleep diary help',
    'I can’t sleep because my baby wakes every hour',
    'I feel sad since the move',
    'does anyone read this at night',
    'what if I miss a dose',
    'can I use minoxidil on my face',
    'is it ok to drink alcohol with sildenafil',
    'can I take paracetamol with a cold remedy',
    'my son is 15 and smokes, can he use the patch',
    'how long do the side effects last',
    'my period is late on the mini pill',
    'does the kiosk lock me out',
    'I cut my dose in half, is that ok',
    'my wife wants to know the price',
    '¿la píldora hace daño al bebé si doy pecho?',
    '¿puedo tomar la píldora si tengo la presión alta?',
    '¿cuántas pastillas trae la caja de finasterida?',
    '¿me pueden llamar por teléfono si no puedo hablar inglés?',
    'no puedo ver la página en mi teléfono',
    'quiero que mi mamá llene el formulario por mí',
    '¿puedo usar minoxidil en la barba?',
    'me salen mocos y me duele la cabeza',
    'me arde la garganta desde ayer',
    '¿el parche quema la piel?',
    '¿la finasterida quita las ganas?',
    'no me responden el mensaje',
    'se me cae mucho el pelo de la parte de enfrente',
    '¿cuánto pesa el paquete?',
    'quiero bajar de peso',
    '¿mi hija de 16 puede tomar la píldora?',
    '¿puedo dejar de fumar sin parche?',
    'me cuesta dormir, me despierto a cada rato',
    'هل تضر حبوب منع الحمل بالرضيع؟',
    'كم حبة في علبة الفيناسترايد؟',
    'هل آخذ الدواء في نفس الوقت كل يوم؟',
    'هل يمكن لابنتي الحصول على حبوب منع الحمل؟',
    'لم يرد علي أحد منذ يومين',
    'لا أستطيع رؤية إجاباتي على الشاشة',
    'أريد أن أترك التدخين من أجل أطفالي',
    'شعري يتساقط كثيرا',
    'هل أحتاج إلى قياس ضغط الدم؟',
    'حلقي يؤلمني قليلا',
    'هل الدواء مناسب للحامل؟',
    'كيف ألغي طلبي؟',
    'لا أنام جيدا منذ شهر',
    'هل يرى زوجي إجاباتي؟',
    'هل يدفع التأمين ثمن الدواء؟',
    'كم مرة أستخدم المينوكسيديل في اليوم؟',
  ])('%s', (text) => {
    expect(findUrgentWords(text)).toBeUndefined();
  });
});

describe('danger in a question', () => {
  test.each([
    'Nana keeps falling off her chair and is talking rubbish',
    'Do you take walk-ins, what does delivery cost, and do you take my insurance? Nana keeps falling off her chair and is talking rubbish',
    'Nana keeps falling off her chair and is talking rubbish. Do you take walk-ins, what does delivery cost, and do you take my insurance?',
  ])('is noticed without a listed phrase, whatever else is asked: %s', async (text) => {
    expect(findUrgentWords(text)).toBeUndefined();
    expect(await findDanger(text)).toEqual(SOUNDS_URGENT);
  });

  test('is no quotation, whatever its line begins with', async () => {
    expect(await findDanger('> I want to die')).toMatchObject({ kinds: ['suicide'] });
  });

  test.each(['Do you take walk-ins?', '', '?', '¿Cuánto cuesta el envío?', 'كم سعر التوصيل؟'])(
    'is not seen in: "%s"',
    async (text) => {
      expect(await findDanger(text)).toBeUndefined();
    },
  );
});
