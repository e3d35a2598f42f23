import type { LetterTexts } from './letter-texts.ts';

export const texts: LetterTexts = {
  code: {
    subject: (vendor) => `Su código para iniciar sesión en ${vendor}`,
    heading: 'Su código para iniciar sesión',
    intro: (vendor) => `Escriba este código para iniciar sesión en su cuenta de ${vendor}.`,
    validity: (minutes) => `Sirve una sola vez y vence en ${minutes} minutos.`,
    ignore:
      'Si usted no lo pidió, ignore este correo: nadie puede iniciar sesión sin el código. No lo comparta con nadie. Nunca se lo pediremos por teléfono ni por correo.',
    sms: (code, minutes) => `Su código es ${code}. Vence en ${minutes} minutos. No lo comparta con nadie.`,
  },
  contactCode: {
    subject: (vendor) => `Su código para ${vendor}`,
    heading: 'Confirme su correo',
    intro: (vendor) => `Escriba este código para agregar este correo a su cuenta de ${vendor}.`,
    ignore:
      'Si usted no lo pidió, ignore este correo: sin el código no se agrega nada. No lo comparta con nadie.',
  },
  changed: {
    'password-set': {
      subject: (vendor) => `Contraseña nueva en ${vendor}`,
      heading: 'Su cuenta tiene una contraseña nueva',
      what: (vendor) => `Se guardó una contraseña nueva para su cuenta de ${vendor}.`,
    },
    'password-removed': {
      subject: (vendor) => `Contraseña eliminada en ${vendor}`,
      heading: 'Se eliminó su contraseña',
      what: (vendor) =>
        `Su cuenta de ${vendor} ya no tiene contraseña. Puede seguir iniciando sesión con un código que le enviamos por correo.`,
    },
    'passkey-added': {
      subject: (vendor) => `Nueva llave de acceso en ${vendor}`,
      heading: 'Se agregó una llave de acceso',
      what: (vendor) =>
        `Se agregó una llave de acceso a su cuenta de ${vendor}. Quien la tenga puede iniciar sesión.`,
    },
    'passkey-removed': {
      subject: (vendor) => `Llave de acceso eliminada en ${vendor}`,
      heading: 'Se eliminó una llave de acceso',
      what: (vendor) =>
        `Se eliminó una llave de acceso de su cuenta de ${vendor}. Puede seguir iniciando sesión con un código que le enviamos por correo.`,
    },
    'apple-linked': {
      subject: (vendor) => `Inicio de sesión con Apple agregado en ${vendor}`,
      heading: 'Puede iniciar sesión con Apple',
      what: (vendor) =>
        `Se vinculó una cuenta de Apple a su cuenta de ${vendor}. Quien la tenga puede iniciar sesión.`,
    },
    'apple-removed': {
      subject: (vendor) => `Inicio de sesión con Apple eliminado en ${vendor}`,
      heading: 'Se eliminó el inicio de sesión con Apple',
      what: (vendor) =>
        `Su cuenta de ${vendor} ya no está vinculada a una cuenta de Apple. Puede seguir iniciando sesión con un código que le enviamos por correo.`,
    },
    'signed-in': {
      subject: (vendor) => `Nuevo inicio de sesión en ${vendor}`,
      heading: 'Nuevo inicio de sesión en su cuenta',
      what: (vendor) => `Se inició sesión en su cuenta de ${vendor} desde un dispositivo nuevo.`,
    },
    'session-ended': {
      subject: (vendor) => `Sesión cerrada en ${vendor}`,
      heading: 'Se cerró la sesión de un dispositivo',
      what: (vendor) => `Se cerró la sesión de su cuenta de ${vendor} en un dispositivo.`,
    },
    'sessions-ended': {
      subject: (vendor) => `Sesiones cerradas en ${vendor}`,
      heading: 'Se cerraron todas sus sesiones',
      what: (vendor) => `Se cerró la sesión de su cuenta de ${vendor} en todos los dispositivos.`,
    },
    'account-closed': {
      subject: (vendor) => `Su cuenta de ${vendor} está cerrada`,
      heading: 'Su cuenta está cerrada',
      what: (vendor) =>
        `Se cerró su cuenta de ${vendor} y se cerró la sesión en todos los dispositivos. ${vendor} conserva su historia clínica durante el tiempo que exige la ley.`,
      steps: (vendor, phone) => `Llame de inmediato a ${vendor} al ${phone}.`,
    },
    'records-joined': {
      subject: (vendor) => `Dos cuentas de ${vendor} ahora son una`,
      heading: 'Dos cuentas ahora son una',
      what: (vendor) =>
        `El personal de ${vendor} comprobó que dos cuentas son de la misma persona y las unió. Algunos de sus dispositivos le pedirán que vuelva a iniciar sesión.`,
      steps: (vendor, phone) =>
        `Si alguna de las dos no es suya, llame de inmediato a ${vendor} al ${phone}.`,
    },
    'records-parted': {
      subject: (vendor) => `Se separaron dos cuentas de ${vendor}`,
      heading: 'Se separaron dos cuentas',
      what: (vendor) =>
        `${vendor} había unido dos cuentas por error y las separó. Se quitó lo que se agregó mientras tanto para iniciar sesión. Algunos de sus dispositivos le pedirán que vuelva a iniciar sesión.`,
      steps: (vendor, phone) => `Si no puede iniciar sesión o falta algo, llame a ${vendor} al ${phone}.`,
    },
    'email-added': {
      subject: (vendor) => `Correo nuevo en su cuenta de ${vendor}`,
      heading: 'Se agregó un correo',
      what: (vendor) =>
        `Se agregó otro correo a su cuenta de ${vendor}. Ya se puede usar para iniciar sesión.`,
      steps: (vendor, phone) =>
        `Inicie sesión antes de 7 días y quite ese correo. Después llame a ${vendor} al ${phone}.`,
    },
    'email-removed': {
      subject: (vendor) => `Correo quitado de su cuenta de ${vendor}`,
      heading: 'Se quitó un correo',
      what: (vendor) => `Se quitó un correo de su cuenta de ${vendor}. Ya no sirve para iniciar sesión.`,
      steps: (vendor, phone) => `Llame de inmediato a ${vendor} al ${phone}.`,
    },
    'phone-added': {
      subject: (vendor) => `Teléfono agregado en ${vendor}`,
      heading: 'Se puede iniciar sesión con un número de teléfono',
      what: (vendor) =>
        `Ahora se puede iniciar sesión en su cuenta de ${vendor} con un número de teléfono, usando un código por mensaje de texto y su fecha de nacimiento.`,
    },
    'phone-contact': {
      subject: (vendor) => `Número de teléfono en ${vendor}`,
      heading: 'Un número de teléfono es solo de contacto',
      what: (vendor) =>
        `Un número de teléfono de su cuenta de ${vendor} es ahora solo de contacto. No sirve para iniciar sesión.`,
    },
    'phone-removed': {
      subject: (vendor) => `Teléfono eliminado en ${vendor}`,
      heading: 'Se eliminó su número de teléfono',
      what: (vendor) =>
        `Su cuenta de ${vendor} ya no tiene número de teléfono. Puede seguir iniciando sesión con un código que le enviamos por correo.`,
    },
    facts: { when: 'Cuándo' },
    advice: {
      mine: 'Si fue usted, no tiene que hacer nada.',
      notMine: 'Si no fue usted',
      steps: (vendor, phone) =>
        `Inicie sesión, cree una contraseña nueva y cierre la sesión en los demás dispositivos. Después llame a ${vendor} al ${phone}.`,
    },
  },
  order: {
    received: {
      subject: (vendor) => `Su pedido en ${vendor}`,
      heading: 'Recibimos su pedido',
      what: (vendor) => `${vendor} tiene su pedido. Le escribiremos cuando haya novedades.`,
    },
    problem: {
      subject: (vendor) => `Revise su pedido de ${vendor}`,
      heading: 'Revise su pedido',
      what: () => 'Algo de su pedido cambió o falta. Lo dejamos en espera hasta que usted lo revise.',
    },
    unpaid: {
      subject: (vendor) => `Falta pagar su pedido de ${vendor}`,
      heading: 'Termine su pedido',
      what: (vendor) =>
        `${vendor} tiene su pedido, pero aún no está pagado. Páguelo en 7 días o lo cancelaremos.`,
    },
    asked: {
      subject: (vendor) => `Su pedido de ${vendor} espera su respuesta`,
      heading: 'Necesitamos algo de usted',
      what: (vendor) =>
        `${vendor} necesita algo de usted para continuar con su pedido. Ábralo para ver qué se necesita.`,
    },
    'asked-id': {
      subject: (vendor) => `Su pedido de ${vendor} requiere su identificación`,
      heading: 'Necesitamos su identificación con foto',
      what: (vendor) =>
        `${vendor} aprobó su pedido, pero necesita su identificación con foto para continuar. Envíela en 7 días o lo cancelaremos.`,
    },
    charged: {
      subject: (vendor) => `Su pedido de ${vendor} fue aprobado`,
      heading: 'Su pedido fue aprobado',
      what: (vendor) => `Un profesional de ${vendor} aprobó su pedido. Ya lo estamos preparando.`,
    },
    'fee-received': {
      subject: (vendor) => `Su consulta con ${vendor}`,
      heading: 'Recibimos su consulta',
      what: (vendor) => `${vendor} tiene su consulta. Le escribiremos cuando haya novedades.`,
    },
    'fee-problem': {
      subject: (vendor) => `Revise su pago a ${vendor}`,
      heading: 'Hay un problema con su pago',
      what: (vendor) =>
        `No se le ha cobrado y ${vendor} conserva sus respuestas. Abra su consulta para ver qué se necesita.`,
    },
    'fee-unpaid': {
      subject: (vendor) => `Falta pagar su consulta con ${vendor}`,
      heading: 'Su consulta aún no está pagada',
      what: (vendor) =>
        `${vendor} tiene sus respuestas, pero usted aún no ha pagado la consulta. Pague en 7 días o cancelaremos el pago. ${vendor} conserva sus respuestas en cualquier caso.`,
    },
    'fee-asked': {
      subject: (vendor) => `Su consulta con ${vendor} espera su respuesta`,
      heading: 'Necesitamos algo de usted',
      what: (vendor) =>
        `Un profesional de ${vendor} necesita algo de usted para terminar su consulta. Ábrala para ver qué se necesita.`,
    },
    'fee-closed': {
      subject: (vendor) => `Novedades sobre su consulta con ${vendor}`,
      heading: 'Se cerró su consulta',
      what: (vendor) => `${vendor} cerró su consulta. Ábrala para ver el motivo y otras opciones.`,
    },
    'fee-cancelled': {
      subject: (vendor) => `Se canceló su pago a ${vendor}`,
      heading: 'Se canceló el pago',
      what: (vendor) => `Se canceló el pago de su consulta con ${vendor}. ${vendor} conserva sus respuestas.`,
    },
    completed: {
      subject: (vendor) => `Su consulta con ${vendor} está completa`,
      heading: 'Su consulta está completa',
      what: (vendor) => `Un profesional de ${vendor} completó su consulta. Este correo es su recibo.`,
    },
    'not-approved': {
      subject: (vendor) => `Novedades sobre su pedido de ${vendor}`,
      heading: 'Su pedido no fue aprobado',
      what: (vendor) =>
        `Su pedido de ${vendor} se cerró sin aprobación. Ábralo para ver el motivo y otras opciones.`,
    },
    cancelled: {
      subject: (vendor) => `Su pedido de ${vendor} se canceló`,
      heading: 'Su pedido se canceló',
      what: (vendor) => `Su pedido en ${vendor} se canceló.`,
    },
    ready: {
      subject: (vendor) => `Su pedido de ${vendor} está listo`,
      heading: 'Listo para recoger',
      what: () => 'Su pedido está listo. Lleve una identificación con foto cuando lo recoja.',
    },
    shipped: {
      subject: (vendor) => `Su pedido de ${vendor} va en camino`,
      heading: 'Va en camino',
      what: () => 'Su pedido ya se envió. Puede seguirlo en la página de su pedido.',
    },
    facts: { charged: 'Cobrado' },
    number: 'Número de pedido',
    money: {
      'not-charged': 'No se le ha cobrado.',
      releasing:
        'No se le ha cobrado. Estamos liberando la retención en su tarjeta. Su banco puede tardar unos días en mostrarlo.',
      refunding: 'Le estamos reembolsando lo que pagó. Su banco puede tardar unos días en mostrarlo.',
    },
    open: 'Ver su pedido',
    validity: 'Este enlace funciona durante 72 horas. No lo reenvíe: quien lo tenga puede ver su pedido.',
    elsewhere: (vendor) => `Para verlo, abra ${vendor} en el dispositivo con el que hizo el pedido.`,
    automatic: (vendor) => `${vendor} le envió este correo porque usted hizo un pedido.`,
    fee: {
      number: 'Número de pago',
      open: 'Ver su consulta',
      validity: 'Este enlace funciona durante 72 horas. No lo reenvíe: quien lo tenga puede ver su consulta.',
      elsewhere: (vendor) => `Para verla, abra ${vendor} en el dispositivo desde el que envió el formulario.`,
      automatic: (vendor) => `${vendor} le envió este correo porque usted pidió una consulta.`,
    },
    neutral: {
      sender: 'Avisos',
      subject: 'Tiene una novedad',
      heading: 'Tiene una novedad',
      what: 'Usted pidió mensajes privados, así que este correo no dice de qué se trata.',
      open: 'Leer la novedad',
      validity: 'Este enlace funciona durante 72 horas. No lo reenvíe.',
      elsewhere:
        'Usted pidió mensajes privados. Para leer la novedad, abra la aplicación en el dispositivo que usó.',
      automatic: 'Este correo se envió automáticamente.',
    },
  },
  answers: {
    stop: () => 'Ya no recibirá mensajes de este número. Responda START para volver a recibirlos.',
    start: () => 'Volverá a recibir códigos por mensaje de texto. Responda STOP para dejar de recibirlos.',
    help: (host) =>
      `Este número solo envía códigos para iniciar sesión en ${host}. Responda STOP para dejar de recibirlos.`,
  },
  footer: {
    automatic: (vendor) => `${vendor} le envió este correo para proteger su cuenta.`,
    demo: (vendor) => `Solo es una demostración. ${vendor} no es una clínica real.`,
  },
};
