/** What can be known of passkeys without asking for one. */

const WAIT_MS = 2_000;

interface Page {
  readonly PublicKeyCredential?: typeof globalThis.PublicKeyCredential;
  readonly location: Pick<Location, 'hostname'>;
  readonly isSecureContext: boolean;
  readonly self: unknown;
  readonly top: unknown;
}

export interface PasskeySupport {
  /** One of this device, or of a phone nearby. */
  readonly use: boolean;
  /** One of this device. */
  readonly make: boolean;
}

/** A passkey is of a host that has a name. */
const isAddress = (host: string) => host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host);

/** Some browsers never answer. */
const soon = <Answer>(asked: Promise<Answer>): Promise<Answer | undefined> =>
  Promise.race([
    asked.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS, undefined)),
  ]);

/** Neither in a frame: the page around it could lead a person into signing in. */
export async function passkeySupport(page: Page = globalThis.window): Promise<PasskeySupport> {
  const kind = page.PublicKeyCredential;
  if (
    kind === undefined ||
    !page.isSecureContext ||
    page.self !== page.top ||
    isAddress(page.location.hostname)
  )
    return { use: false, make: false };
  const capable = await soon(Promise.resolve(kind.getClientCapabilities?.()));
  const own =
    capable?.passkeyPlatformAuthenticator ??
    (await soon(kind.isUserVerifyingPlatformAuthenticatorAvailable())) ??
    false;
  return { use: own || capable?.hybridTransport === true, make: own };
}
