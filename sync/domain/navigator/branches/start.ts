import { type Branch, choice, flag, none, text } from './tree.ts';

const sudden = text(
  'Something sudden, severe, or getting worse fast',
  'Algo repentino, grave o que empeora rápido',
  'شيء مفاجئ أو شديد أو يسوء بسرعة',
);

export const start: Branch = {
  now: {
    kind: 'question',
    text: text(
      'Is any of this happening right now?',
      '¿Está pasando algo de esto ahora mismo?',
      'هل يحدث شيء من هذا الآن؟',
    ),
    hint: text(
      'To you, or to the person you’re asking for.',
      'A usted o a la persona por la que pregunta.',
      'لك أو لمن تسأل عنه.',
    ),
    choices: [
      flag(
        'chest',
        text(
          'Chest pain, or trouble breathing',
          'Dolor en el pecho o dificultad para respirar',
          'ألم في الصدر أو صعوبة في التنفس',
        ),
        'emergency',
      ),
      flag(
        'stroke',
        text(
          'Drooping face, weak arm, or trouble speaking or seeing',
          'Un lado de la cara caído, debilidad en un brazo, o dificultad para hablar o ver',
          'تدلي الوجه أو ضعف الذراع أو صعوبة في الكلام أو الرؤية',
        ),
        'emergency',
      ),
      flag(
        'bleeding',
        text(
          'Heavy bleeding, passing out, or a seizure',
          'Sangrado abundante, desmayo o convulsión',
          'نزيف شديد أو فقدان الوعي أو تشنجات',
        ),
        'emergency',
      ),
      flag(
        'swelling',
        text(
          'Swelling of the face or throat, or a medicine overdose',
          'Hinchazón de la cara o la garganta, o sobredosis de un medicamento',
          'تورم الوجه أو الحلق، أو جرعة زائدة من دواء',
        ),
        'emergency',
      ),
      flag(
        'suicide',
        text(
          'Thoughts of suicide or hurting yourself',
          'Pensamientos de suicidio o de hacerse daño',
          'أفكار عن الانتحار أو إيذاء النفس',
        ),
        'crisis',
      ),
      flag(
        'violence',
        text(
          'Someone is hurting or threatening you',
          'Alguien le hace daño o le amenaza',
          'شخص يؤذيك أو يهددك',
        ),
        'danger',
      ),
      none('who'),
    ],
  },
  who: {
    kind: 'question',
    text: text('Who is it for?', '¿Para quién es?', 'لمن هذا؟'),
    choices: [
      flag(
        'baby',
        text(
          'A baby under 3 months with a fever, or who is limp or hard to wake',
          'Un bebé de menos de 3 meses con fiebre, flácido o difícil de despertar',
          'رضيع عمره أقل من 3 أشهر لديه حمى، أو جسمه مرتخٍ، أو يصعب إيقاظه',
        ),
        'emergency',
      ),
      choice(
        'adult',
        text('An adult, 18 or older', 'Una persona de 18 años o más', 'بالغ عمره 18 عامًا أو أكثر'),
        'subject',
      ),
      choice('child', text('A child or teenager', 'Un niño o adolescente', 'طفل أو مراهق'), 'for-a-child'),
    ],
  },
  subject: {
    kind: 'question',
    text: text('What would you like help with?', '¿Con qué quiere ayuda?', 'فيم تريد المساعدة؟'),
    choices: [
      flag('sudden', sudden, 'today'),
      choice(
        'infection',
        text(
          'Cough, cold, sore throat, or cold sore',
          'Tos, resfriado, dolor de garganta o herpes labial',
          'سعال أو زكام أو ألم في الحلق أو هربس الشفة',
        ),
        'infections',
      ),
      choice(
        'urine',
        text(
          'Burning or urgency when you pee',
          'Ardor al orinar o ganas urgentes',
          'حرقة عند التبول أو حاجة ملحة إليه',
        ),
        'urine-flags',
      ),
      choice('contraception', text('Birth control', 'Anticoncepción', 'منع الحمل'), 'contraception-flags'),
      choice(
        'men',
        text(
          'Erections or hair loss',
          'Problemas de erección o caída del cabello',
          'مشكلات الانتصاب أو تساقط الشعر',
        ),
        'men',
      ),
      choice(
        'mind',
        text('Mood, worry, or sleep', 'Ánimo, preocupación o sueño', 'المزاج أو القلق أو النوم'),
        'mind-flags',
      ),
      choice('habits', text('Weight or smoking', 'Peso o tabaco', 'الوزن أو التدخين'), 'habits'),
      choice('other', text('Something else', 'Otra cosa', 'شيء آخر'), 'elsewhere'),
    ],
  },
  infections: {
    kind: 'question',
    text: text('Which fits best?', '¿Cuál se parece más?', 'ما الأقرب إلى حالتك؟'),
    choices: [
      flag(
        'stiff',
        text(
          'Fever with a stiff neck, confusion, or a rash that doesn’t fade when pressed',
          'Fiebre con cuello rígido, confusión o un sarpullido que no desaparece al presionarlo',
          'حمى مع تيبس الرقبة أو تشوش أو طفح لا يختفي عند الضغط عليه',
        ),
        'emergency',
      ),
      choice('cough', text('Cough or a cold', 'Tos o resfriado', 'السعال أو الزكام'), 'cough-flags'),
      choice('throat', text('Sore throat', 'Dolor de garganta', 'ألم الحلق'), 'throat-flags'),
      choice(
        'both',
        text('Sore throat and a cough', 'Dolor de garganta y tos', 'ألم الحلق مع السعال'),
        'throat-and-cough-flags',
      ),
      choice(
        'cold-sore',
        text('A cold sore on the lip', 'Herpes labial', 'هربس الشفة (قرحة البرد)'),
        'cold-sore-flags',
      ),
    ],
  },
  men: {
    kind: 'question',
    text: text('Which is it?', '¿De qué se trata?', 'ما المشكلة؟'),
    choices: [
      flag(
        'erection',
        text(
          'An erection that has lasted more than 4 hours, or sudden severe pain in a testicle',
          'Una erección de más de 4 horas, o dolor fuerte y repentino en un testículo',
          'انتصاب مستمر منذ أكثر من 4 ساعات، أو ألم شديد مفاجئ في الخصية',
        ),
        'emergency',
      ),
      choice(
        'erections',
        text('Trouble with erections', 'Problemas de erección', 'مشكلات الانتصاب'),
        'erection-flags',
      ),
      choice('hair', text('Hair loss', 'Caída del cabello', 'تساقط الشعر'), 'hair-flags'),
    ],
  },
  habits: {
    kind: 'question',
    text: text('Which is it?', '¿De qué se trata?', 'ما المشكلة؟'),
    choices: [
      flag('sudden', sudden, 'today'),
      choice('weight', text('Managing weight', 'Control del peso', 'ضبط الوزن'), 'weight-flags'),
      choice('smoking', text('Quitting smoking', 'Dejar de fumar', 'الإقلاع عن التدخين'), 'smoking-flags'),
    ],
  },
};
