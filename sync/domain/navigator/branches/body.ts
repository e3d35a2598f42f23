import { type Branch, choice, flag, medlinePlus, none, SCREENERS, text, unreviewed } from '../tree.ts';

const any = text('Do any of these apply?', '¿Se da alguna de estas cosas?', 'هل ينطبق شيء من هذا؟');

export const contraception: Branch = {
  'contraception-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'clot',
        text(
          'A painful swollen leg, or a sudden severe headache or loss of sight',
          'Una pierna hinchada y dolorida, o dolor de cabeza fuerte y repentino o pérdida de visión',
          'ساق متورمة مؤلمة، أو صداع شديد مفاجئ أو فقدان للبصر',
        ),
        'emergency',
      ),
      flag(
        'pregnant',
        text(
          'You may be pregnant and have pain or bleeding',
          'Puede estar embarazada y tiene dolor o sangrado',
          'ربما أنت حامل ولديك ألم أو نزيف',
        ),
        'emergency',
      ),
      flag(
        'soaking',
        text(
          'Bleeding that soaks a pad every hour',
          'Sangrado que empapa una toalla cada hora',
          'نزيف يملأ فوطة صحية كل ساعة',
        ),
        'emergency',
      ),
      none('contraception-when'),
    ],
  },
  'contraception-when': {
    kind: 'question',
    text: text('What do you need?', '¿Qué necesita?', 'ماذا تحتاجين؟'),
    choices: [
      flag(
        'assault',
        text('Someone forced you to have sex', 'Alguien le obligó a tener sexo', 'أجبرك أحد على علاقة جنسية'),
        'danger',
      ),
      choice(
        'recent',
        text(
          'Sex without protection in the last 5 days',
          'Sexo sin protección en los últimos 5 días',
          'علاقة دون وقاية في آخر 5 أيام',
        ),
        'emergency-contraception',
      ),
      choice(
        'regular',
        text('Regular birth control', 'Anticoncepción regular', 'وسيلة منتظمة لمنع الحمل'),
        'contraception-care',
      ),
    ],
  },
  'contraception-care': {
    kind: 'care',
    ...unreviewed('CDC, US Medical Eligibility Criteria for Contraceptive Use (2024)'),
    concepts: ['contraception'],
    text: text(
      'Which methods are safe depends on your health. The form asks what decides it.',
      'Qué métodos son seguros depende de su salud. El formulario pregunta lo que importa.',
      'تتوقف الوسائل الآمنة على صحتك. تسأل الاستمارة عما يحدد ذلك.',
    ),
  },
};

export const men: Branch = {
  'erection-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'heart',
        text(
          'Chest pain or fainting with sex or effort',
          'Dolor de pecho o desmayo con el sexo o el esfuerzo',
          'ألم في الصدر أو إغماء مع العلاقة أو المجهود',
        ),
        'emergency',
      ),
      flag(
        'sight',
        text(
          'Sudden loss of sight or hearing',
          'Pérdida repentina de la vista o el oído',
          'فقدان مفاجئ للبصر أو السمع',
        ),
        'emergency',
      ),
      flag(
        'injury',
        text(
          'It began after an injury, or with numbness between the legs',
          'Empezó tras una lesión, o con adormecimiento entre las piernas',
          'بدأ بعد إصابة، أو مع خدر بين الساقين',
        ),
        'today',
      ),
      none('erection-care'),
    ],
  },
  'erection-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Erectile Dysfunction')),
    concepts: ['erectile-dysfunction'],
    text: text(
      'Trouble with erections is common, and can be an early sign of heart disease. The form asks about both.',
      'Los problemas de erección son frecuentes y pueden ser una señal temprana de enfermedad del corazón. El formulario pregunta por ambas cosas.',
      'مشكلات الانتصاب شائعة، وقد تكون علامة مبكرة على مرض القلب. تسأل الاستمارة عن الأمرين.',
    ),
  },
  'hair-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'scalp',
        text(
          'A painful, swollen scalp with pus, or a fever',
          'Cuero cabelludo dolorido, hinchado y con pus, o fiebre',
          'فروة رأس مؤلمة متورمة فيها صديد، أو حمى',
        ),
        'today',
      ),
      none('hair-how'),
    ],
  },
  'hair-how': {
    kind: 'question',
    text: text('How is it falling out?', '¿Cómo se cae?', 'كيف يتساقط؟'),
    choices: [
      flag(
        'mood',
        text(
          'Hair treatment, and thoughts of self-harm since',
          'Tratamiento para el cabello, y desde entonces pensamientos de hacerse daño',
          'علاج للشعر، ومنذئذ أفكار عن إيذاء النفس',
        ),
        'crisis',
      ),
      choice(
        'slowly',
        text(
          'Slowly, at the temples or crown of a man’s head',
          'Poco a poco, en las sienes o la coronilla de un hombre',
          'ببطء عند صدغي رجل أو قمة رأسه',
        ),
        'hair-care',
      ),
      choice(
        'patches',
        text(
          'In patches, suddenly, or a woman’s hair',
          'A parches, de repente, o a una mujer',
          'في بقع أو فجأة، أو لدى امرأة',
        ),
        'in-person',
      ),
    ],
  },
  'hair-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Hair Loss')),
    concepts: ['hair-loss'],
    text: text(
      'Thinning at the temples or crown usually runs in the family. Treatment can slow it.',
      'La pérdida en las sienes o la coronilla suele ser de familia. El tratamiento puede frenarla.',
      'ترقق الشعر عند الصدغين أو القمة وراثي عادة. يمكن للعلاج أن يبطئه.',
    ),
  },
};

