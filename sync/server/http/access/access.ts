/**
 * Who may use a route. Every route names its class in its definition, and one hook enforces it: a route without one does
 * not start.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { may, type Permission, type StaffRole } from '../../../domain/staff/permissions.ts';
import type { Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Vendor, VendorDirectory } from '../../packs/vendor-directory.ts';
import type { CheckedProof, ProvenDevice } from '../proof/proof.ts';

/**
 * `public`: everybody. `device`: anyone who proves a device key. `kiosk`: anyone who proves the key of an enrolled kiosk of the vendor in the path; for
 * any other device there is nothing there. `patient`: who is signed in at the vendor in the path, on the device that proves its key. `staff`: signed-in
 * staff of the vendor in the path. `order`: who holds a token of the order in the path, which opens that one and nothing else.
 */
export type AccessClass = 'public' | 'device' | 'kiosk' | 'patient' | 'order' | 'staff';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessClass;
    /** Of a kiosk's route: one that was signed out still hears that from it. */
    alsoRevoked?: boolean;
    /** Of a patient's route: pages ask it by themselves, so that it is no sign of anybody being there. */
    unattended?: boolean;
    /** Of a staff route: what the role has to be allowed. */
    permission?: Permission | 'signed-in';
  }
  interface FastifyRequest {
    /** Of the path; set on every route below a vendor. */
    vendor: Vendor | null;
    device: ProvenDevice | null;
    staff: SignedInStaff | null;
    kiosk: EnrolledKiosk | null;
    patient: SignedInPatient | null;
    order: HeldOrder | null;
  }
}

/** An order that the request bears a token of. */
export interface HeldOrder {
  readonly vendor: string;
  readonly order: string;
}

export interface SignedInStaff {
  readonly id: string;
  readonly vendor: string;
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
}

/** Who does something, as the audit trail names them. */
export interface AuditContext {
  readonly staff: SignedInStaff;
  /** IP address. */
  readonly from: string;
}

/** A machine that staff have enrolled. */
export interface EnrolledKiosk {
  readonly id: string;
  readonly device: string;
  readonly revoked: boolean;
}

/** A person at one vendor, on one of their devices. */
export interface SignedInPatient {
  readonly vendor: string;
  readonly person: string;
  /** Thumbprint of the key that the session was given to. */
  readonly device: string;
  readonly sessionId: string;
  /** Others use this device, too. */
  readonly shared: boolean;
  /** When who is there was last proven. */
  readonly provedAt: Date;
}

export interface GuardedRoute {
  readonly method: string;
  readonly url: string;
  readonly access: AccessClass;
  readonly permission?: Permission | 'signed-in';
}

export interface AccessDependencies {
  readonly vendors: VendorDirectory;
  /** Before the body is read. @throws ProblemError of status 401. */
  readonly proveDevice: (request: FastifyRequest) => CheckedProof;
  readonly findStaff: (request: FastifyRequest, vendor: string) => Promise<SignedInStaff | undefined>;
  /** @param within a transaction that the question is a part of: it holds a connection already, and waits for no second one. */
  readonly findKiosk: (
    vendor: string,
    device: string,
    within?: Transaction,
  ) => Promise<EnrolledKiosk | undefined>;
  /**
   * By the session of the vendor in the path. One of another vendor or device counts as none, whatever is answered here.
   * @param device that has proven its key.
   * @throws ProblemError `PERSON_MERGED` or `PERSON_CLOSED` where that is why there is none.
   */
  readonly findPatient: (request: FastifyRequest, device: string) => Promise<SignedInPatient | undefined>;
  /** @param named by the path: there may be no such order, and the token may be another one's. */
  readonly findOrder: (request: FastifyRequest, named: HeldOrder) => Promise<HeldOrder | undefined>;
}

/** Classes whose routes ask for the proof of a device key. */
const PROVEN: ReadonlySet<AccessClass | undefined> = new Set<AccessClass>(['device', 'kiosk', 'patient']);
export const provesDevice = (access: AccessClass | undefined): boolean => PROVEN.has(access);

const NO_BODY = new Uint8Array();

