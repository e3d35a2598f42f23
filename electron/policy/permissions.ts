/** What a page in the kiosk may use of the machine (S5): nothing, but the camera where the vendor's pack has cards or photos taken. */

/** What of a `Session` decides over permissions. Electron approves whatever has no handler, and asks two of them. */
export interface PermissionHost {
  setPermissionRequestHandler(
    handler: (
      contents: unknown,
      permission: string,
      callback: (granted: boolean) => void,
      details: {
        readonly requestingUrl?: string;
        readonly mediaTypes?: readonly string[];
        readonly isMainFrame?: boolean;
      },
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (
      contents: unknown,
      permission: string,
      requestingOrigin: string,
      details: { readonly mediaType?: string; readonly isMainFrame?: boolean },
    ) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setBluetoothPairingHandler(
    handler: (details: unknown, callback: (answer: { readonly confirmed: false }) => void) => void,
  ): void;
  setDisplayMediaRequestHandler(
    handler: (request: unknown, callback: (streams: Record<string, never>) => void) => void,
  ): void;
  setUSBProtectedClassesHandler(
    handler: (details: { readonly protectedClasses: readonly string[] }) => string[],
  ): void;
}

export interface PermissionPolicy {
  /** Origin of the kiosk's own pages. */
  readonly origin: string;
  readonly camera: boolean;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/**
 * Custom schemes have the opaque origin `null` for `URL`, so that the kiosk's own is recognised by scheme and host.
 * @returns whether `url` is a page of the kiosk's origin
 */
export function isOwnPage(url: string, origin: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(origin)) return false;
  const [page, own] = [new URL(url), new URL(origin)];
  if (page.username !== '' || page.password !== '') return false;
  const sameOrigin = originOf(url) !== 'null' || page.protocol === own.protocol;
  return sameOrigin && page.protocol === own.protocol && page.host === own.host;
}

/** Installs every handler that Electron has for permissions on one session; to be called for each session that is made. */
export function lockPermissions(session: PermissionHost, { origin, camera }: PermissionPolicy): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    const onlyCamera =
      permission === 'media' && details.mediaTypes?.length === 1 && details.mediaTypes[0] === 'video';
    callback(
      camera && onlyCamera && details.isMainFrame === true && isOwnPage(details.requestingUrl ?? '', origin),
    );
  });
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin, details) =>
      camera &&
      permission === 'media' &&
      details.mediaType === 'video' &&
      details.isMainFrame === true &&
      isOwnPage(requestingOrigin, origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => [...protectedClasses]);
}