export const habits: Branch = {
  'weight-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'belly',
        text(
          'Severe pain in the belly, or vomiting that won’t stop',
          'Dolor fuerte de vientre o vómitos que no paran',
          'ألم شديد في البطن أو تقيؤ لا يتوقف',
        ),
        'emergency',
      ),
      flag(
        'eating',
        text(
          'You hardly eat, or make yourself vomit, and feel faint',
          'Casi no come o se provoca el vómito, y se marea',
          'لا تأكل إلا قليلًا أو تتعمد التقيؤ، وتشعر بالإغماء',
        ),
        'today',
      ),
      none('weight-care'),
    ],
  },
  'weight-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Weight Control')),
    concepts: ['weight'],
    text: text(
      'A clinician first finds out what is safe for you.',
      'Primero, un profesional averigua qué es seguro para usted.',
      'يعرف المختص أولًا ما هو آمن لك.',
    ),
  },
  'smoking-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag('blood', text('Coughing up blood', 'Tose sangre', 'سعال مصحوب بدم'), 'emergency'),
      flag(
        'heart',
        text(
          'A heart attack or stroke in the past two weeks, with new symptoms',
          'Un infarto o derrame en las últimas dos semanas, con síntomas nuevos',
          'نوبة قلبية أو سكتة دماغية في آخر أسبوعين مع أعراض جديدة',
        ),
        'emergency',
      ),
      none('smoking-care'),
    ],
  },
  'smoking-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Quitting Smoking')),
    concepts: ['smoking'],
    text: text(
      'Medicine and someone to talk to help more together than either does alone.',
      'La medicina y alguien con quien hablar ayudan más juntos que por separado.',
      'الدواء ومن تتحدث إليه يفيدان معًا أكثر مما يفيد كل منهما وحده.',
    ),
  },
};

export const mind: Branch = {
  'mind-flags': {
    kind: 'question',
    text: any,
    choices: [
      flag(
        'harm',
        text(
          'Thoughts of suicide, or of hurting yourself or someone else',
          'Pensamientos de suicidio o de hacerse daño o hacérselo a otra persona',
          'أفكار عن الانتحار أو إيذاء نفسك أو غيرك',
        ),
        'crisis',
      ),
      flag(
        'voices',
        text(
          'Hearing or seeing what others don’t',
          'Oye o ve lo que otros no',
          'سماع أو رؤية ما لا يسمعه الآخرون أو يرونه',
        ),
        'crisis',
      ),
      flag(
        'awake',
        text(
          'Days without sleep, full of energy and racing thoughts',
          'Días sin dormir, con mucha energía y pensamientos acelerados',
          'أيام بلا نوم مع طاقة كبيرة وأفكار متسارعة',
        ),
        'today',
      ),
      none('mind'),
    ],
  },
  mind: {
    kind: 'question',
    text: text('What is it mostly?', '¿Qué es sobre todo?', 'ما هو في الغالب؟'),
    choices: [
      flag('unsafe', text('You don’t feel safe', 'No se siente a salvo', 'لا تشعر بالأمان'), 'crisis'),
      choice(
        'mood',
        text('Low mood or worry', 'Ánimo bajo o preocupación', 'مزاج منخفض أو قلق'),
        'mood-care',
      ),
      choice('sleep', text('Poor sleep', 'Duerme mal', 'نوم سيئ'), 'sleep-care'),
      choice('both', text('Both', 'Ambas cosas', 'كلاهما'), 'mood-and-sleep-care'),
    ],
  },
  'mood-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Depression')),
    concepts: ['low-mood'],
    text: text(
      'A few questions about the past week give a clinician a start.',
      'Unas preguntas sobre la última semana dan a un profesional un punto de partida.',
      'بضعة أسئلة عن الأسبوع الماضي تمنح المختص نقطة بداية.',
    ),
  },
  'sleep-care': {
    kind: 'care',
    ...unreviewed(medlinePlus('Sleep Disorders')),
    concepts: ['sleep'],
    text: text(
      'Writing down a few nights shows what keeps you awake.',
      'Anotar unas noches muestra qué le quita el sueño.',
      'تدوين بضع ليالٍ يُظهر ما يبقيك مستيقظًا.',
    ),
  },
  'mood-and-sleep-care': {
    kind: 'care',
    ...unreviewed(SCREENERS),
    concepts: ['low-mood', 'sleep'],
    text: text(
      'Mood and sleep affect each other. You can start with either.',
      'El ánimo y el sueño se influyen. Puede empezar por cualquiera.',
      'يؤثر المزاج والنوم كل منهما في الآخر. يمكنك البدء بأي منهما.',
    ),
  },
};
