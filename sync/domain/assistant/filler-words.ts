/** Words of a question that don't say what it is about, beside those of `stop-words.ts`. Of a question alone: in a model's sentence each of them must be in its sources. */
import { wordsOf } from '../words/fold-text.ts';

const words = `
  actually again exactly home folks yall mate bloody damn honestly literally thingy stuff thing lot lots bits hang shout mess messed dunno ain aint cant gotten yesterday tonight somewhat bit lil plz thx ok hiya cheers reckon sort sorted bother bothered fancy keen proper
  wear big steak dinner mine guys doc lol halfway stuck sneaking odd till knew neighbors neighbours neighbor everyone mum mam missus hubby bf gf
  oiga oye fíjese pues vecina vecino hágame nomás ahorita mero luego luego neta órale ándale bueno disculpen perdón quisiera podrían digo dicen dijeron dije uno una onda cosa cosas eso esto lado igual
  مين رح راح اللي عم قديش قد حدا هيك كده كدا ازاي إزاي إيه عايزة عشان علشان شي مش مو عالبيت عندكن إلكن بقدر فيني هسا هلق دلوقتي حق حقا مواقعكم موقع تعطوني تعطونني توضع يوضع بتعملوا طيب يا ريت ممكن لو سمحتو الأشياء
  ah ago ahead all almost alone along already alright always another anybody anymore anyone anything anyway anywhere around ask asking available aware away back bad
  basically believe besides best better between both bring buy came case certain choose come comes coming concern concerned couldnt currently cuz day days deal
  definitely despite didnt different difficult doesnt doing done during each easily easy either else enough especially etc even ever every everybody everyone everything
  exactly except explain far feel feeling few figure find fine first follow following forward found full fully general generally getting given gives giving go goes
  going gone gonna good gotta guess guy guys happen happens happening hard hear heard hey hmm hopefully hoping idea ill immediately important instead interested issue
  ive kind kinda knew knows last lately later least less lets letting lil little live long longer look looking lot lots lovely made main mainly make makes making many
  matter maybe mind mine mostly much must near nearly never new next nice nobody none normal normally nothing now obviously off offer offers offering often ok okay old
  once ones only onto option options others otherwise ours own part particular particularly past perhaps place pls plus possible possibly pretty probably problem
  problems provide provides question quick quite rather read reading ready real reason recently recommend regarding regular related right same saw saying says second
  see seeing seem seems seen sell sells send sent several shall shes side similar simple simply since site sometimes somewhere soon sorry sort specific start started
  starting stay stuff such suggest suggestion sure take takes taking talk tells thats things thought through till time times together tomorrow tonight took total tried
  tries trust try trying turn type under understand until up upon usual usually various ve visit wanna wants wasnt wed week weeks weird went werent whatever whatre
  whens wheres wherever whether while whoever whole whos wife husband partner girlfriend boyfriend mom dad friend wish within without wont wonder wondering work working
  worried worse worst wouldnt wow wrong yeah year years yes yesterday yet youre youve id hed website page app online clinic company service services hows theres cover
  covers covered handle handles accept accepts treat treats treated cure woke night nights most gets bit couple trouble file against submit put lodge
  abajo acá acaso acerca actualmente adelante además adonde ahí ahora alguno algunos algunas allá allí ambos anda ando andan aparte apenas aquel aquella arriba asunto
  aun aún aunque ayer bien bueno buena buenas buenos buen cada casi caso cerca cierto claro comprar conmigo conozco conseguir considerar contra contar creo cualquier
  cualquiera cuenta cuesta cuyo dado dar darle darme deben debería demás demasiado dentro desean deseo después detrás día días dejar diferente dígame disculpe
  disponible disponibles dos durante ello ellos ellas empiezo encontrar entonces entre entiendo eran eres esas esos espero están estaba estamos estar estas estos
  explicar explique fin forma fuera general gente gusta gustaría haber había habrá hacia haciendo haga hice hizo hoy igual incluso información interesa interesado ir
  juntos jamás lado lejos luego lugar mal mañana manera mayor mediante medio mejor menos mientras mía mío mismo misma modo momento mucha muchas muchos nada nadie
  necesita necesitan noche noches normal nosotros nueva nuevo nunca obtener ocurre ofrecen ofrece oiga ojalá otra otras otro otros parece parte pasa pasado pasar pedir
  pienso poco poca pocos podemos podrá podrían poder pongo posible posiblemente preguntar pregunta primero primera pronto pronta propio pues quieren quisiera realmente
  recomiendan recomienda saben sabe semana semanas según seguir segundo sido siempre siendo siento sigo simplemente sino sirven sistema sitio sola solamente solo sólo
  somos suelo suya suyo tal tampoco tan tanta tanto tarde temprano tenemos tendría tengan tercera tiempo toda todas todavía todo todos tomar trabajar tras trata tratan
  tratar última último únicamente usar uso vamos vaya ver vez veces verdad vender venden vende vivo volver vosotros ahorita platicar problema problemas página web
  servicio servicios clínica empresa aceptan acepta atienden atiende ofrecer cubre cubren manejan sacar traer mamá papá esposo esposa amigo amiga hijo hija mandar rato
  presentar poner hacer
  ابي أبي ابغى أبغى بدي ودي عايز عاوز سمحت سمحتم رجاء أرجو اليوم الآن غدا أمس دائما أبدا أحيانا غالبا عادة فقط كذلك مثل غير سوى ضد خلال أثناء منذ بين تحت فوق أمام خلف
  داخل خارج قليلا كثيرا تماما تقريبا ربما طبعا حسنا كلا إني إنه إنها أنه أنها أنتما هؤلاء أولئك اللذين اللاتي أحد أحدا أحدهم شيئا أشياء أمر شخص ناس أعرف تعرف تعرفون
  أعتقد أظن أفكر أسأل سؤال سؤالي سألت أخبرني أخبروني قل قولوا اشرح وضح أفهم فهمت حصلت أحصل الحصول أجد وجدت موجود متاح متوفر متوفرة تتوفر لديهم لديها عنده عندها عندهم
  لما لمن فيني شو ايش إيش وش ليش كيفية مشكلة مشاكل حالة فترة مدة وقت يوم أيام أسبوع أسابيع شهر شهور سنة سنوات مرة مرات أول ثاني آخر أخرى جديد قديم كبير صغير جيد سيئ
  أفضل أحسن مناسب طريق بشكل بسبب لأن لكي حين عندما بينما إلا لقد سوف لن لم ليس ليست لسنا كانوا كنت كنا أكون يكونون صار أصبح أصير بقى زال مازال تعالجون تعالج تبيعون تبيع
  تقبلون تقبل تركبون لديك خدمة خدمات موقعكم عيادة عيادتكم شركة زوجي زوجتي صديقي أمي ابني ابنتي يعني بس لازم بخصوص بالنسبة إلي إليكم معكم منكم بكم فيكم إياه طلعت أحس
  أشعر عندنا استطيع تستطيع تستطيعون نستطيع يستطيع أقدر تقدر تقدرون أريده أحتاجه محتاج محتاجة ضروري تقديم أقدم
`;

export const fillerWords: ReadonlySet<string> = new Set(wordsOf(words));
