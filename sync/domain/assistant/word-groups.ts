/**
 * Words that mean the same in a question about care, in all languages at once: who asks what a screen "saves" finds what it "keeps". Neither a condition nor a substance is
 * here: those are concepts.
 */
import { wordsOf } from '../words/fold-text.ts';
import { stem } from './stem.ts';

const groups = `
keep keeps kept save saves saved store stored remember retain record | guardar guarda guardan guardado conservar conserva almacenar queda | تحتفظ يحتفظ تحفظ يحفظ تخزن يخزن احتفاظ نحفظ يبقى
answers answer responses type typed typing write wrote written entered fill filled | respuestas respuesta respondo respondí escribo escribí escrito contesto contesté lleno llenar | إجاباتي إجابات إجابة إجابتي أجبت كتبت كتبته أكتب أجوبتي
screen kiosk touchscreen | pantalla quiosco kiosco | شاشة كشك
delete erase remove clear clears wipe wipes | borrar borra borran eliminar eliminan | حذف أحذف احذف تمسح مسح امسح محو تزيل
doctor doctors clinician clinicians physician physicians provider practitioner gp nurse | médico médica médicos doctor doctora profesional enfermera | طبيب طبيبة أطباء دكتور دكتورة مختص ممرضة
medicine medicines medication medications drug drugs meds | medicina medicinas medicamento medicamentos remedio fármaco | دواء أدوية دوائي
pharmacy drugstore shop store | farmacia tienda | صيدلية متجر
pharmacist pharmacists | farmacéutico farmacéutica farmacéuticos | صيدلي صيدلاني صيدلية
form questionnaire survey questions | formulario cuestionario preguntas | استمارة استبيان نموذج أسئلة
person human people someone | persona humano alguien gente | إنسان شخص بشر
decide decides decision choose chooses | decide deciden decisión elige | يقرر تقرر قرار يختار
check checks verify verifies confirm measure proof prove | comprobar verificar verifica comprueban | تتحقق تتأكد التحقق يتحقق
treat treats treatment treatments therapy care help | tratar tratamiento tratamientos atender atención atiende | علاج تعالج تعالجون يعالج رعاية
consultation visit appointment assessment | consulta cita evaluación | استشارة موعد زيارة
women woman female lady ladies | mujer mujeres femenino | امرأة نساء للنساء سيدات
men man male guys | hombre hombres varón | رجل رجال للرجال
pregnant pregnancy expecting | embarazada embarazo | حامل حمل
breastfeed breastfeeding nursing | amamantar lactancia pecho | مرضع رضاعة أرضع
smoke smoker smokes | fumo fuma fumadora | مدخن مدخنة مدخنات أدخن
food meal eat eating breakfast | comida comer ayunas alimentos | طعام أكل وجبة
language languages spoken | idioma idiomas lengua | لغة لغات
discreet plain private secret hidden | discreto discreta privado | بخصوصية محايدة سرية
box package packaging parcel wrapper | caja paquete empaque envoltorio | علبة طرد عبوة صندوق
data information info details | datos información | بيانات معلومات بياناتي معلوماتي
server servers cloud | servidor nube | خادم خوادم
copy download export | copia descargar | نسخة تنزيل
law legal regulation | ley legal | قانون قانوني
agree accept consent | acepto aceptar consentir | أوافق موافقة
night evening hour | noche tarde | ليل مساء
week weekly | semana semanal | أسبوع أسبوعي
track record diary log | registro registrar diario anotar | أسجل تسجيل يوميات سجل
score scores points number | puntos puntuación números | نقاط درجات أرقام
counter desk | mostrador | منضدة كاونتر
start begin beginning | empezar comenzar inicio | أبدأ بداية ابدأ
stop quit end give-up | dejar parar terminar | توقف أتوقف ترك
letter message note | carta mensaje | رسالة خطاب
early sooner faster quick quickly fast | rápido antes pronto | أسرع بسرعة سريع
height tall | estatura altura | طول
weight weigh | peso pesar | وزن
heart cardiac | corazón cardíaco | قلب قلبي
uk kingdom britain british | reino inglaterra | بريطانيا المملكة إنجلترا
cream ointment gel | crema pomada | كريم مرهم
pill pills tablet tablets capsule capsules | pastilla pastillas píldora píldoras tableta tabletas | حبة حبوب قرص أقراص كبسولة
foam | espuma | رغوة
spray | aerosol | بخاخ
antibiotic antibiotics | antibiótico antibióticos | مضاد
virus viral | virus | فيروس
hormone hormones estrogen | hormona hormonas estrógeno | هرمون هرمونات
morning | mañana | صباح
month monthly | mes mensual | شهر شهري
`
  .trim()
  .split('\n');

const groupOf = new Map(
  groups.flatMap((group, at) => wordsOf(group).map((word) => [stem(word), `~${at}`] as const)),
);

/** The group of a stem, if it has one. */
export const wordGroupOf = (stemmed: string): string | undefined => groupOf.get(stemmed);

export const groupedWords: readonly string[] = groups.flatMap(wordsOf);
