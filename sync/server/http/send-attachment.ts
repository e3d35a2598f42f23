/** Photos and documents of patients, opened, as staff are sent them: never run, and of a type that a browser may be told of. */
import type { FastifyReply } from 'fastify';

export interface Attachment {
  readonly bytes: Uint8Array;
  /** As the patient's device named it. */
  readonly contentType: string;
  readonly title?: string | undefined;
}

const UNKNOWN_TYPE = 'application/octet-stream';
/** Nothing that a browser would run: no HTML, no SVG. */
const NAMED_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'application/pdf',
];
/** What a browser shows by itself, and safely. */
const SHOWN_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
/** Nothing of it may reach anywhere. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'self'";

function servedType(claimed: string): string {
  const type = claimed.split(';')[0]?.trim().toLowerCase() ?? '';
  return NAMED_TYPES.includes(type) ? type : UNKNOWN_TYPE;
}

/** RFC 6266, with the name in RFC 8187's spelling: whatever it is, it stays a name. */
function contentDisposition(type: string, title: string | undefined): string {
  const kind = SHOWN_TYPES.includes(type) ? 'inline' : 'attachment';
  if (title === undefined || title === '') return kind;
  const encoded = encodeURIComponent(title.toWellFormed()).replace(
    /['()*]/g,
    (symbol) => `%${symbol.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

export function sendAttachment(reply: FastifyReply, { bytes, contentType, title }: Attachment): FastifyReply {
  const type = servedType(contentType);
  return reply
    .header('content-type', type)
    .header('content-disposition', contentDisposition(type, title))
    .header('content-security-policy', POLICY)
    .send(Buffer.from(bytes));
}
