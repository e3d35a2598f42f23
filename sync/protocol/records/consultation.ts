/** The record kind of what becomes of a form: its body is a `ConsultationView` of `sync/domain/care`, its id that of the record `case`. */
export const CONSULTATION_RECORD = 'consultation';
export const CONSULTATION_VERSION = 1;
