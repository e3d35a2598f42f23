import { type Branch, choice, flag, medlinePlus, none, SCREENERS, text, unreviewed } from './tree.ts';

const any = text('Do any of these apply?', '¿Le pasa algo de esto?', 'هل ينطبق شيء من هذا؟');

const coughSigns = [
  flag(
    'blood',
    text(
      'Coughing up blood, or short of breath at rest',
      'Tose sangre o le falta el aire en reposo',
      'سعال مصحوب بدم، أو ضيق نفس عند الراحة',
    ),
    'emergency',
  ),
  flag(
    'fever',
    text(
      'A fever over 103 °F (39.4 °C), or for more than 3 days',
      'Fiebre de más de 103 °F (39.4 °C), o de más de 3 días',
      'حمى فوق 103 فهرنهايت (39.4 درجة مئوية)، أو منذ أكثر من 3 أيام',
    ),
    'today',
  ),
] as const;
const throatSigns = [
  flag(
    'saliva',
    text(
      'Can’t swallow saliva, drooling, or a muffled voice',
      'No puede tragar saliva, babea o tiene la voz apagada',
      'عدم القدرة على بلع اللعاب أو سيلانه أو صوت مكتوم',
    ),
    'emergency',
  ),
  flag(
    'one-side',
    text(
      'Can’t fully open the mouth, or a lot of swelling on one side of the neck',
      'No puede abrir bien la boca, o tiene mucha hinchazón en un lado del cuello',
      'عدم القدرة على فتح الفم تمامًا، أو تورم كبير في جانب من الرقبة',
    ),
    'today',
  ),
] as const;
const weakened = flag(
  'immune',
  text(
    'A weak immune system, from illness or treatment',
    'Defensas bajas por enfermedad o tratamiento',
    'ضعف المناعة بسبب مرض أو علاج',
  ),
  'today',
);

export const infections: Branch = {
  'cough-flags': { kind: 'question', text: any, choices: [...coughSigns, weakened, none('cough-care')] },
  'cough-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Common Cold')),
    concepts: ['cough-and-cold'],
    text: text(
      'Most coughs and colds get better on their own in 7 to 10 days.',
      'La mayoría de las toses y resfriados mejoran solos en 7 a 10 días.',
      'تتحسن معظم حالات السعال والزكام وحدها خلال 7 إلى 10 أيام.',
    ),
  },
  'throat-flags': { kind: 'question', text: any, choices: [...throatSigns, weakened, none('throat-care')] },
  'throat-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Sore Throat')),
    concepts: ['sore-throat'],
    text: text(
      'Most sore throats are caused by a virus and go away within a week.',
      'La mayoría de los dolores de garganta se deben a un virus y desaparecen en una semana.',
      'معظم آلام الحلق سببها فيروس وتزول خلال أسبوع.',
    ),
  },
  'throat-and-cough-flags': {
    kind: 'question',
    text: any,
    choices: [...throatSigns, ...coughSigns, weakened, none('throat-and-cough-care')],
  },
  'throat-and-cough-care': {
    kind: 'care',
    ...unreviewed(SCREENERS),
    concepts: ['cough-and-cold', 'sore-throat'],
    text: text(
      'A cough with a sore throat usually means a virus.',
      'La tos junto con dolor de garganta suele indicar un virus.',
      'السعال مع ألم الحلق يدل عادة على فيروس.',
    ),
  },
  'cold-sore-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'eye',
        text(
          'Pain or redness in an eye, or blisters near it',
          'Dolor o enrojecimiento de un ojo, o ampollas cerca de él',
          'ألم أو احمرار في العين، أو بثور قربها',
        ),
        'today',
      ),
      flag(
        'spread',
        text(
          'Blisters over much of the body, or can’t drink',
          'Ampollas por gran parte del cuerpo, o no puede beber',
          'بثور في أنحاء كثيرة من الجسم، أو عدم القدرة على الشرب',
        ),
        'emergency',
      ),
      weakened,
      none('cold-sore-care'),
    ],
  },
  'cold-sore-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Cold Sores')),
    concepts: ['cold-sore'],
    text: text(
      'Treatment helps most in the first two days.',
      'El tratamiento ayuda más en los dos primeros días.',
      'يفيد العلاج أكثر في اليومين الأولين.',
    ),
  },
};

export const urine: Branch = {
  'urine-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'kidney',
        text(
          'Fever, shaking chills, vomiting, or pain in the back or side',
          'Fiebre, escalofríos, vómitos o dolor de espalda o costado',
          'حمى أو رجفة أو تقيؤ أو ألم في الظهر أو الخاصرة',
        ),
        'today',
      ),
      flag(
        'cannot',
        text(
          'Can’t pee at all, or passing blood clots',
          'No puede orinar nada, o expulsa coágulos',
          'عدم القدرة على التبول إطلاقًا، أو خروج جلطات دم مع البول',
        ),
        'emergency',
      ),
      flag(
        'pregnant',
        text('Pregnant, or could be', 'Está o podría estar embarazada', 'حامل أو ربما حامل'),
        'today',
      ),
      none('urine-who'),
    ],
  },
  'urine-who': {
    kind: 'question',
    text: text('Who has the symptoms?', '¿Quién tiene los síntomas?', 'من لديه الأعراض؟'),
    choices: [
      flag(
        'weakened',
        text(
          'Someone with kidney disease, a catheter, or a weak immune system',
          'Alguien con enfermedad renal, sonda o defensas bajas',
          'شخص لديه مرض في الكلى أو قسطرة أو ضعف في المناعة',
        ),
        'today',
      ),
      choice(
        'woman',
        text('A woman aged 18 to 64', 'Una mujer de 18 a 64 años', 'امرأة بين 18 و64 عامًا'),
        'urine-care',
      ),
      choice(
        'other',
        text(
          'A man, or anyone 65 or older',
          'Un hombre, o alguien de 65 años o más',
          'رجل، أو أي شخص عمره 65 عامًا أو أكثر',
        ),
        'in-person',
      ),
    ],
  },
  'urine-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Urinary Tract Infections')),
    concepts: ['urinary-infection'],
    text: text(
      'This may be a bladder infection. A clinician can tell from your answers.',
      'Puede ser una infección de la vejiga. Un profesional puede saberlo por sus respuestas.',
      'قد يكون هذا التهابًا في المثانة. يستطيع المختص معرفة ذلك من إجاباتك.',
    ),
  },
};