function param(request: FastifyRequest, name: string): string | undefined {
  const { params } = request;
  if (typeof params !== 'object' || params === null) return undefined;
  const value: unknown = Object.entries(params).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

/** @returns the routes as they are added. */
export function guardAccess(
  server: FastifyInstance,
  { vendors, proveDevice, findStaff, findKiosk, findPatient, findOrder }: AccessDependencies,
): readonly GuardedRoute[] {
  const routes: GuardedRoute[] = [];

  async function findSignedIn(request: FastifyRequest, device: string): Promise<SignedInPatient> {
    const vendor = vendorOf(request).pack.slug;
    const patient = await findPatient(request, device);
    if (patient?.vendor !== vendor || patient.device !== device) throw new ProblemError('SESSION_ENDED');
    return patient;
  }

  async function findHeld(request: FastifyRequest): Promise<HeldOrder> {
    const vendor = vendorOf(request).pack.slug;
    const order = param(request, 'order')?.toLowerCase();
    const held = order === undefined ? undefined : await findOrder(request, { vendor, order });
    if (!held) throw new ProblemError('NOT_FOUND');
    return held;
  }

  server.decorateRequest('vendor', null);
  server.decorateRequest('device', null);
  server.decorateRequest('staff', null);
  server.decorateRequest('kiosk', null);
  server.decorateRequest('patient', null);
  server.decorateRequest('order', null);
  server.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === undefined) throw new Error(`The route ${route.url} names no access class.`);
    const permission = route.config?.permission;
    if (access === 'staff' && permission === undefined)
      throw new Error(`The staff route ${route.url} names no permission.`);
    for (const method of [route.method].flat())
      routes.push({ method, url: route.url, access, ...(permission && { permission }) });
  });
  server.addHook('onRequest', async (request) => {
    const slug = param(request, 'vendor');
    if (slug !== undefined) request.vendor = vendors.find(slug) ?? null;
    if (request.routeOptions.config.access !== 'staff') return;
    const staff = request.vendor && (await findStaff(request, request.vendor.pack.slug));
    if (!staff) throw new ProblemError('SESSION_EXPIRED');
    request.staff = staff;
    // Before anything of the body is looked at: what is wrong with it is nothing to those who may not.
    const { permission } = request.routeOptions.config;
    if (permission !== 'signed-in' && (!permission || !may(staff.role, permission)))
      throw new ProblemError('ROLE_NOT_ALLOWED');
  });
  // After what a network may ask, and before the body: nobody has bytes read without a proof.
  server.addHook('preParsing', async (request) => {
    if (provesDevice(request.routeOptions.config.access)) proveDevice(request);
    if (request.routeOptions.config.access === 'order') request.order = await findHeld(request);
  });
  server.addHook('preHandler', async (request) => {
    const { access, alsoRevoked } = request.routeOptions.config;
    if (!provesDevice(access)) return;
    const { device, demandBody } = proveDevice(request);
    // The proof covers it.
    if (request.method !== 'GET') demandBody(request.body instanceof Uint8Array ? request.body : NO_BODY);
    request.device = device;
    if (access === 'device') return;
    if (access === 'patient') {
      request.patient = await findSignedIn(request, device.deviceId);
      return;
    }
    const kiosk = await findKiosk(vendorOf(request).pack.slug, device.deviceId);
    if (!kiosk || (kiosk.revoked && !alsoRevoked)) throw new ProblemError('NOT_FOUND');
    request.kiosk = kiosk;
  });
  return routes;
}

/** @throws ProblemError where the vendor isn't served here. */
export function vendorOf(request: FastifyRequest): Vendor {
  if (!request.vendor) throw new ProblemError('VENDOR_NOT_FOUND');
  return request.vendor;
}

export function deviceOf(request: FastifyRequest): ProvenDevice {
  if (!request.device) throw new ProblemError('PROOF_MISSING');
  return request.device;
}

export function kioskOf(request: FastifyRequest): EnrolledKiosk {
  if (!request.kiosk) throw new ProblemError('NOT_FOUND');
  return request.kiosk;
}

export function patientOf(request: FastifyRequest): SignedInPatient {
  if (!request.patient) throw new ProblemError('SESSION_ENDED');
  return request.patient;
}

export function orderOf(request: FastifyRequest): HeldOrder {
  if (!request.order) throw new ProblemError('NOT_FOUND');
  return request.order;
}

export function staffOf(request: FastifyRequest): SignedInStaff {
  if (!request.staff) throw new ProblemError('SESSION_EXPIRED');
  return request.staff;
}

export function auditContextOf(request: FastifyRequest): AuditContext {
  return { staff: staffOf(request), from: request.ip };
}
