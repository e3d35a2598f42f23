import type { PhraseTable } from './urgent-kinds.ts';

export const spanish: PhraseTable = {
  suicide: {
    certain: `
      no voy a estar/seguir aquí/ya
      mañana no voy a estar
      repartí mis cosas
      se va/quiere a colgar/ahorcar/tirar/aventar
      no quiero estar aquí mañana/más/ya
      me despedí de todos/mis
      no veo/encuentro sentido/salida/manera a/de seguir
      hoy/esta noche termino/acabo con todo
      juntando/guardando pastillas
      se quiere/va matar/suicidar
      suicidio
      suicidios
      suicida
      suicidarme
      suicidarse
      me suicido/suicidaría/suicidaré
      me quiero/voy/gustaría matar/suicidar/morir
      quiero/quisiera/pienso/voy matarme
      matarme
      me voy a matar
      me mato
      me mataré
      quitarme la vida
      me quito la vida
      me quiero quitar la vida
      acabar/terminar con mi vida
      acabar/terminar con todo
      poner fin a mi vida
      quiero/quisiera/deseo morir
      quiero/quisiera/deseo morirme
      querría morir
      me quiero morir
      ganas de morir/morirme/matarme
      ojalá me muera/muriera
      ojalá estuviera muerto/muerta
      ojalá no despertara/despierte
      ojalá no hubiera nacido
      mejor muerto/muerta
      prefiero morir/morirme
      prefiero estar muerto/muerta
      quiero/quisiera estar muerto/muerta
      no quiero vivir/existir/despertar
      no quiero seguir viviendo/viva/vivo
      no quiero seguir así
      no quiero estar vivo/viva
      no quiero estar aquí
      no quiero despertarme
      cansado/cansada de vivir
      harto/harta de vivir
      no tengo razones/motivos/ganas para/de vivir
      sin ganas de vivir
      no vale la pena vivir
      la vida no vale
      no tiene sentido vivir
      mi vida no tiene sentido
      estarían mejor sin mí
      mejor sin mí
      nadie me extrañaría/extrañará
      nadie me echaría de menos
      ahorcarme
      me quiero/voy ahorcar/colgar/tirar
      colgarme
      pegarme un tiro
      dispararme
      me voy a tirar puente/tren/azotea/balcón
      tirarme/lanzarme/aventarme de/del/al puente/tren/metro/azotea/balcón/edificio
      cortarme las venas
      me corto las venas
      cuántas pastillas para morir
      cuántas pastillas me matan/matarían
      forma/manera de morir sin dolor
      forma/manera fácil/rápida de morir
      carta de despedida
      despedirme para siempre
      tomarme todas las pastillas
      ya no aguanto más vivir
      ya no puedo más
      preferiría/prefiero no existir/vivir/despertar
      preferiría morir/morirme
      si yo no existiera
      sentido a la vida/vivir
      dejar de existir/vivir
      irme de este mundo
      dejar este mundo
      no quiero llegar a mañana
      quiero acabar con todo
      no vale la pena seguir
      me quiero tirar/aventar/lanzar del/de
      quitarme de en medio
      quitarme del medio
      quiero que todo/esto termine/acabe/pare
      todo/esto termine/acabe para siempre
      sin que me encuentren
      encuentren mi cuerpo
      ya lo tengo planeado
      tengo un plan para matarme/morir/acabar/terminar
      descansar para siempre
      dormirme/dormir y ya/no despertar
      no confío en mí
      estorbo para todos
      no quiere vivir/existir
      cómo matarme/ahorcarme/suicidarme
      chocar mi carro/coche/auto a propósito
    `,
    possible: `
      sin esperanza
      no hay salida
      no veo salida
      no le veo sentido
      ya no aguanto
      no aguanto más
      no puedo seguir así
      soy una carga
      desaparecer para siempre
      quiero desaparecer
      dormir y no despertar
      dormirme y no despertar
      pensar/pienso/pensando en morir/muerte
      pensamientos de muerte
      me da igual morir/vivir
      nada tiene sentido
      me rindo con la vida
      todo me da igual
      no le encuentro/hallo sentido
      preferiría/prefiero no estar
      si yo no estuviera
      si no despertara
      hacer una locura
      no puedo con la vida
      me despedí de todos/familia
      juntando pastillas
      ponerle fin
      no voy a llegar a
      pensando en cómo hacerlo
      dejar de sufrir
      sobro en este
      nadie me necesita
      todo esto termine/acabe
    `,
  },
  'self-harm': {
    certain: `
      me corto brazos/brazo/piernas/piel/muñecas
      me corto a mí
      cortarme
      hacerme daño
      me hago daño
      me lastimo
      lastimarme
      me hiero
      herirme
      autolesión
      autolesiones
      autolesionarme
      me autolesiono
      quemarme a propósito
      me quemo a propósito
      golpearme la cabeza
      me golpeo a mí
      castigarme
      me quemo con/para
      me corto con/para
      me rasguño hasta
      me muerdo hasta
    `,
    possible: `
      dejar de comer para castigarme
      me provoco el vómito
      provocarme el vómito
      me arranco la piel
    `,
  },
  voices: {
    certain: `
      oigo/escucho voces
      voces me dicen/ordenan/mandan
      voces que me dicen/ordenan
      voz me/que dice/ordena/manda
    `,
    possible: `
      veo cosas que no están/existen
      me controlan la mente
      me espían por
    `,
  },
  'harm-others': {
    certain: `
      quiero/voy matar a alguien/él/ella/mi
      matarlo
      matarla
      voy a matar
      lo/la voy a matar
      hacerle daño a mi/alguien
      apuñalar a
      quiero/voy disparar a/contra
      lastimar a mi hijo/hija/bebé/esposa/esposo
      ganas de lastimar/matar/ahorcar a
      hacerle algo malo a
      lo que le/les puedo/pueda/podría hacer
      quiero/ganas/voy lastimar/matar/golpear/apuñalar/dañar a/al
    `,
    possible: `
      quiero/ganas lastimar/golpear a alguien
      miedo de lastimar/hacer
      perder el control y
    `,
  },
  abuse: {
    certain: `
      se mete en mi cama/cuarto
      me encierra y/se/con
      me forzó/forzaron
      me metieron/echaron algo bebida/vaso
      mi esposo/esposa/marido/novio/novia/pareja/ex/papá/padre/padrastro me pega/golpea/golpeó/pegó/ahorca/ahorcó/estrangula/maltrata/viola/violó
      me pega/golpea/ahorca/estrangula mi/él/ella
      me está pegando/golpeando/ahorcando/estrangulando
      me golpea
      me pega
      me violaron
      me violó
      me viola
      violación
      abuso sexual
      abusaron de mí
      abusó de mí
      agresión sexual
      me amenaza con matarme/pistola/cuchillo/arma
      amenazó con matarme
      me quiere/va matar
      me va a matar
      me obliga/obligó a tener
      tiene una pistola/arma
      me tienen secuestrado/secuestrada
      me jala/jaló del pelo
      me patea/cachetea/abofetea/empuja
      me tiene amenazada/amenazado/controlada
      me obliga a
      abusa de mí
      me forzó
      me agarró/agarra/apretó/aprieta del/el cuello/pelo
      me aprieta/apretó el cuello
      papá/padrastro/tío/padre/abuelo/hermano/jefe me toca/tocó/manosea
      me manosea
      dice/dijo que me va/iba matar
      dice/dijo que me mata
      me amenaza
    `,
    possible: `
      miedo/temo volver/regresar a casa
      tengo miedo de mi esposo/marido/novio/pareja/padre/ex
      le tengo miedo a mi
      violencia doméstica/familiar/intrafamiliar
      no estoy segura/seguro en casa
      me maltrata
      me tiene encerrada/encerrado
      no me deja salir
      me persigue
      me siguen en la calle
      me pusieron algo en la bebida
      me tocó sin mi
      me da miedo mi esposo/marido/novio/pareja/papá
      me sigue a todos
    `,
  },
  heart: {
    certain: `
      infarto
      ataque al corazón
      ataque cardíaco/cardiaco
      ataque de corazón
      paro cardíaco/cardiaco
      dolor de/en pecho brazo/mandíbula/aire/sudor
      me duele el pecho brazo/mandíbula/respirar
      opresión en el pecho
      elefante en el pecho
      aplasta el pecho
      me aprieta el pecho
      se me paró el corazón
      peso en pecho sudando/sudor/frío/náusea/mareado
      el pecho me aprieta/oprime/aplasta
      agarró/agarra el pecho
    `,
    possible: `
      dolor de pecho
      dolor en el pecho
      dolores en pecho
      dolor de corazón
      duele el pecho
      duele mucho el pecho
      dolor torácico
      presión en el pecho
      pecho apretado/oprimido
      corazón acelerado/desbocado
      se me sale el corazón
      palpitaciones
      latidos irregulares
      brazo izquierdo dormido/entumecido/adormecido/duele
      duele el brazo izquierdo
      se me duerme el brazo
      peso en el pecho
      me oprime el pecho
      siento que me muero/muriendo
      siento que me estoy muriendo
    `,
  },
  stroke: {
    certain: `
      de pronto/repente no puede/puedo decir/sacar/entender
      derrame cerebral
      embolia
      ictus
      accidente cerebrovascular
      cara caída/torcida/chueca/paralizada
      boca caída/torcida/chueca
      se me cae/torció/cayó la cara/boca
      torció la boca/cara
      lado de la cara dormido/caído/torcido/paralizado
      se me duerme un lado
      medio lado/cuerpo dormido/paralizado
      mitad de la cara/cuerpo
      lado del cuerpo dormido/débil/paralizado
      no puedo/puede mover brazo/pierna/lado
      no puedo/puede hablar
      habla arrastrado/raro/enredado
      arrastra las palabras
      perdí/perdió la vista/visión
      de repente no veo/ve
      me quedé ciego/ciega
      de repente no puedo ver/hablar/caminar
      de pronto no puedo/puede levantar/mover/hablar/ver/caminar
      de repente no puedo/puede levantar/mover
      se le/me fue de lado la boca/cara
      entumió/entumece/entume/durmió media/mitad/lado cara/cuerpo
      mover la mitad/medio/lado del cuerpo
      no puedo/puede mover mitad/medio
      media cara
    `,
    possible: `
      debilidad repentina
      de repente confundido/confundida/mareado/mareada
      confusión repentina
      dificultad para hablar
      me cuesta hablar
      veo doble de repente
      entumecimiento repentino
      no le entiendo lo que dice
      no sé ni/dónde estoy
      no sabe dónde está
    `,
  },
  breathing: {
    certain: `
      no puedo/puede respirar
      no respira
      dejó de respirar
      apenas respiro/respira
      apenas puedo/puede respirar
      me ahogo
      se ahoga
      se está ahogando
      me estoy ahogando/asfixiando
      me asfixio
      se está asfixiando
      me falta el aire
      le falta el aire
      no me entra aire
      no me llega el aire
      labios morados/azules
      se pone morado/morada/azul
      se puso morado/morada/azul
      ataque de asma
      crisis de asma
      el inhalador no funciona/ayuda/sirve
      toso/tose sangre
      atragantado/atragantada
      se atragantó
      no me alcanza el aire
      se me va el aire
      me falta la respiración
      no agarro aire
      se le hunden las costillas
    `,
    possible: `
      me cuesta respirar
      le cuesta respirar
      cuesta trabajo respirar
      dificultad para respirar
      problemas para respirar
      falta de aire
      respiro/respira mal
      respiración agitada
      no puedo/puede tragar
      silbido fuerte al respirar
      respira/respiro/respirando muy rápido/agitado/mal
      me atraganté
    `,
  },
  allergy: {
    certain: `
      anafilaxia
      choque anafiláctico
      shock anafiláctico
      se me cierra/cerró la garganta
      garganta cerrada/cerrando/hinchada
      garganta se cierra/hincha
      lengua/cara/labios hinchada/hinchado/hinchados/hinchándose
      se me hincha/hinchó/hincharon la/los cara/lengua/labios/garganta
      hinchazón de la cara/lengua/labios/garganta
      reacción alérgica grave/fuerte/severa
      epinefrina
      garganta cerrándose
      lengua enorme/grande/gorda
      labios enormes/gordos
      ronchas y no/garganta/mareo
    `,
    possible: `
      reacción alérgica
      ronchas por todo
      me picó una abeja/avispa y
    `,
  },
  poisoning: {
    certain: `
      sobredosis
      intoxicado/intoxicada
      envenenado/envenenada
      me envenené
      veneno
      tomé/tomó/tragué/tragó/tomado demasiadas/muchas pastillas
      tomé/tomó/tragué/tragó todas las pastillas
      tomé/tomó/tragué/tragó todo el frasco
      tomé/tomó/tragué/tragó un frasco/bote entero
      tomé/tomó una caja entera
      demasiadas pastillas
      tomé/tomó/tragué/tragó/bebí/bebió cloro/lejía/veneno/detergente/gasolina/insecticida
      tragó una pila/moneda/imán
      me tomé 10/15/20/25/30/40/50/60/100 pastillas
      me tomé veinte/treinta/cuarenta pastillas
      mi hijo/hija/bebé/niño/niña tomó/tragó/comió/bebió pastillas/medicina/medicamento/jabón
      monóxido de carbono
      me mordió/picó una víbora/serpiente/culebra
      mordedura de serpiente/víbora
      picadura de alacrán
      tomé/tomó/tragó/tragué caja/frasco/blíster/tira de
      tomé/tomó más de la cuenta
      se tomó/tragó mis/mi/las pastillas/medicina/medicinas
      me pasé con la/las dosis/pastillas
    `,
    possible: `
      tomé el doble
      tomé doble dosis
      me equivoqué de medicina/medicamento/pastilla
      tragó algo
      se tragó algo
      inhalé gases/humo
      intoxicación
      borracho y no despierta
      abstinencia con temblores
    `,
  },
  bleeding: {
    certain: `
      sangra/sangro/sangrando muchísimo/montón
      sangrado/hemorragia no para/cede
      no para de sangrar
      no deja de sangrar
      no deja de salir sangre
      hemorragia
      sangro/sangra/sangrando mucho/bastante/demasiado
      mucha sangre
      pierdo/perdí/perdiendo/perdido mucha sangre
      sangrado abundante mareada/mareado
      chorro/chorros de sangre
      vomito/vomita/vomité/vomitó/vomitando/vómito sangre
      vómitos con sangre
      empapo una toalla
      toalla cada hora
      heces negras como alquitrán
      no se me/le corta/quita la sangre/sangrado
      no se le corta la hemorragia
      escupo/escupe sangre
      café molido
    `,
    possible: `
      sangre en heces/excremento/popó/caca/vómito
      sangre por el recto/oído
      heces negras
      sangrado abundante
      sangra la nariz no para
      me sangra el oído
    `,
  },
  collapse: {
    certain: `
      no lo/la/le podemos/puedo/logramos despertar
      inconsciente
      no despierta
      no se despierta
      no responde
      no reacciona
      perdió/perdí el conocimiento
      perdió/perdí la conciencia
      se desmayó
      me desmayé
      se desplomó
      colapsó
      convulsión
      convulsiones
      convulsiona
      convulsionando
      ataque epiléptico
      crisis epiléptica
      sin pulso
      no tiene pulso
      lo encontré en el suelo
      la encontré en el suelo
      no puedo/podemos/logro despertarlo/despertarla
      no lo/la puedo despertar
      no se puede despertar a
      ojos en blanco
      le dio un ataque
      no para de temblar/convulsionar
      se le voltearon los ojos
      se cayó y no se mueve/levanta/responde
    `,
    possible: `
      desmayo
      desmayos
      me voy a desmayar
      a punto de desmayarme
      desmayado/desmayada
      muy confundido/confundida y dormido/dormida
      cuesta despertarlo/despertarla
    `,
  },
  'severe-pain': {
    certain: `
      dolor de cabeza más fuerte/intenso/horrible vida
      peor dolor de cabeza de mi
      peor dolor de mi vida
      dolor de cabeza repentino/súbito
      dolor insoportable/espantoso
      no soporto/aguanto el dolor
      erección no se quita/baja
      erección de horas/cuatro
      testículo/testículos dolor/duele repentino/fuerte/mucho
      dolor fuerte/repentino en testículo/testículos
      no siento las piernas
      no puedo orinar nada dolor
      vientre/abdomen/estómago duro como
      el peor dolor
      erección lleva/dura horas
    `,
    possible: `
      dolor muy fuerte/intenso
      dolor fuerte/intenso/severo/terrible
      dolor agudo en
      me duele muchísimo
      dolor de cabeza muy fuerte
      dolor de cabeza y cuello rígido/tieso
      no aguanto el dolor
      pierna hinchada y dolor/duele/roja
      pantorrilla hinchada
      adormecida la entrepierna
      grita de dolor
    `,
  },
  pregnancy: {
    certain: `
      embarazada sangrando/sangro/sangrado/sangre/hemorragia
      sangrado/sangro/sangrando embarazada/embarazo
      embarazada dolor/duele fuerte/mucho/intenso
      bebé no se mueve
      bebé dejó de moverse
      no siento al bebé
      no siento que se mueva
      no se mueve mi bebé
      se me rompió la fuente
      rompí fuente
      rompí aguas
      embarazada me caí
      embarazada convulsión
      ya viene el bebé
      ectópico
      aborto con sangrado
      bebé ya no patea/mueve
      ya no patea
      no siento que patee
      embarazada perdiendo líquido
    `,
    possible: `
      aborto espontáneo
      pérdida del bebé
      embarazada fiebre/hinchada/visión/cabeza
      embarazada con dolor
      contracciones semanas
      contracciones antes de
      se mueve menos el bebé
    `,
  },
  infection: {
    certain: `
      habla con gente que no
      mollera/ojos hundida/hundidos
      pañal/pañales seco/secos desde
      sepsis
      septicemia
      meningitis
      fiebre y cuello rígido/tieso
      cuello rígido/tieso fiebre/luz/sarpullido
      manchas que no desaparecen al
      fiebre y confusión/confundido/confundida
      bebé con fiebre
      recién nacido con fiebre
      bebé flácido/aguado/decaído
      no moja pañales
      fiebre y escalofríos espalda/riñón
      recién nacido fiebre/temperatura
      bebé de un/dos mes/meses/semanas fiebre
    `,
    possible: `
      fiebre muy alta
      fiebre alta
      fiebre de 40/41
      escalofríos fuertes
      fiebre y dolor de espalda/costado/riñón
      líneas rojas en la piel
      me mordió un perro/murciélago/gato
      mordedura de perro/murciélago
      39/40/41 de fiebre
      delirando
      delira
    `,
  },
  injury: {
    certain: `
      me dispararon
      le dispararon
      herida de bala
      me apuñalaron
      lo apuñalaron
      apuñalado/apuñalada
      me atropellaron
      lo/la atropelló/atropellaron
      quemadura grave/severa
      quemaduras graves/severas
      se electrocutó
      electrocutado/electrocutada
      se estaba ahogando en
      casi se ahoga
      hueso salido/expuesto
      me corté un dedo
      se cortó el dedo
      golpe en la cabeza vómito/vomita/confundido/desmayo
      ácido/químico en el ojo/ojos
      se cayó del techo/balcón/escalera
    `,
    possible: `
      golpe en la cabeza
      me golpeé la cabeza
      se golpeó la cabeza
      accidente de coche/carro/auto
      choque de coche/carro/auto
      corte profundo
      herida profunda
      hueso roto
      me quemé mucho
      algo en el ojo
    `,
  },
};
