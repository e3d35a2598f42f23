/** What makes a machine the kiosk of one vendor: signed by the vendor's root key, written by the server, read by the kiosk. */
import canonicalize from 'canonicalize';
import { z } from 'zod/mini';
import { openPeriodSchema, type Schedule, scheduleOf } from '../../domain/time/opening-hours.ts';
import { base64url } from '../base/base64url.ts';
import { PIN_SCRYPT } from './staff-pin.ts';

const instant = z.iso.datetime();
const seconds = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

/** The staff's PIN, as it is known to the kiosk. */
export const pinHashSchema = z.strictObject({
  algorithm: z.literal('scrypt'),
  /** Binary logarithm of scrypt's N; the rest is as {@link PIN_SCRYPT} says. */
  logN: z.int().check(z.minimum(PIN_SCRYPT.leastLogN), z.maximum(PIN_SCRYPT.mostLogN)),
  /** Both base64. */
  salt: z.string().check(z.regex(/^[A-Za-z0-9+/]{22,}={0,2}$/)),
  hash: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
});
export type PinHash = z.infer<typeof pinHashSchema>;

/** What the clinic may set from afar. Nothing in it can loosen what protects patients: each figure has a floor. */
export const kioskConfigSchema = z.strictObject({
  /** Until the idle warning (WCAG 2.2.1 asks for the warning, the floor is the product's). */
  idleSeconds: seconds(30, 300),
  /** That the warning stands: 20 s is WCAG 2.2.1's least. */
  warningSeconds: seconds(20, 120),
  /** BCP 47, in the order in which the attract screen offers them. */
  languages: z
    .array(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)))
    .check(z.minLength(1), z.maxLength(12)),
  camera: z.boolean(),
  staffPin: pinHashSchema,
  /** Chromium's fingerprints (`sha256/…`) that the server's certificate may have; empty leaves it to the machine's roots. */
  certificatePins: z.array(z.string().check(z.regex(/^sha256\/[A-Za-z0-9+/]{43}=$/))),
  /** Local wall-clock times between which updates may be installed, such as 02:00 and 04:00. */
  maintenance: z.strictObject({
    from: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
    until: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  }),
});
export type KioskConfig = z.infer<typeof kioskConfigSchema>;

const fields = {
  vendor: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)),
  kioskId: z.uuid(),
  /** base64url of the raw public key that the machine made at enrolment: nobody else's machine can use this assignment. */
  deviceKey: base64url,
  /** What staff call it: "Front door". */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /** `https://care.example`, without a path. */
  server: z
    .string()
    .check(z.regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?$|^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/)),
  /** Grows with every change; a kiosk takes none that is lower than what it had. */
  version: z.int().check(z.minimum(1)),
  issuedAt: instant,
  notAfter: instant,
  config: kioskConfigSchema,
  /** base64url of the root key that signed. */
  rootKey: base64url,
  /** base64url Ed25519 over {@link assignmentBytes}. */
  signature: base64url,
};

/** The clinic's hours, which the kiosk keeps: outside of them nobody begins. Hours that contradict each other are read as none. */
export const keptHoursSchema = z.strictObject({
  /** IANA name. */
  timeZone: z.string().check(z.regex(/^[A-Za-z0-9_+/-]{1,64}$/)),
  periods: z.array(z.strictObject(openPeriodSchema.shape)).check(z.minLength(1), z.maxLength(28)),
});
export type KeptHours = z.infer<typeof keptHoursSchema>;

export const kioskAssignmentV1 = z.strictObject({ v: z.literal(1), ...fields });
export type KioskAssignmentV1 = z.infer<typeof kioskAssignmentV1>;
/** `@1 -> @2`: the kiosk keeps hours. Without hours there is nothing that version 1 couldn't say, and version 1 is what is signed. */
export const kioskAssignmentV2 = z.strictObject({ v: z.literal(2), ...fields, hours: keptHoursSchema });
/**
 * All versions that were shipped. None is ever changed, and nothing is added to one: a kiosk refuses a field that it doesn't know, since a setting
 * that it would pass over may be there to protect somebody. What a kiosk reads it says itself, see `kiosk.ts`.
 */
export const kioskAssignmentSchema = z.discriminatedUnion('v', [kioskAssignmentV1, kioskAssignmentV2]);
export type KioskAssignment = z.infer<typeof kioskAssignmentSchema>;
/** The highest `v` that is read here. */
export const READS_ASSIGNMENT = 2;
/** The first `v` that can say hours. */
export const HOURS_SINCE = 2;

/** What the fields of {@link KioskAssignment} are before they are signed. */
export type UnsignedAssignment =
  | Omit<KioskAssignmentV1, 'signature'>
  | Omit<z.infer<typeof kioskAssignmentV2>, 'signature'>;

/** @returns undefined where the kiosk is open until staff close it */
export function hoursOf(assignment: KioskAssignment): KeptHours | undefined {
  return assignment.v === 1 ? undefined : assignment.hours;
}

/** @returns when the kiosk is open; undefined, which is always, where it keeps no hours or nobody can make sense of them */
export function scheduleIn(assignment: KioskAssignment): Schedule | undefined {
  const hours = hoursOf(assignment);
  return hours && scheduleOf(hours);
}

/** What the signature covers: the canonical JSON (RFC 8785) of all other fields, marked so that no other document of the vendor's can pass for it. */
export function assignmentBytes(assignment: UnsignedAssignment): Uint8Array<ArrayBuffer> {
  const { v, vendor, kioskId, deviceKey, name, server, version, issuedAt, notAfter, config, rootKey } =
    assignment;
  const canonical = canonicalize({
    v,
    vendor,
    kioskId,
    deviceKey,
    name,
    server,
    version,
    issuedAt,
    notAfter,
    config,
    rootKey,
    ...(assignment.v === 1 ? {} : { hours: assignment.hours }),
  });
  return new Uint8Array(new TextEncoder().encode(`carefront kiosk assignment ${canonical ?? ''}`));
}
