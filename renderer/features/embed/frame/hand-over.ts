/** Out of the frame into a page of its own: the draft is sealed with a one-time code that only the new page's address has, after its `#`. */
import { handOffParts, newHandOffCode, sealHandOff } from '../../../../sync/seal/hand-off.ts';
import type { Platform } from '../../../platform/contract/contract.ts';

/** @returns the address that takes it over, within minutes and once. @throws where it couldn't be handed over: it is still here. */
export async function handOver(
  { vendor, drafts }: Pick<Platform, 'vendor' | 'drafts'>,
  draftId: string,
  fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis),
): Promise<string> {
  const opened = await drafts.open(draftId);
  if (opened.status !== 'open') throw new Error(`The draft is ${opened.status}`);
  const { content } = opened;
  const definition = await drafts.definition(content.questionnaire.formHash).catch(() => undefined);
  const code = newHandOffCode();
  const parts = await handOffParts(vendor, code);
  const response = await fetch(`/connect/${vendor}/embed/v1/hand-offs/${parts.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await sealHandOff(parts, { content, definition })),
    credentials: 'omit',
  });
  if (!response.ok) throw new Error(`The hand-over answered ${response.status}`);
  return `/connect/${vendor}/continue?from=page#${code}`;
}
