/** The host as WebAuthn calls it: a passkey is bound to its name, and a ceremony to its exact origin. */
import type { FastifyRequest } from 'fastify';

export interface RelyingParty {
  /** Host name, without a port. */
  readonly id: string;
  readonly origin: string;
}

/** @param publicUrl where browsers find this server, if that is set; otherwise what the request says. A passkey is kept with the name that it was made for. */
export function createRelyingParty(publicUrl: URL | undefined): (request: FastifyRequest) => RelyingParty {
  if (publicUrl) return () => ({ id: publicUrl.hostname, origin: publicUrl.origin });
  return (request) => {
    const { hostname, origin } = new URL(`${request.protocol}://${request.host}`);
    return { id: hostname, origin };
  };
}
