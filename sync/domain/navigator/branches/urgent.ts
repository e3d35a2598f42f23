import { type Branch, medlinePlus, SCREENERS, text, unreviewed } from './tree.ts';

/** Where red flags lead to. */
export const urgentEnds: Branch = {
  emergency: {
    kind: 'urgent',
    ...unreviewed(SCREENERS),
    title: text('Get emergency help now', 'Pida ayuda de emergencia ahora', 'اطلب المساعدة الطارئة الآن'),
    text: text(
      'This can be life-threatening. Call now, and don’t drive yourself. An online form can’t help with this.',
      'Puede poner en peligro la vida. Llame ahora y no maneje. Un formulario en línea no sirve para esto.',
      'قد يهدد هذا الحياة. اتصل الآن، ولا تقد السيارة بنفسك. لا تكفي استمارة عبر الإنترنت في هذه الحالة.',
    ),
    help: ['emergency', 'advice'],
  },
  crisis: {
    kind: 'urgent',
    ...unreviewed(medlinePlus('Suicide')),
    title: text('Talk to someone now', 'Hable con alguien ahora', 'تحدث إلى شخص الآن'),
    text: text(
      'You don’t have to go through this alone. Call or text one of these lines, or go to someone near you.',
      'No tiene que pasar por esto a solas. Llame o escriba a una de estas líneas, o acuda a alguien cercano.',
      'لست مضطرًا إلى البقاء وحدك مع هذا. اتصل بأحد هذه الخطوط أو راسله، أو اذهب إلى شخص قريب منك.',
    ),
    help: ['crisis', 'emergency'],
  },
  danger: {
    kind: 'urgent',
    ...unreviewed(medlinePlus('Domestic Violence')),
    title: text('Get to safety first', 'Primero póngase a salvo', 'سلامتك أولًا'),
    text: text(
      'If someone is hurting or threatening you, call when it’s safe. Your answers here aren’t saved on this device.',
      'Si alguien le hace daño o le amenaza, llame cuando pueda hacerlo sin peligro. Sus respuestas no se guardan en este dispositivo.',
      'إذا كان أحد يؤذيك أو يهددك، فاتصل حين يكون ذلك آمنًا. لا تُحفظ إجاباتك على هذا الجهاز.',
    ),
    help: ['emergency', 'crisis'],
  },
  assault: {
    kind: 'urgent',
    ...unreviewed(medlinePlus('Sexual Assault')),
    title: text('You can get help', 'Puede recibir ayuda', 'يمكنك الحصول على المساعدة'),
    text: text(
      'If you’re in danger, call when it’s safe. A hospital emergency room can treat you, help prevent pregnancy and infection, and connect you with support, even if you don’t report it. Your answers here aren’t saved on this device.',
      'Si está en peligro, llame cuando pueda hacerlo sin riesgo. En la sala de emergencias de un hospital pueden atenderle, ayudar a prevenir un embarazo o una infección y darle apoyo, aunque no presente una denuncia. Sus respuestas no se guardan en este dispositivo.',
      'إن كنت في خطر فاتصل حين يكون ذلك آمنًا. يمكن لقسم الطوارئ في المستشفى علاجك والمساعدة على منع الحمل والعدوى وإيصالك إلى من يدعمك، حتى إن لم تقدّم بلاغًا. لا تُحفظ إجاباتك على هذا الجهاز.',
    ),
    help: ['emergency', 'crisis'],
  },
  today: {
    kind: 'urgent',
    ...unreviewed(SCREENERS),
    title: text('Get care in person today', 'Reciba atención en persona hoy', 'راجع مختصًا حضوريًا اليوم'),
    text: text(
      'This needs an exam today, at urgent care or with your own doctor. If you get worse, call the emergency number.',
      'Esto necesita una revisión hoy, en un centro de atención urgente o con su médico. Si empeora, llame al número de emergencias.',
      'يحتاج هذا إلى فحص اليوم، في مركز رعاية عاجلة أو لدى طبيبك. إن ساءت حالتك فاتصل برقم الطوارئ.',
    ),
    help: ['advice', 'emergency'],
  },
};

/** Where nothing here helps. */
export const noMatchEnds: Branch = {
  elsewhere: {
    kind: 'none',
    ...unreviewed(medlinePlus('Choosing a Doctor or Health Care Service')),
    text: text(
      'Clinics on Carefront don’t treat this online. Your own doctor, a local clinic, or a pharmacist can help.',
      'Las clínicas de Carefront no tratan esto en línea. Su médico, una clínica cercana o un farmacéutico pueden ayudarle.',
      'لا تعالج العيادات على Carefront هذا عبر الإنترنت. يمكن لطبيبك أو عيادة قريبة أو صيدلي مساعدتك.',
    ),
  },
  'in-person': {
    kind: 'none',
    ...unreviewed(SCREENERS),
    text: text(
      'This needs an exam. Make an appointment with your own doctor or a local clinic in the next few days.',
      'Esto necesita una revisión. Pida cita con su médico o una clínica cercana en los próximos días.',
      'يحتاج هذا إلى فحص. احجز موعدًا مع طبيبك أو عيادة قريبة في الأيام القليلة القادمة.',
    ),
  },
  'for-a-child': {
    kind: 'none',
    ...unreviewed(medlinePlus('Child Safety')),
    text: text(
      'The clinics here treat adults only. For a child, call a pediatrician or a local clinic.',
      'Estas clínicas solo atienden a adultos. Para un niño, llame a un pediatra o a una clínica cercana.',
      'تعالج العيادات هنا البالغين فقط. إن كان الأمر يخص طفلًا فاتصل بطبيب أطفال أو بعيادة قريبة.',
    ),
  },
  'emergency-contraception': {
    kind: 'none',
    ...unreviewed(medlinePlus('Emergency Contraception')),
    text: text(
      'Emergency contraception works better the sooner you take it. Ask a pharmacist today: some kinds don’t need a prescription.',
      'La anticoncepción de emergencia funciona mejor cuanto antes se tome. Pregunte hoy en una farmacia: algunas opciones no necesitan receta.',
      'كلما أسرعت في تناول مانع الحمل الطارئ كان أنفع. اسأل صيدليًا اليوم: بعض أنواعه لا يحتاج إلى وصفة.',
    ),
  },
};
