/** What people want to know about something, in the words they ask it in. Folded and matched as the concepts of `sync/domain/discovery` are. */
import { wordsOf } from '../discovery/fold-text.ts';
import { type Language, languages } from '../languages.ts';
import { stem } from './stem.ts';

/** Phrases, each with a comma after it. */
const phrases = {
  price: {
    en: `how much, cost, costs, price, prices, pricing, fee, fees, pay, paying, expensive, cheap, cheapest, free, charge, charges, charged, bill, money`,
    es: `cuánto cuesta, cuánto cuestan, cuánto vale, cuánto sale, cuánto es, cuánto cobran, cuánto hay que pagar, cuesta, costo, costos, coste, precio, precios, pagar, pago, pagos, gratis, gratuito, gratuita, tarifa, cobran, cobrar, cobra, barato, caro, dinero`,
    ar: `كم سعر, كم يكلف, كم تكلف, كم ثمن, كم السعر, سعر, السعر, أسعار, تكلفة, تكاليف, ثمن, مجاني, مجانا, مجانية, أدفع, ندفع, الدفع, رسوم, بكم, كلفة, يكلف`,
  },
  unsuitable: {
    en: `isnt right for me, not right for me, not a candidate, say no, says no, turn me down, refuse me, rejected, cant help me, cant treat me, not suitable, dont qualify, decline, if a doctor can help, agrees to help, isnt right for you, if we cant help, not eligible`,
    es: `no es adecuado, no me pueden ayudar, no pueden ayudarme, no soy candidato, no soy candidata, me dicen que no, me dice que no, me rechazan, no sirve para mí, no puedo tomarlo, no califico`,
    ar: `ليس مناسبا لي, غير مناسب, لم يكن مناسبا, لم تستطيعوا مساعدتي, لا تستطيعون مساعدتي, رفضتم, لا يناسبني, رفض طلبي, مناسبة لي, مناسبا لي, مساعدتي, لست مؤهلا`,
  },
  time: {
    en: `how long, how soon, how fast, how many minutes, how many hours, when will i hear, hear back, get back to me, gets back to me, get an answer, reply, replies, response time, how quickly, take to answer, turnaround, wait`,
    es: `cuánto tarda, cuánto tardan, cuánto demora, cuánto demoran, cuánto se demoran, cuánto tiempo, en cuánto, cuándo contestan, cuándo responden, cuándo me responden, responder, responden, respuesta en, tardan, demoran, esperar`,
    ar: `كم يستغرق, كم تستغرق, كم من الوقت, كم دقيقة, كم ساعة, متى تردون, متى يردون, متى يرد, متى سيرد, متى ترد, متى يصلني الرد, يرد علي, سيرد علي, الانتظار, كم أنتظر`,
  },
  hours: {
    en: `hours, open, opening, opens, close, closed, closes, what time, sunday, sundays, saturday, saturdays, weekend, weekends, monday, friday, schedule`,
    es: `horario, horarios, a qué hora, abre, abren, abierto, abierta, cierra, cierran, domingo, domingos, sábado, sábados, lunes, viernes, fin de semana`,
    ar: `ساعات العمل, ساعات عمل, متى يفتح, متى تفتح, متى يغلق, متى تغلق, مواعيد, مواعيد العمل, دوام, الدوام, أوقات العمل, الجمعة, الأحد, السبت, يوم الأحد, مفتوح, مفتوحة, تفتح, يفتح`,
  },
  contact: {
    en: `phone, telephone, call, email, e mail, mail address, contact, address, number, reach, get hold of, office`,
    es: `teléfono, llamar, llamo, llamarles, correo, correo electrónico, email, contacto, contactar, dirección, domicilio, número, comunicarme, comunicarse`,
    ar: `هاتف, تليفون, تلفون, رقم, رقم هاتف, اتصل, أتصل, الاتصال, بريد, البريد الإلكتروني, إيميل, عنوان, العنوان, تواصل, أتواصل, التواصل`,
  },
  where: {
    en: `where, which states, what states, state, states, which places, location, located, available in, people in, live in, living in, based in`,
    es: `dónde, en qué estados, qué estados, estados, estado, ubicación, ubicada, ubicado, disponible en, queda, vivo en, atiende en, atienden en`,
    ar: `أين, وين, فين, في أي ولاية, أي ولايات, ولايات, ولاية, أماكن, موقع, متوفر في, أسكن في, يقع, تقع`,
  },
  delivery: {
    en: `ship, ships, shipping, shipped, deliver, delivers, delivery, delivered, by mail, mail it, mailed, my house, my home, doorstep, post it, package, packaging, parcel, box, plain box, discreet, comes in the mail, send me the, sent to me, arrive, arrives`,
    es: `envío, envíos, envían, enviar, me mandan, mandan, entrega, entregan, a domicilio, a mi casa, a la casa, por correo, llega por correo, paquete, empaque, discreto, caja`,
    ar: `توصيل, التوصيل, توصلون, يصلني, يصل الدواء, إلى البيت, للبيت, بالبريد, شحن, الشحن, تشحنون, ترسلون الدواء, طرد, علبة`,
  },
  pickup: {
    en: `pick up, pick it up, picking up, collect, come in, come to the store, go to the store, in the store, go somewhere, visit, in person, at the counter, counter, which pharmacy, nearby pharmacy, walk in`,
    es: `recoger, recójalo, recojo, recoge, pasar por, en persona, ir a la farmacia, ir en persona, mostrador, tienda, venir, cerca`,
    ar: `استلام, أستلم, استلم, آتي, أحضر, الحضور, شخصيا, المتجر, منضدة, المنضدة, قريبة مني, أجي`,
  },
  'side-effects': {
    en: `side effect, side effects, bad effects, adverse, is it safe, danger, dangers, dangerous, risk, risks, harmful, reaction, reactions`,
    es: `efecto secundario, efectos secundarios, efectos adversos, efectos malos, reacción, reacciones, es seguro, riesgos, riesgo, hace daño, peligroso`,
    ar: `آثار جانبية, الآثار الجانبية, أعراض جانبية, الأعراض الجانبية, أضرار, ضرر, مضاعفات, مخاطر, خطورة, يضر`,
  },
  'not-for': {
    en: `who should not, who shouldnt, who must not, shouldnt take, should not take, not take, cant take, contraindications, contraindication, not for, ok for, okay for, safe for, suitable for, can women, allergic, interact, interactions, who cant`,
    es: `quién no debe, quién no puede, quiénes no pueden, no debe tomar, no debo tomar, no pueden tomar, no puede tomar, no puede usar, no deben, contraindicaciones, contraindicado, apto para, alérgico, alergia a`,
    ar: `من لا يجوز, لا يجوز, لا ينبغي, من لا ينبغي, موانع, موانع الاستعمال, لا يناسب, من لا يستطيع, مناسب للنساء, مناسبة للنساء, ممنوع, الممنوع, يمنع, شروط استخدام, هل يجوز`,
  },
  use: {
    en: `how do i use, how do i take, how to use, how to take, how is it used, when should i, when do i, put on, apply, use it, take it, how often, how many times, how many can, how much can i take, times a day, dose, dosage, miss a, missed, forget, forgot, with food, empty stomach, big meal, in one day, instructions`,
    es: `cómo se usa, cómo se toma, cómo uso, cómo tomo, cómo usar, cómo tomar, cómo se aplica, cómo me pongo, se usa, se toma, me pongo, cuántas veces, cada cuánto, al día, dosis, olvidé, olvidó, se me olvidó, se me pasó, con comida, en ayunas, antes de comer`,
    ar: `كيف يستعمل, كيف تستعمل, كيف أستعمل, كيف يستخدم, كيف تستخدم, كيف أستخدم, كيف آخذ, كيف يؤخذ, كيف أتناول, طريقة الاستعمال, طريقة الاستخدام, كم مرة, كم حبة, جرعة, الجرعة, نسيت, قبل الأكل, بعد الأكل, مع الطعام, في اليوم`,
  },
  works: {
    en: `how does it work, does it work, work, works, effective, benefit, benefits, results, start working, kick in, take effect, do anything`,
    es: `cómo funciona, funciona, sirve, eficaz, efectivo, efectiva, beneficio, beneficios, resultados, hace efecto, hacer efecto, ayuda para`,
    ar: `كيف يعمل, كيف تعمل, هل ينفع, هل يفيد, ينفع, يفيد, فعال, فائدة, فوائد, مفعول, مفعوله, نتيجة, النتائج`,
  },
  diagnosis: {
    en: `diagnosis, diagnose, diagnoses, diagnosing, diagnosed`,
    es: `diagnóstico, diagnosticar, diagnostica, diagnostican`,
    ar: `تشخيص, تشخيصا, التشخيص, تشخصون, يشخص`,
  },
  prescribes: {
    en: `prescribe, prescribes, prescribing, do you prescribe, give me a prescription, give me antidepressants, give me medicine, give me pills, get medication, write prescriptions`,
    es: `recetan, receta medicinas, recetar, recetan medicinas, receta, me recetan, dan medicinas, dar pastillas, me puede dar pastillas, medicar`,
    ar: `تصفون أدوية, يصف أدوية, تصف أدوية, تصفون, يصف, وصف أدوية, يعطي أدوية, تعطون أدوية, أدوية`,
  },
  'needs-prescription': {
    en: `need a prescription, without a prescription, over the counter, otc, prescription only`,
    es: `necesito receta, necesita receta, sin receta, venta libre`,
    ar: `بدون وصفة, دون وصفة, أحتاج وصفة, يحتاج وصفة, بوصفة`,
  },
  privacy: {
    en: `privacy, who can see, be seen, see my answers, can see my, who sees, who reads, reads my answers, read my answers, look at my answers, private, confidential, my data, my information, my info, share my, outside, reads it, reads them, reads your answers, someone reads, can open it, can open them, only the people`,
    es: `privacidad, quién puede ver, quién puede leer, quién ve, quién lee, quiénes ven, ve mis respuestas, ven mis respuestas, lee mis respuestas, confidencial, mis datos, mi información, comparten, privado, lo lee, las lee, lee sus respuestas, alguien lee, pueden abrirlas, puede abrirlo, quienes le atienden`,
    ar: `خصوصية, الخصوصية, من يرى, من يمكنه رؤية, من يستطيع أن يرى, من الذي يرى, من يطلع, يطلع على إجاباتي, من يقرأ, يقرأ إجاباتي, بياناتي, معلوماتي, سري, سرية, يقرؤه, يقرأ إجاباتك, شخص يقرأ, يفتحه, يعتني بك`,
  },
  'my-record': {
    en: `delete my, erase my, remove my, copy of my, my record, my records, medical record, correct my, data rights, see what you keep, your rights, see copy and correct, rights, my details`,
    es: `borrar mi, borrar mis, borren mis, eliminar mis, eliminar mi, copia de mi, copia de mis, mi expediente, mi historial, corregir mis, mis derechos, sus derechos, derechos, ver copiar y corregir`,
    ar: `حذف بياناتي, أحذف بياناتي, احذف بياناتي, حذف معلوماتي, محو بياناتي, مسح بياناتي, نسخة من, سجلي, ملفي الطبي, حقوقي, تصحيح بياناتي, حقوقك, حقوق`,
  },
  'sells-data': {
    en: `sell my, sells my, selling my, sell data, advertisers, advertising, ads, third parties, third party, sell or rent`,
    es: `venden mis datos, venden mi, vender mis, vende mis, publicidad, anunciantes, rastreadores, rastrean, terceros, no vendemos, vender`,
    ar: `تبيعون معلوماتي, تبيعون بياناتي, تبيع بياناتي, يبيع بياناتي, بيع بياناتي, إعلانات, معلنين, المعلنين, تتبع, لا نبيع, نبيع`,
  },
  complaint: {
    en: `complaint, complaints, complain, complaining, something went wrong, unhappy, dissatisfied, grievance`,
    es: `queja, quejas, quejarme, quejar, quejo, me quejo, reclamo, reclamos, reclamación, reclamar, inconforme, denunciar`,
    ar: `شكوى, شكاوى, الشكوى, أشتكي, أشكو, اشتكي, تقديم شكوى, غير راض, اعتراض`,
  },
  cookies: {
    en: `cookie, cookies, stored on my device, store on my device, save on my device, on my device`,
    es: `cookie, cookies, galletas, guardan en mi dispositivo, almacenan, en mi dispositivo`,
    ar: `كوكيز, الكوكيز, ملفات تعريف الارتباط, تعريف الارتباط, تخزنون على جهازي, على جهازي`,
  },
  accessibility: {
    en: `accessibility, screen reader, accessible, disability, disabled, blind, low vision, deaf, keyboard, large text, bigger text, interpreter, sign language`,
    es: `accesibilidad, lector de pantalla, accesible, discapacidad, ciego, ciega, ciegas, ciegos, sordo, sorda, teclado, letra grande, intérprete, lengua de señas`,
    ar: `إتاحة, إمكانية الوصول, سهولة الوصول, قارئ الشاشة, قارئ شاشة, إعاقة, كفيف, مكفوفين, للمكفوفين, أصم, مترجم, تكبير النص, لوحة المفاتيح`,
  },
  exam: {
    en: `exam, exams, physical exam, checkup, examination, blood pressure, pelvic`,
    es: `exploración, examen, exámenes, revisión, presión, presión arterial`,
    ar: `فحص, الفحص, كشف, ضغط الدم, قياس الضغط`,
  },
  language: {
    en: `language, languages, speak spanish, speaks spanish, speak arabic, speaks arabic, speak english, in spanish, in arabic, spanish speaking, arabic speaking, translate, translated, translation`,
    es: `idioma, idiomas, hablan español, habla español, hablan inglés, habla inglés, hablan árabe, en español, en inglés, en árabe, traducción, traducido`,
    ar: `لغة, اللغة, لغات, اللغات, يتكلم عربي, تتكلمون عربي, يتحدث العربية, تتحدثون العربية, بالعربية, بالعربي, بالإنجليزية, بالإسبانية, عربي, ترجمة`,
  },
  age: {
    en: `age, ages, how old, minimum age, years old, under 18, over 18, teenager, teenagers, minors, minor, old enough, too young, too old`,
    es: `edad, edades, desde qué edad, qué edad, cuántos años, menor de edad, menores, adolescente, adolescentes, mayor de edad`,
    ar: `عمر, العمر, أي عمر, كم عمر, سن, من أي سن, قاصر, مراهق, مراهقين, أقل عمر`,
  },
  who: {
    en: `who is the, who are the, who are your, medical director, your doctors, your team, staff, psychologist, therapist, therapists, counselor, counselors, pharmacist, pharmacists, which doctor, name of the doctor, credentials, qualified, licensed, who works, works there, who runs, who owns, owner, founded, founder, in charge`,
    es: `quién es el, quién es la, quiénes son, directora médica, director médico, sus médicos, su equipo, personal, psicólogo, psicóloga, terapeuta, farmacéutico, farmacéutica, qué médico, qué doctor, consejera, quién dirige, dirige, dueño, dueña, fundó, quién trabaja, trabaja ahí, quién atiende, la doctora, el doctor`,
    ar: `من هو الطبيب, من هي, من هو, المدير الطبي, المديرة الطبية, مدير طبي, أطباؤكم, فريقكم, طاقم, أخصائي نفسي, معالج, المعالج, من الطبيب, اسم الطبيب, من يدير, يدير, صاحب, صاحبة, مالك, من يعمل, أسس`,
  },
  human: {
    en: `ai, a robot, robot, robots, computer, a program, software, algorithm, machine, chatbot, bot, automated, artificial intelligence, real person, actual person, a human, real human, real doctor, actual doctor`,
    es: `ia, robot, computadora, ordenador, programa, algoritmo, máquina, automático, inteligencia artificial, persona real, una persona, humano, médico real, doctor real`,
    ar: `ذكاء اصطناعي, الذكاء الاصطناعي, روبوت, كمبيوتر, الكمبيوتر, حاسوب, برنامج, آلي, آلة, شخص حقيقي, إنسان, طبيب حقيقي`,
  },
  pause: {
    en: `finish later, come back later, continue later, finish it later, later, pause, stop and come back, save and exit, save my progress, pick up where i left, all at once, in one go, offline, no internet, without internet, lose connection, bad connection, come back, own time, stop whenever, stop and continue, continue later, save my answers`,
    es: `terminar después, seguir después, seguir luego, continuar después, continuar luego, más tarde, pausar, dejarlo a medias, sin internet, sin conexión, sin señal, de una sola vez, a su ritmo, pare cuando, pare y continúe, en partes`,
    ar: `أكمل لاحقا, إكمال لاحقا, لاحقا, أتوقف وأكمل, التوقف, دون اتصال, بدون إنترنت, دون إنترنت, بلا إنترنت, انقطع الإنترنت, مرة واحدة, أتوقف, توقف, متى شئت, أكمل, إكمال, استكمال, وقتك`,
  },
  talk: {
    en: `video, video call, by video, by phone, talk to someone, talk with someone, speak to someone, speak with someone, talk to a person, live call, zoom, face to face, in writing, chat`,
    es: `video, videollamada, por video, por teléfono, hablar con alguien, hablar con una persona, platicar, en vivo, por escrito`,
    ar: `فيديو, بالفيديو, مكالمة فيديو, أتحدث مع شخص, التحدث مع, أتكلم مع, تتحدثون معي, مكالمة, كتابة`,
  },
  emergency: {
    en: `emergency, emergencies, urgent, urgently, ambulance, 911, 999, right away, in danger`,
    es: `emergencia, emergencias, urgencia, urgencias, urgente, ambulancia, en peligro, está en peligro`,
    ar: `طوارئ, الطوارئ, للطوارئ, حالة طارئة, عاجل, إسعاف, مستعجل, في خطر`,
  },
  consent: {
    en: `consent, telehealth, agree to, agreeing to, withdraw, withdraw my consent`,
    es: `consentimiento, telesalud, telemedicina, retirar mi consentimiento`,
    ar: `موافقة, الموافقة, موافقتي, التطبيب عن بعد, الرعاية عن بعد, أسحب موافقتي`,
  },
  demo: {
    en: `real clinic, is this real, real company, a demo, demo, fake, legit, legitimate, invented`,
    es: `clínica real, es real, inventada, demostración, de verdad, falsa`,
    ar: `عيادة حقيقية, هل هذا حقيقي, تجريبي, تجريبية, وهمي, وهمية, متخيلة`,
  },
  reply: {
    en: `call me, text me, write to me, email me, how will i hear, contact method, hear from you, hear from us, by letter, let me know`,
    es: `me llaman, me llama, me escribe, me escriben, medio de contacto, le respondemos, cómo me avisan, me avisan, por carta`,
    ar: `تتصل بي, تتصلون بي, تراسلني, تراسلونني, وسيلة التواصل, نتواصل معك, نرد عليك, تصلك رسالة, تخبرونني`,
  },
  licences: {
    en: `licenses, licences, license of, licence of, fonts, open source, copyright, who wrote`,
    es: `licencias, licencia de, derechos de autor, tipografías, código abierto`,
    ar: `التراخيص, تراخيص, ترخيص, الخطوط, حقوق النشر`,
  },
  stop: {
    en: `cancel, stop my, quit the service, change my mind, unsubscribe, subscription, refund, refunds, money back`,
    es: `cancelar, cancelo, cambiar de opinión, suscripción, reembolso, devolución, devolver`,
    ar: `إلغاء, ألغي, أغير رأيي, اشتراك, استرداد, استرجاع`,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

export type Intent = keyof typeof phrases;

export interface FoldedIntent {
  readonly intent: Intent;
  /** Stems. */
  readonly words: readonly string[];
}

/** Longest first: "side effects" is found before "effects". */
export const intentPhrases: readonly FoldedIntent[] = (Object.keys(phrases) as Intent[])
  .flatMap((intent) =>
    languages.flatMap((language) =>
      phrases[intent][language].split(',').map((phrase) => ({ intent, words: wordsOf(phrase).map(stem) })),
    ),
  )
  .toSorted((one, other) => other.words.length - one.words.length);

/** Every word of them, unstemmed. */
export const intentWords: readonly string[] = Object.values(phrases).flatMap((each) =>
  Object.values(each).flatMap(wordsOf),
);
