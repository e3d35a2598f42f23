/** Notes that were begun and not sent, by alert. In memory alone. */
export interface Notes {
  /** Another person finds nothing of what somebody else has begun to write. */
  of(writer: string): Map<string, string>;
}

export function createNotes(): Notes {
  let last = { writer: '', byAlert: new Map<string, string>() };
  return {
    of(writer) {
      if (last.writer !== writer) last = { writer, byAlert: new Map() };
      return last.byAlert;
    },
  };
}
