/** A session of Electron's in tests of the shell: what the policies gave it can be asked, as a page or a request would. */
import { EventEmitter } from 'node:events';
import type { EgressHost } from '../policy/egress.ts';
import type { PermissionHost } from '../policy/permissions.ts';

export class FakeSession extends EventEmitter {
  readonly name: string;
  readonly cache: boolean;
  readonly asked: string[] = [];
  readonly schemes = new Map<string, (request: Request) => Promise<Response>>();
  readonly permissionHandlers: { [Name in keyof PermissionHost]?: Parameters<PermissionHost[Name]>[0] } = {};
  beforeRequest: Parameters<EgressHost['webRequest']['onBeforeRequest']>[0] | undefined;
  verifyCertificate: Parameters<EgressHost['setCertificateVerifyProc']>[0] | undefined;
  readonly fetched: { readonly url: string; readonly init: RequestInit | undefined }[] = [];
  constructor(name: string, cache: boolean) {
    super();
    this.name = name;
    this.cache = cache;
  }
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>) => {
      if (this.schemes.has(scheme)) throw new Error(`${scheme} is handled already`);
      this.schemes.set(scheme, handler);
    },
    isProtocolHandled: (scheme: string) => this.schemes.has(scheme),
    unhandle: (scheme: string) => void this.schemes.delete(scheme),
  };
  readonly webRequest = {
    onBeforeRequest: (listener: Parameters<EgressHost['webRequest']['onBeforeRequest']>[0]) => {
      this.beforeRequest = listener;
    },
  };
  readonly setCertificateVerifyProc: EgressHost['setCertificateVerifyProc'] = (verify) => {
    this.verifyCertificate = verify;
  };
  readonly setPermissionRequestHandler: PermissionHost['setPermissionRequestHandler'] = (handler) =>
    void Object.assign(this.permissionHandlers, { setPermissionRequestHandler: handler });
  readonly setPermissionCheckHandler: PermissionHost['setPermissionCheckHandler'] = (handler) =>
    void Object.assign(this.permissionHandlers, { setPermissionCheckHandler: handler });
  readonly setDevicePermissionHandler: PermissionHost['setDevicePermissionHandler'] = (handler) =>
    void Object.assign(this.permissionHandlers, { setDevicePermissionHandler: handler });
  readonly setBluetoothPairingHandler: PermissionHost['setBluetoothPairingHandler'] = (handler) =>
    void Object.assign(this.permissionHandlers, { setBluetoothPairingHandler: handler });
  readonly setDisplayMediaRequestHandler: PermissionHost['setDisplayMediaRequestHandler'] = (handler) =>
    void Object.assign(this.permissionHandlers, { setDisplayMediaRequestHandler: handler });
  readonly setUSBProtectedClassesHandler: PermissionHost['setUSBProtectedClassesHandler'] = (handler) =>
    void Object.assign(this.permissionHandlers, { setUSBProtectedClassesHandler: handler });
  setSpellCheckerEnabled(enable: boolean): void {
    this.asked.push(`spellcheck ${enable}`);
  }
  closeAllConnections = () => this.#ask('close-connections');
  clearData = () => this.#ask('clear-data');
  clearAuthCache = () => this.#ask('clear-auth');
  clearHostResolverCache = () => this.#ask('clear-host-cache');
  clearCodeCaches = (_options: { readonly urls?: string[] }) => this.#ask('clear-code-caches');
  fetch = (url: string, init?: RequestInit) => {
    this.fetched.push({ url, init });
    return Promise.resolve(new Response('{}'));
  };
  /** @returns whether a request would leave. */
  lets(url: string): boolean | undefined {
    let answer: boolean | undefined;
    this.beforeRequest?.({ url, method: 'GET' }, ({ cancel }) => {
      answer = !cancel;
    });
    return answer;
  }
  async get(url: string): Promise<Response | undefined> {
    return await this.schemes.get(new URL(url).protocol.slice(0, -1))?.(new Request(url));
  }
  #ask(what: string): Promise<void> {
    this.asked.push(what);
    return Promise.resolve();
  }
}
