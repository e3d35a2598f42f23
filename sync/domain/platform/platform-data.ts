import type { AssistantLink } from '../assistant/passage.ts';
import type { DiscoveryLink } from '../discovery/discovery-index.ts';

/** What the server's features write into the pages outside of the vendors' spaces, and the app's read there. */
export interface PlatformData {
  /** Where the index of all vendors is. */
  readonly discovery?: DiscoveryLink;
  /** Undefined: no model is asked. */
  readonly assistant?: AssistantLink;
}
