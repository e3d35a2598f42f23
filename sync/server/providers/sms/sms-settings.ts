/** Where texts go out, and from which number each vendor's come. */
import type { SmsSettings } from '../../base/config/config.ts';

/** A number in E.164 or a messaging service (`MG…`); undefined where the vendor has none. */
export function senderOf({ from }: Pick<SmsSettings, 'from'>, vendor: string): string | undefined {
  return from.get(vendor) ?? from.get('*');
}

/** The vendors whose texts come from there: somebody who answers one means all of them. */
export function vendorsOf(
  settings: Pick<SmsSettings, 'from'>,
  senders: readonly (string | undefined)[],
  vendors: readonly string[],
): readonly string[] {
  return vendors.filter((vendor) => {
    const sender = senderOf(settings, vendor);
    return sender !== undefined && senders.includes(sender);
  });
}

/** Where the provider says what became of a text. @param id of the message. */
export const statusPath = (vendor: string, id: string) => `/connect/${vendor}/texts/v1/status/${id}`;
/** Where it brings what people answer. */
export const INBOUND_PATH = '/texts/v1/inbound';
