/** Words to begin with, in the patient's language: a clinician reads and changes them. */
import type { DeclineReason } from '../../../../sync/domain/care/consultation.ts';

interface Template {
  readonly text: string;
  readonly alternatives: readonly string[];
}

const en: Readonly<Record<DeclineReason, Template>> = {
  contraindicated: {
    text: 'Based on your answers, this medicine isn’t safe for you. We don’t want to put your health at risk.',
    alternatives: ['Talk with your own doctor about treatments that are safe for you.'],
  },
  interaction: {
    text: 'This medicine doesn’t go well with another one you take. Please don’t stop taking anything on your own.',
    alternatives: ['Ask your own doctor or pharmacist to review your medicines.'],
  },
  'needs-exam': {
    text: 'We’d need to examine you or run tests before we can treat this, and we can’t do that online.',
    alternatives: ['See your own doctor or a walk-in clinic for an exam.'],
  },
  'not-indicated': {
    text: 'Your answers don’t suggest that this medicine would help you.',
    alternatives: ['If your symptoms change or bother you, see your own doctor.'],
  },
  'outside-scope': {
    text: 'This is outside of what we can treat. A clinician who specializes in it can help you better.',
    alternatives: ['Ask your own doctor for a referral.'],
  },
  'not-licensed': {
    text: 'We aren’t licensed to treat you where you are right now.',
    alternatives: ['Look for a clinician who is licensed in your area.'],
  },
  unverified: {
    text: 'We couldn’t verify what we need to treat you safely.',
    alternatives: ['You can send a new form with the missing information.'],
  },
};

const es: Readonly<Record<DeclineReason, Template>> = {
  contraindicated: {
    text: 'Según sus respuestas, este medicamento no es seguro para usted. No queremos poner en riesgo su salud.',
    alternatives: ['Hable con su médico sobre tratamientos que sean seguros para usted.'],
  },
  interaction: {
    text: 'Este medicamento no se lleva bien con otro que usted toma. Por favor, no deje de tomar nada por su cuenta.',
    alternatives: ['Pida a su médico o farmacéutico que revise sus medicamentos.'],
  },
  'needs-exam': {
    text: 'Antes de tratar esto tendríamos que examinarlo o hacerle pruebas, y eso no es posible en línea.',
    alternatives: ['Acuda a su médico o a una clínica sin cita para un examen.'],
  },
  'not-indicated': {
    text: 'Sus respuestas no indican que este medicamento le ayudaría.',
    alternatives: ['Si sus síntomas cambian o le molestan, consulte a su médico.'],
  },
  'outside-scope': {
    text: 'Esto está fuera de lo que podemos tratar. Un especialista podrá ayudarle mejor.',
    alternatives: ['Pida a su médico que lo derive.'],
  },
  'not-licensed': {
    text: 'No tenemos licencia para atenderle donde se encuentra ahora.',
    alternatives: ['Busque a un profesional con licencia en su zona.'],
  },
  unverified: {
    text: 'No pudimos verificar lo que necesitamos para tratarle de forma segura.',
    alternatives: ['Puede enviar otro formulario con la información que falta.'],
  },
};

const ar: Readonly<Record<DeclineReason, Template>> = {
  contraindicated: {
    text: 'بناءً على إجاباتك، هذا الدواء غير آمن لك. ولا نريد أن نعرّض صحتك للخطر.',
    alternatives: ['تحدث مع طبيبك عن علاجات آمنة لك.'],
  },
  interaction: {
    text: 'يتعارض هذا الدواء مع دواء آخر تتناوله. من فضلك لا توقف أي دواء من تلقاء نفسك.',
    alternatives: ['اطلب من طبيبك أو الصيدلي مراجعة أدويتك.'],
  },
  'needs-exam': {
    text: 'نحتاج إلى فحصك أو إجراء تحاليل قبل علاج هذه الحالة، ولا يمكننا ذلك عبر الإنترنت.',
    alternatives: ['راجع طبيبك أو عيادة لإجراء الفحص.'],
  },
  'not-indicated': {
    text: 'لا تشير إجاباتك إلى أن هذا الدواء سيفيدك.',
    alternatives: ['إذا تغيرت الأعراض أو أزعجتك فراجع طبيبك.'],
  },
  'outside-scope': {
    text: 'هذه الحالة خارج نطاق ما نعالجه. يستطيع طبيب مختص مساعدتك بشكل أفضل.',
    alternatives: ['اطلب من طبيبك إحالتك.'],
  },
  'not-licensed': {
    text: 'لسنا مرخصين لعلاجك في المكان الذي توجد فيه الآن.',
    alternatives: ['ابحث عن طبيب مرخص في منطقتك.'],
  },
  unverified: {
    text: 'لم نتمكن من التحقق مما نحتاج إليه لعلاجك بأمان.',
    alternatives: ['يمكنك إرسال استمارة جديدة بالمعلومات الناقصة.'],
  },
};

const templates: Readonly<Record<string, Readonly<Record<DeclineReason, Template>>>> = { en, es, ar };

/** @param language BCP 47. English where there are none in it. */
export function templateOf(reason: DeclineReason, language: string): Template {
  return (templates[language.split('-')[0] ?? 'en'] ?? en)[reason];
}
