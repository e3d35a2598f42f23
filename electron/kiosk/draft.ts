/** A draft as it comes over the bridge, or from the clinic: judged, and no larger than a draft can be. */
import type { DraftContent } from '../../renderer/platform/contract/contract.ts';
import { draftContentSchema, MAX_DRAFT_BYTES } from '../../renderer/platform/kiosk/bridge-contract.ts';

function isFormSnapshot(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  return (
    'v' in value &&
    value.v === 1 &&
    'canonical' in value &&
    typeof value.canonical === 'string' &&
    'nodes' in value
  );
}

function isDraft(value: unknown): value is DraftContent {
  const parsed = draftContentSchema.safeParse(value);
  return parsed.success && isFormSnapshot(parsed.data.form);
}

export type ReadDraft =
  | { readonly ok: true; readonly draft: DraftContent }
  | { readonly ok: false; readonly why: 'too-large' | 'malformed' };

/** JSON leaves out what is there and undefined, which the platform's types don't have. */
export function readDraft(content: unknown): ReadDraft {
  const json = JSON.stringify(content) ?? '';
  if (Buffer.byteLength(json) > MAX_DRAFT_BYTES) return { ok: false, why: 'too-large' };
  const draft: unknown = json === '' ? undefined : JSON.parse(json);
  return isDraft(draft) ? { ok: true, draft } : { ok: false, why: 'malformed' };
}
