/**
 * What people also ask clinics and shops for. A question that names one of these is about it: a vendor whose texts don't say it hasn't answered, whatever else they share
 * with the question. Only the weight of a word: a vendor that does write of it is found by it.
 */
import { arabicClitic } from '../words/arabic-clitic.ts';
import { wordsOf } from '../words/fold-text.ts';

const topics = `
  acne psoriasis eczema rosacea rash dermatitis shingles wart warts mole moles fungus nail botox filler fillers wrinkle tattoo scar scars lice scabies
  diabetes insulin cholesterol thyroid asthma copd gout arthritis rheumatism osteoporosis fibromyalgia migraine migraines epilepsy parkinson dementia alzheimer cancer tumor chemotherapy
  hypertension cardiologist angina stroke anemia hepatitis hiv aids std sti chlamydia gonorrhea syphilis hpv genital malaria tuberculosis covid flu pneumonia bronchitis sinus sinusitis allergy allergies hay pollen
  ulcer reflux heartburn constipation diarrhea ibs hemorrhoids hernia appendix kidney dialysis gallstones prostate testosterone fertility ivf infertility menopause endometriosis fibroids pcos abortion miscarriage ultrasound mammogram pap smear iud implant
  adhd autism bipolar schizophrenia ocd ptsd addiction rehab opioid methadone suboxone adderall ritalin xanax valium ambien zoloft prozac lexapro ozempic wegovy mounjaro semaglutide tirzepatide viagra morphine oxycodone fentanyl cannabis marijuana steroid steroids ivermectin
  dentist dental tooth teeth braces filling optician glasses lens lenses contacts eye eyes vision hearing ear ears nose back knee hip shoulder foot feet ankle spine bone fracture sprain
  vaccine vaccines vaccination shot jab xray mri scan radiology laboratory lab biopsy surgery surgeon transplant physiotherapy chiropractor acupuncture massage podiatrist pediatrician paediatrician dermatologist oncologist neurologist gynecologist orthopedic urologist
  insurance insurer medicare medicaid aetna cigna humana kaiser tricare blue cross hsa fsa copay deductible
  crutches wheelchair bandage diapers formula vitamins supplements protein thermometer mask masks condom condoms tampons makeup perfume shampoo sunscreen
  parking car taxi flight passport visa hotel restaurant pizza recipe rice weather football soccer movie music lottery stock bitcoin gold president capital election job jobs vacancy hiring career dog cat pet vet animal newborn newborns infant infants pediatric
  spider snake bite tick hospital  ambulance hospice blood plasma donate donation sperm
  acné psoriasis eccema rosácea sarpullido culebrilla verruga verrugas lunar lunares hongos piojos sarna diabetes insulina colesterol tiroides gota artritis osteoporosis migraña migrañas epilepsia demencia cáncer quimioterapia hipertensión anemia hepatitis vih sida clamidia gonorrea sífilis papiloma tuberculosis gripe influenza neumonía bronquitis sinusitis alergia alergias polen
  úlcera reflujo acidez estreñimiento diarrea hemorroides hernia apéndice riñón diálisis vesícula próstata fertilidad menopausia endometriosis aborto ultrasonido ultrasonidos ecografía mamografía papanicolau diu parto partos varicela sarampión
  autismo esquizofrenia adicción rehabilitación antidepresivos clonazepam rivotril morfina marihuana esteroides dentista dental muela muelas dientes brackets lentes gafas ojo ojos oído oídos nariz espalda rodilla cadera pie pies hueso fractura esguince cataratas
  vacuna vacunas vacunar radiografía radiografías resonancia tomografía laboratorio análisis biopsia cirugía operan operación trasplante fisioterapia quiropráctico masaje pediatra dermatólogo oncólogo neurólogo ginecólogo ortopedista cardiólogo
  seguro aseguranza seguros muletas silla vendas pañales vitaminas suplementos condones cubrebocas perfume champú estacionamiento vuelo pasaporte hotel restaurante arroz paella clima fútbol partido película música lotería oro presidente capital elección empleo trabajo perro gato mascota veterinario recién pediátrica
  hospital sangre plasma donar
  حب الشباب صدفية الصدفية أكزيما الأكزيما إكزيما طفح ثآليل شامة فطريات قمل جرب سكري السكري أنسولين كولسترول غدة درقية نقرس روماتيزم مفاصل هشاشة صرع خرف سرطان كيماوي أنيميا الكبد إيدز إنفلونزا الإنفلونزا كورونا كوفيد سل ربو حساسية الحساسية جيوب
  قرحة قولون إمساك إسهال بواسير فتق كلى كلية غسيل مرارة بروستاتا خصوبة عقم عدسات سونار ولادة أشعة رنين تحليل تحاليل مختبر خزعة جراحة عملية زراعة طبيعي
  توحد فصام إدمان مورفين حشيش أوزمبك مونجارو أسنان الأسنان تقويم ضرس نظارات نظارة عيون أذن أذني أنف ظهر ركبة للركبة ورك قدم عظم كسر صداع نصفي الشقيقة تطعيم لقاح لقاحات
  تأمين التأمين عكازات كرسي حفاضات فيتامينات مكملات كمامة عطر شامبو موقف سيارة جواز فندق مطعم طبخ أطبخ أرز كبسة طقس مباراة فيلم أغنية ذهب رئيس عاصمة وظيفة وظائف كلب قطة بيطري رضيع مستشفى دم تبرع
  tretinoin accutane isotretinoin gastritis athletes ringworm dandruff cellulite varicose snoring apnea tinnitus vertigo sunburn cyst boil bunion ingrown keloid melasma vitiligo  impetigo cellulitis tonsils tonsillectomy glaucoma cataract conjunctivitis pinkeye stye floaters
  lupus sclerosis neuropathy lyme mono mumps measles chickenpox rabies tetanus polio typhoid cholera dengue anthrax norovirus salmonella worms parasites pinworm celiac crohn colitis diverticulitis pancreatitis liver spleen bowel colonoscopy endoscopy
  marriage couples  hypnosis hypnotherapy grief bereavement anorexia bulimia binge gambling stutter autism dyslexia tourette narcolepsy
  metformin statin statins lisinopril amlodipine levothyroxine omeprazole prednisone amoxicillin azithromycin doxycycline ciprofloxacin penicillin gabapentin tramadol codeine melatonin ketamine modafinil botox collagen creatine probiotics probiotic magnesium zinc iron omega biotin homeopathy cbd
  circumcision vasectomy tubal hysterectomy sterilization surrogacy egg epidural doula midwife lactation gender  bloodwork paternity dna genetic  catheter stoma oxygen nebulizer cpap  prosthesis orthotics
  certificate sicknote paperwork  lawsuit lawyer sponsor coupon coupons voucher vouchers loyalty gift installments instalments paypal klarna crypto gym yoga pilates spa sauna barber salon tanning piercing nutritionist dietitian keto fasting
  travel kenya jabs booster immunization immunisation physical sports dot camp
  gastritis colitis lombrices parásitos tosferina paperas rabia tétanos dengue zika lupus esclerosis celiaco caspa varices juanete orzuelo conjuntivitis glaucoma amígdalas uñas uña vitiligo melasma tretinoína isotretinoína metformina losartán omeprazol amoxicilina azitromicina tramadol melatonina colágeno magnesio hierro zinc probióticos homeopatía
  circuncisión vasectomía ligadura cesárea partera matrona epidural transfusión colonoscopia endoscopia hígado intestino nutriólogo nutricionista dietista  pareja duelo anorexia bulimia hipnosis ronquidos apnea
  plazos mensualidades cupón cupones descuento regalo abogado gimnasio yoga masajes peluquería depilación piercing
  incapacidad justificante
  فيتامين طفل أطفال قرنية  لوز اللوزتين كبد أمعاء منظار تنظير قولوني ديدان طفيليات حصبة جدري نكاف كزاز شلل ملاريا تيفوئيد تصلب ذئبة ثعلبة بهاق كلف قشرة دوالي قيصرية ختان قسطرة أكسجين سمع سماعة نطق  تكميم شفط تجميل بوتوكس فيلر ليزر ميلاتونين حديد مغنيسيوم زنك ميتفورمين أوميبرازول أموكسيسيلين تريتينوين
  تقسيط أقساط قسيمة كوبون خصم هدية محام محامي صالة رياضة نادي يوغا مساج حلاقة طلاق زواج قلب
  bupa axa ventolin salbutamol albuterol thyroxine kebab bike bicycle essay homework story joke poem machine machines watch android iphone hangover runs nits earwax wax coil hrt flushes whiten whitening braces denture dentures crutch walker laxative antacid antihistamine
  mouthwash toothpaste toothbrush deodorant moisturizer moisturiser serum nappies nappy wipes stroller toys batteries snacks soda vodka lighter hookah
  lump lumps tumour polyp pump enlargement stretch freckles dandruff dreadlocks wig wigs extensions eyelash eyelashes eyebrow eyebrows waxing threading
  passport visa immigration tax taxes mortgage rent loan university driving plate police court divorce babysitter nanny
  caries empaste ortodoncia brackets endodoncia tensiómetro tensiómetros resaca diarrea lavativa laxante jeringa jeringas gasas guantes cubrebocas muletas andadera colchón almohada zapatos plantillas maquillaje tinte peluca pestañas cejas
  bicicleta tarea chiste cuento poema cajero cajera renta préstamo escuela universidad pasaporte visa divorcio policía medicaid popular imss issste
  فنتولين فنتولين بوبا تقرير إجازة مرضية جامعة مدرسة جواز تأشيرة قرض إيجار نكتة قصة قصيدة واجب دراجة حفاض لعبة رموش حواجب باروكة صبغة شامبو ليزر إزالة حليب ترمومتر مخلل مخللات ابر إبر إبرة حقن حقنة
  learn teach aprender enseñan تعلم أتعلم يعلم دورة
  injection injections inyección inyecciones vacunación ambulances ambulancias burns quemaduras حروق حصى حصوات نظر راتب رواتب salary sueldo referral refer  sickness motion seasick won win cat match
`;

const ARABIC_AROUND = new RegExp(`${arabicClitic(4).source}|(?<=\\p{Script=Arabic}{3})(?:ها|ي|ه|ك)$`, 'gu');
/** Without its plural or "my": a stem would hold other words, too. */
const lightly = (word: string) =>
  /\p{Script=Arabic}/u.test(word) ? word.replaceAll(ARABIC_AROUND, '') : word.replace(/(?<=...)s$/, '');

/** Every word: what is spelled like one of these is spelled right. */
export const topicWords: readonly string[] = wordsOf(topics);
const known = new Set(topicWords.map(lightly));

/** What a word is found by if it is a topic. */
export function topicOf(word: string): string | undefined {
  const light = lightly(word);
  return known.has(light) ? `=${light}` : undefined;
}
