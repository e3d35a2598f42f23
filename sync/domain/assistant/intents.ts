/** What people want to know about something, in the words they ask it in. Folded and matched as the concepts of `sync/domain/discovery` are. */

import { type Language, languages } from '../languages.ts';
import { wordsOf } from '../words/fold-text.ts';
import { stem } from './stem.ts';

/** Phrases, each with a comma after it. */
const phrases = {
  price: {
    en: `whats the damage, set me back, afford, put me out of pocket, out of pocket, my card, credit card, take cards, cash, when do i pay, when am i charged, billed, owe, worth, dollars, pounds, quid, bucks, how much, cost, costs, price, prices, pricing, fee, fees, pay, paying, expensive, cheap, cheapest, free, charge, charges, charged, bill, money`,
    es: `me cobran, cuánto sale, cuánto me sale, tarjeta, efectivo, me descuentan, cuánto es lo que, cuánto piden, cuánto debo, pagaría, sale caro, plata, lana, cuánto cuesta, cuánto cuestan, cuánto vale, cuánto sale, cuánto es, cuánto cobran, cuánto hay que pagar, cuesta, costo, costos, coste, precio, precios, pagar, pago, pagos, gratis, gratuito, gratuita, tarifa, cobran, cobrar, cobra, barato, caro, dinero`,
    ar: `بطاقتي, نقدا, كاش, يخصم, تخصمون, سأدفع, كم أدفع, كم سأدفع, المبلغ, بفلوس, فلوس, وبكم, مقابل, غالي, رخيص, كم سعر, كم يكلف, كم تكلف, كم ثمن, كم السعر, سعر, السعر, أسعار, تكلفة, تكاليف, ثمن, مجاني, مجانا, مجانية, أدفع, ندفع, الدفع, رسوم, بكم, كلفة, يكلف`,
  },
  unsuitable: {
    en: `turn me away, says nope, doc says no, turn away, turned down, youre not able to help, you cant help, if its a no, told no, knocked back, not accepted, dont get accepted, refuse, refused, if you say no, wont treat me, isnt right for me, not right for me, not a candidate, say no, says no, turn me down, refuse me, rejected, cant help me, cant treat me, not suitable, dont qualify, decline, if a doctor can help, agrees to help, isnt right for you, if we cant help, not eligible`,
    es: `me niegan, si no se puede, no me aceptan, me digan que no, no me pueden atender, no pudieran ayudarme, no es adecuado, no me pueden ayudar, no pueden ayudarme, no soy candidato, no soy candidata, me dicen que no, me dice que no, me rechazan, no sirve para mí, no puedo tomarlo, no califico`,
    ar: `ما طلعت مناسب, مش مناسب, ما يناسبني, إذا رفضتم, لم تقبلوني, لا تقبلونني, قلتم لا, لم يصلح لي, لا يصلح لي, ليس مناسبا لي, غير مناسب, لم يكن مناسبا, لم تستطيعوا مساعدتي, لا تستطيعون مساعدتي, رفضتم, لا يناسبني, رفض طلبي, مناسبة لي, مناسبا لي, مساعدتي, لست مؤهلا`,
  },
  time: {
    en: `how long till, how long until, how long before, how long does, till someone, before somebody, before someone, hours till, hours until, same day, by tomorrow, how many days, beforehand, how long, how soon, how fast, how many minutes, how many hours, when will i hear, hear back, get back to me, gets back to me, get an answer, reply, replies, response time, how quickly, take to answer, turnaround, wait`,
    es: `cuánto tengo que esperar, cuánto falta, para cuándo, en cuántas horas, cuántas horas, cuántos días, el mismo día, cuánto se tarda, cuánto les toma, me contestan, contestan, cuánto tarda, cuánto tardan, cuánto demora, cuánto demoran, cuánto se demoran, cuánto tiempo, en cuánto, cuándo contestan, cuándo responden, cuándo me responden, responder, responden, respuesta en, tardan, demoran, esperar`,
    ar: `كم سأنتظر, بعد كم, خلال كم, كم يوم, متى أعرف, متى أسمع, نفس اليوم, كم ساعة, كم يستغرق, كم تستغرق, كم من الوقت, كم دقيقة, كم ساعة, متى تردون, متى يردون, متى يرد, متى سيرد, متى ترد, متى يصلني الرد, يرد علي, سيرد علي, الانتظار, كم أنتظر`,
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
    en: `in my state, do you cover, cover my, my area, near me, im in, do you see patients in, see patients in, live abroad, abroad, where, which states, what states, state, states, which places, location, located, available in, people in, live in, living in, based in`,
    es: `vivo en, estoy en, mi estado, en mi ciudad, llegan a, cubren, dónde, en qué estados, qué estados, estados, estado, ubicación, ubicada, ubicado, disponible en, vivo en, atiende en, atienden en`,
    ar: `أعيش في, ساكن في, مقيم في, مقيمة في, ولايتي, مدينتي, تخدمون, هل تغطون, أين, وين, فين, في أي ولاية, أي ولايات, ولايات, ولاية, أماكن, موقع, متوفر في, أسكن في, يقع, تقع`,
  },
  delivery: {
    en: `send it to me, send it out, through the post, in the post, by courier, letterbox, mailbox, say on the outside, whats in it, what it says on, wrapped, wrapping, label on, get here, turn up at, tracking number, at my door, drop it off, have it sent, ship, ships, shipping, shipped, deliver, delivers, delivery, delivered, by mail, mail it, mailed, my house, my home, doorstep, post it, package, packaging, parcel, box, plain box, discreet, comes in the mail, send me the, sent to me, arrive, arrives`,
    es: `me lo mandan, me la mandan, lo mandan, lo traen, me lo traen, hasta mi casa, en la puerta, qué dice la caja, dice afuera, por fuera, discreta, envoltura, mensajería, a mi domicilio, cuándo llega, me llega, envío, envíos, envían, enviar, me mandan, mandan, entrega, entregan, a domicilio, a mi casa, a la casa, por correo, llega por correo, paquete, empaque, discreto, caja`,
    ar: `توصلونه, توصلونها, يوصل, توصيله, ترسلونه, ترسلونها, يأتيني, حتى الباب, إلى بيتي, لبيتي, مكتوب على, العبوة, التغليف, متى يصل, يصل, توصيل, التوصيل, توصلون, يصلني, يصل الدواء, إلى البيت, للبيت, بالبريد, شحن, الشحن, تشحنون, ترسلون الدواء, طرد, علبة`,
  },
  pickup: {
    en: `show up, go in, from home, from the couch, from my sofa, leave the house, turn up, drop by, pop in, swing by, get it myself, fetch it, go and get, pick up, pick it up, picking up, collect, come in, come to the store, go to the store, in the store, go somewhere, visit, in person, at the counter, counter, which pharmacy, nearby pharmacy, walk in`,
    es: `tengo que ir, hay que ir, desde mi casa, sin salir, paso por, voy por, ir por él, ir por ella, acudir, recoger, recójalo, recojo, recoge, pasar por, en persona, ir a la farmacia, ir en persona, mostrador, tienda, venir, cerca`,
    ar: `أذهب لأخذه, آخذه بنفسي, بنفسي, أمر عليكم, أذهب إليكم, من البيت, أروح, أجيكم, استلام, أستلم, استلم, آتي, أحضر, الحضور, شخصيا, المتجر, منضدة, المنضدة, قريبة مني, أجي`,
  },
  'side-effects': {
    en: `normal that, is that normal, is it normal, meant to happen, supposed to happen, make me feel, makes me feel, make me dizzy, feel funny, bad for you, bad for me, hurt me, do any harm, looks brown, weird, side effect, side effects, bad effects, adverse, is it safe, danger, dangers, dangerous, risk, risks, harmful, reaction, reactions`,
    es: `es normal, eso es normal, me cae mal, me puede caer, me hace mal, mareado, mareada, da sueño, me dio, me da náuseas, efecto secundario, efectos secundarios, efectos adversos, efectos malos, reacción, reacciones, es seguro, riesgos, riesgo, hace daño, peligroso`,
    ar: `هل هذا طبيعي, طبيعي, يسبب, تسبب, دوخة, غثيان, يضرني, تضر, آثار جانبية, الآثار الجانبية, أعراض جانبية, الأعراض الجانبية, أضرار, ضرر, مضاعفات, مخاطر, خطورة, يضر`,
  },
  'not-for': {
    en: `am i alright, alright to, am i ok, is it ok to, is it alright, is it okay, mix with, mix it with, combine with, together with, alongside, while im, if i smoke, still smoking, if i have, with my heart, on other medicine, on other meds, allowed to, can i still, who should not, who shouldnt, who must not, shouldnt take, should not take, not take, cant take, contraindications, contraindication, not for, ok for, okay for, safe for, suitable for, can women, allergic, interact, interactions, who cant`,
    es: `puedo usarlo si, puedo tomarla si, puedo tomarlo si, puedo si, puedo ponerme, me lo puedo, se puede con, mezclar, combinar con, junto con, si tengo, si padezco, si fumo, embarazada, doy pecho, amamantando, quién no debe, quién no puede, quiénes no pueden, no debe tomar, no debo tomar, no pueden tomar, no puede tomar, no puede usar, no deben, contraindicaciones, contraindicado, apto para, alérgico, alergia a`,
    ar: `وأنا حامل, وأنا مرضع, وأنا أدخن, إذا كنت, هل يصلح, هل تصلح, هل تنفعني, أستطيع أخذه, مع دواء آخر, أخلط, تخلط, يتعارض, من لا يجوز, لا يجوز, لا ينبغي, من لا ينبغي, موانع, موانع الاستعمال, لا يناسب, من لا يستطيع, مناسب للنساء, مناسبة للنساء, ممنوع, الممنوع, يمنع, شروط استخدام, هل يجوز`,
  },
  use: {
    en: `how many a day, most i can, maximum, allowed in a day, at once, before bed, before sex, morning or night, with breakfast, with dinner, on a full stomach, after a meal, keep taking, how long do i take, how many days do i, stick it on, where do i put, rub it, swallow it, chew, how do i use, how do i take, how to use, how to take, how is it used, when should i, when do i, put on, apply, use it, take it, how often, how many times, how many can, how much can i take, times a day, dose, dosage, miss a, missed, forget, forgot, with food, empty stomach, big meal, in one day, instructions`,
    es: `cuánto tiempo antes, cuántas puedo, cuántas al día, máximo, con el desayuno, estómago vacío, con el estómago, antes de dormir, de noche o de día, cuántos días, me lo unto, dónde me pongo, la mastico, cómo se usa, cómo se toma, cómo uso, cómo tomo, cómo usar, cómo tomar, cómo se aplica, cómo me pongo, se usa, se toma, me pongo, cuántas veces, cada cuánto, al día, dosis, olvidé, olvidó, se me olvidó, se me pasó, con comida, en ayunas, antes de comer`,
    ar: `كم يوما, أستمر عليه, أستمر عليها, الحد الأقصى, على معدة فارغة, معدة فارغة, مع الفطور, قبل النوم, صباحا أو مساء, أين أضع, أدهن, أمضغ, كيف يستعمل, كيف تستعمل, كيف أستعمل, كيف يستخدم, كيف تستخدم, كيف أستخدم, كيف آخذ, كيف يؤخذ, كيف أتناول, طريقة الاستعمال, طريقة الاستخدام, كم مرة, كم حبة, جرعة, الجرعة, نسيت, قبل الأكل, بعد الأكل, مع الطعام, في اليوم`,
  },
  works: {
    en: `any good, do the trick, make a difference, worth it, speed up, help with, actually help, actually work, good for, how does it work, does it work, work, works, effective, benefit, benefits, results, start working, kick in, take effect, do anything`,
    es: `sirve para, ayuda en algo, vale la pena, de verdad sirve, sí funciona, acelera, da resultado, cómo funciona, funciona, sirve, eficaz, efectivo, efectiva, beneficio, beneficios, resultados, hace efecto, hacer efecto, ayuda para`,
    ar: `يعجل, الشفاء, تنفع, هل تنفع, يفيدني, يساعد, تساعد, يسرع, كيف يعمل, كيف تعمل, هل ينفع, هل يفيد, ينفع, يفيد, فعال, فائدة, فوائد, مفعول, مفعوله, نتيجة, النتائج`,
  },
  diagnosis: {
    en: `diagnosis, diagnose, diagnoses, diagnosing, diagnosed`,
    es: `diagnóstico, diagnosticar, diagnostica, diagnostican`,
    ar: `تشخيص, تشخيصا, التشخيص, تشخصون, يشخص`,
  },
  prescribes: {
    en: `antidepressants, antidepressant, hand out, dish out, put me on, just talking, only talking, talking only, write a prescription, get medicine from, can prescribe, prescribe, prescribes, prescribing, do you prescribe, give me a prescription, give me antidepressants, give me medicine, give me pills, get medication, write prescriptions`,
    es: `antidepresivos, antidepresivo, solo platican, solo hablan, dan pastillas, dan medicina, medicamentos o solo, recetan, receta medicinas, recetar, recetan medicinas, receta, me recetan, dan medicinas, dar pastillas, me puede dar pastillas, medicar`,
    ar: `مضادات اكتئاب, مضادات الاكتئاب, حبوب اكتئاب, دواء اكتئاب, تصرفون, كلام فقط, تصفون أدوية, يصف أدوية, تصف أدوية, تصفون, يصف, وصف أدوية, يعطي أدوية, تعطون أدوية, أدوية`,
  },
  'needs-prescription': {
    en: `need a prescription, without a prescription, over the counter, otc, prescription only`,
    es: `necesito receta, necesita receta, sin receta, venta libre`,
    ar: `بدون وصفة, دون وصفة, أحتاج وصفة, يحتاج وصفة, بوصفة`,
  },
  privacy: {
    en: `info about me, know about me, hang on to, gps, my exact location, exact location, track where i, know where i am, anyone outside, tell my, told that, be told, will you tell, find out i, finds out, find out that, know i used, know that i, what i typed, what i wrote, able to read, able to see, see my stuff, read my stuff, snoop, nosy, my boss, my employer, my parents see, my parents find, my husband see, my wife see, someone else see, anyone else see, anybody see, anyone read, anybody read, who gets to see, who gets to read, who has access, kept secret, stay between us, hacked, how safe is, encrypted, encryption, secure, privacy, who can see, be seen, see my answers, can see my, who sees, who reads, reads my answers, read my answers, look at my answers, private, confidential, my data, my information, my info, share my, reads it, reads them, reads your answers, someone reads, can open it, can open them, only the people`,
    es: `leen todo, se queda guardado, queda guardado, quién va a leer, mi ubicación exacta, se entera, se entere, se enteran, se enteren, enterarse, le avisan a mi, le dicen a mi, le cuentan, mi jefe, puede ver lo que, ve lo que, leer lo que, lo que escribo, lo que escribí, chismoso, chismosos, quién tiene acceso, en secreto, cifrado, cifrados, encriptado, seguro que nadie, privacidad, quién puede ver, quién puede leer, quién ve, quién lee, quiénes ven, ve mis respuestas, ven mis respuestas, lee mis respuestas, confidencial, mis datos, mi información, comparten, privado, lo lee, las lee, lee sus respuestas, alguien lee, pueden abrirlas, puede abrirlo, quienes le atienden`,
    ar: `مين يقرأ, مين رح يقرأ, مين بيشوف, يقرأ الأشياء, موقعي بالضبط, اللي كتبته, يعرف زوجي, تعرف زوجتي, يعرف أهلي, يعرف مديري, هل يعرف أحد, تخبرون طبيبي, تخبرون, يطلع, ما أكتبه, ما كتبته, يرى ما, يقرأ ما, مشفر, مشفرة, بيننا, خصوصية, الخصوصية, من يرى, من يمكنه رؤية, من يستطيع أن يرى, من الذي يرى, من يطلع, يطلع على إجاباتي, من يقرأ, يقرأ إجاباتي, بياناتي, معلوماتي, سري, سرية, يقرؤه, يقرأ إجاباتك, شخص يقرأ, يفتحه, يعتني بك`,
  },
  'my-record': {
    en: `get rid of my, wipe my, forget me, take back my, changed my mind about my, delete everything, erase everything, everything you have on me, everything about me, what you have on me, close my account, delete my account, remove me, wrong details, fix my, change my name, change my address, update my, delete my, erase my, remove my, copy of my, my record, my records, medical record, correct my, data rights, see what you keep, your rights, see copy and correct, rights, my details`,
    es: `desaparezca, desaparecer, que quiten, los pueden eliminar, los pueden borrar, pueden eliminar, pueden borrar, borren todo, eliminen, borrarlo, borrarlos, cerrar mi cuenta, eliminar mi cuenta, lo que tienen de mí, todo lo que saben, cambiar mi, actualizar mi, borrar mi, borrar mis, borren mis, eliminar mis, eliminar mi, copia de mi, copia de mis, mi expediente, mi historial, corregir mis, mis derechos, sus derechos, derechos, ver copiar y corregir`,
    ar: `احذفوا, امسحوا, تحذفون, تمسحون, كل شيء عني, ما لديكم عني, إغلاق حسابي, أغير اسمي, تعديل بياناتي, حذف بياناتي, أحذف بياناتي, احذف بياناتي, حذف معلوماتي, محو بياناتي, مسح بياناتي, نسخة من, سجلي, ملفي الطبي, حقوقي, تصحيح بياناتي, حقوقك, حقوق`,
  },
  'sells-data': {
    en: `sell my, sells my, selling my, sell data, advertisers, advertising, ads, third parties, third party, sell or rent`,
    es: `venden mis datos, venden mi, vender mis, vende mis, publicidad, anunciantes, rastreadores, rastrean, terceros, no vendemos`,
    ar: `تبيعون معلوماتي, تبيعون بياناتي, تبيع بياناتي, يبيع بياناتي, بيع بياناتي, إعلانات, معلنين, المعلنين, تتبع, لا نبيع, نبيع`,
  },
  complaint: {
    en: `shout at, have a go at, kick off, mess up my, mess up, escalate, not happy, moan, unfair, badly treated, was treated, treated badly, rude, report a, speak to a manager, feedback, let down, fed up, disappointed, mistake you made, you got it wrong, messed up, complaint, complaints, complain, complaining, something went wrong, unhappy, dissatisfied, grievance`,
    es: `mal atendieron, me atendieron mal, punta del pie, con las patas, me trataron mal, mal trato, del trato, mal servicio, molesto con, molesta con, inconformidad, poner una queja, grosero, grosera, quiero reportar, queja, quejas, quejarme, quejar, quejo, me quejo, reclamo, reclamos, reclamación, reclamar, inconforme, denunciar`,
    ar: `ما عجبتني, ما عجبني, أشكي, بشتكي, أعترض, معاملة سيئة, أساء, سوء المعاملة, مستاء, مستاءة, أبلغ عن, لم يعجبني, شكوى, شكاوى, الشكوى, أشتكي, أشكو, اشتكي, تقديم شكوى, غير راض, اعتراض`,
  },
  cookies: {
    en: `tracking me, track me, trackers, banner, cookie banner, tracked, cookie, cookies, stored on my device, store on my device, save on my device, on my device`,
    es: `rastreo, me rastrean, me siguen, aviso de cookies, cookie, cookies, galletas, guardan en mi dispositivo, almacenan, en mi dispositivo`,
    ar: `تتبعونني, تتعقبون, تعقب, كوكيز, الكوكيز, ملفات تعريف الارتباط, تعريف الارتباط, تخزنون على جهازي, على جهازي`,
  },
  accessibility: {
    en: `cant see well, hard of hearing, cant hear, zoom in, font size, bigger letters, larger letters, cant use a mouse, wheelchair user, on my behalf, shaky hands, accessibility, screen reader, accessible, disability, disabled, blind, low vision, deaf, keyboard, large text, bigger text, interpreter, sign language`,
    es: `no veo bien, no oigo, letras más grandes, letras grandes, agrandar, no oye, mal de la vista, accesibilidad, lector de pantalla, accesible, discapacidad, ciego, ciega, ciegas, ciegos, sordo, sorda, teclado, letra grande, intérprete, lengua de señas`,
    ar: `لا أرى جيدا, لا أسمع, حروف أكبر, خط أكبر, ضعيف النظر, ضعيف السمع, أعمى, عمياء, صماء, إتاحة, إمكانية الوصول, سهولة الوصول, قارئ الشاشة, قارئ شاشة, إعاقة, كفيف, مكفوفين, للمكفوفين, أصم, مترجم, تكبير النص, لوحة المفاتيح`,
  },
  exam: {
    en: `see me, examine me, examined, be examined, blood pressure reading, take my blood pressure, get weighed, weighed, measure my, measured, get checked first, check me, look at me, looked at first, exam, exams, physical exam, checkup, examination, blood pressure, pelvic`,
    es: `que revisar, revisarme, me revisan, me revisa, examinarme, tomar la presión, la presión, medir, me midan, checarme, chequeo, exploración, examen, exámenes, revisión, presión, presión arterial`,
    ar: `أقيس ضغطي, ضغطي, قياس ضغطي, تفحصوني, تفحصونني, يفحصني, أقيس, الكشف علي, فحص, الفحص, كشف, ضغط الدم, قياس الضغط`,
  },
  language: {
    en: `my language, english is bad, bad english, dont speak english, poor english, another language, other languages, in my own language, language, languages, speak spanish, speaks spanish, speak arabic, speaks arabic, speak english, in spanish, in arabic, spanish speaking, arabic speaking, translate, translated, translation`,
    es: `mi idioma, no hablo inglés, no sé inglés, mi inglés, otro idioma, idioma, idiomas, hablan español, habla español, hablan inglés, habla inglés, hablan árabe, en español, en inglés, en árabe, traducción, traducido`,
    ar: `بلغتي, لغتي, لا أتكلم الإنجليزية, إنجليزيتي, إنجليزيتي ضعيفة, لا أعرف الإنجليزية, لا أجيد الإنجليزية, لغة, اللغة, لغات, اللغات, يتكلم عربي, تتكلمون عربي, يتحدث العربية, تتحدثون العربية, بالعربية, بالعربي, بالإنجليزية, بالإسبانية, عربي, ترجمة`,
  },
  age: {
    en: `my son, my daughter, my kid, my child, my teenager, year old, yr old, how young, legal age, grown up, for kids, age, ages, how old, minimum age, years old, under 18, over 18, teenager, teenagers, minors, minor, old enough, too young, too old`,
    es: `mi hijo, mi hija, mi niño, mi niña, años tiene, tiene años, soy menor, para niños, edad, edades, desde qué edad, qué edad, cuántos años, menor de edad, menores, adolescente, adolescentes, mayor de edad`,
    ar: `ابني, ابنتي, بنتي, ولدي, عمره, عمرها, عمري, عمر, العمر, أي عمر, كم عمر, سن, من أي سن, قاصر, مراهق, مراهقين, أقل عمر`,
  },
  who: {
    en: `who is the, who are the, who are your, medical director, your doctors, your team, staff, psychologist, therapist, therapists, counselor, counselors, pharmacist, pharmacists, which doctor, name of the doctor, credentials, qualified, licensed, who works, works there, who runs, who owns, owner, founded, founder, in charge`,
    es: `quién es el, quién es la, quiénes son, directora médica, director médico, sus médicos, su equipo, personal, psicólogo, psicóloga, terapeuta, farmacéutico, farmacéutica, qué médico, qué doctor, consejera, quién dirige, dirige, dueño, dueña, fundó, quién trabaja, trabaja ahí, quién atiende, la doctora, el doctor`,
    ar: `من هو الطبيب, من هي, من هو, المدير الطبي, المديرة الطبية, مدير طبي, أطباؤكم, فريقكم, طاقم, أخصائي نفسي, معالج, المعالج, من الطبيب, اسم الطبيب, من يدير, يدير, صاحب, صاحبة, مالك, من يعمل, أسس`,
  },
  human: {
    en: `a computer, robot, actual person, a real person, real human, actual doctor, automated, algorithm, machine decides, who decides, ai, a robot, robot, robots, computer, a program, software, algorithm, machine, chatbot, bot, automated, artificial intelligence, real person, actual person, a human, real human, real doctor, actual doctor`,
    es: `una máquina, computadora, robot, persona de verdad, una persona real, quién decide, automático, ia, robot, computadora, ordenador, programa, algoritmo, máquina, automático, inteligencia artificial, persona real, una persona, humano, médico real, doctor real`,
    ar: `كمبيوتر, حاسوب, آلة, إنسان حقيقي, شخص حقيقي, من يقرر, بشر, ذكاء اصطناعي, الذكاء الاصطناعي, روبوت, كمبيوتر, الكمبيوتر, حاسوب, برنامج, آلي, آلة, شخص حقيقي, إنسان, طبيب حقيقي`,
  },
  pause: {
    en: `finish later, come back later, continue later, finish it later, later, pause, stop and come back, save and exit, save my progress, pick up where i left, all at once, in one go, offline, no internet, without internet, lose connection, bad connection, come back, own time, stop whenever, stop and continue, continue later, save my answers`,
    es: `terminar después, seguir después, seguir luego, continuar después, continuar luego, más tarde, pausar, dejarlo a medias, sin internet, sin conexión, sin señal, de una sola vez, a su ritmo, pare cuando, pare y continúe, en partes`,
    ar: `أكمل لاحقا, إكمال لاحقا, لاحقا, أتوقف وأكمل, التوقف, دون اتصال, بدون إنترنت, دون إنترنت, بلا إنترنت, انقطع الإنترنت, مرة واحدة, أتوقف, توقف, متى شئت, أكمل, إكمال, استكمال, وقتك`,
  },
  talk: {
    en: `see a face, typing, all typing, face to talk, camera on, ring you, speak to anyone, have a chat, hop on a call, actual conversation, see someone on screen, camera, video, video call, by video, by phone, talk to someone, talk with someone, speak to someone, speak with someone, talk to a person, live call, zoom, face to face, in writing, chat`,
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
    en: `back out, opt out, end my plan, end my, dont want it anymore, get my money, return it, send it back, stop paying, stop getting, cancel, stop my, quit the service, change my mind, unsubscribe, subscription, refund, refunds, money back`,
    es: `ya no quiero, darme de baja, dar de baja, me arrepentí, me arrepiento, regresar el, terminar mi, cancelar, cancelo, cambiar de opinión, suscripción, reembolso, devolución, devolver`,
    ar: `بترجعوا, ترجعون, ترجعوا, لا أريد الاستمرار, أوقف الطلب, أرجع, إرجاع, تراجعت, غيرت رأيي, أنهي, إلغاء, ألغي, أغير رأيي, اشتراك, استرداد, استرجاع`,
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
