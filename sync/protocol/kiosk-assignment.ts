/** What makes a machine the kiosk of one vendor: signed by the vendor's root key, written by the server, read by the kiosk. */
import canonicalize from 'canonicalize';
import { z } from 'zod/mini';

const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/));
const instant = z.iso.datetime();
const seconds = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

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
  staffPin: z.strictObject({
    algorithm: z.literal('scrypt'),
    logN: seconds(17, 20),
    salt: z.string().check(z.regex(/^[A-Za-z0-9+/]{22,}={0,2}$/)),
    hash: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)),
  }),
  /** Chromium's fingerprints (`sha256/…`) that the server's certificate may have; empty leaves it to the machine's roots. */
  certificatePins: z.array(z.string().check(z.regex(/^sha256\/[A-Za-z0-9+/]{43}=$/))),
  /** Local wall-clock times between which updates may be installed, such as 02:00 and 04:00. */
  maintenance: z.strictObject({
    from: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
    until: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  }),
});
export type KioskConfig = z.infer<typeof kioskConfigSchema>;

export const kioskAssignmentSchema = z.strictObject({
  v: z.literal(1),
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
});
export type KioskAssignment = z.infer<typeof kioskAssignmentSchema>;

/** What the signature covers: the canonical JSON (RFC 8785) of all other fields, marked so that no other document of the vendor's can pass for it. */
export function assignmentBytes(assignment: Omit<KioskAssignment, 'signature'>): Uint8Array<ArrayBuffer> {
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
  });
  return new Uint8Array(new TextEncoder().encode(`carefront kiosk assignment ${canonical ?? ''}`));
}
