/**
 * What every session gets as it is made (S5 to S8): handlers of Electron's are per session, and a partition per patient means a new one for each of
 * them. What the assignment says (server, pins, camera) is applied to those that are there and to those that come.
 */

import { createSchemeAnswer } from '../../policy/answer.ts';
import type { BuiltFiles } from '../../policy/built-files.ts';
import { lockEgress } from '../../policy/egress.ts';
import { lockDownloads } from '../../policy/navigation.ts';
import { lockPermissions } from '../../policy/permissions.ts';
import type { KeptBack } from '../host.ts';
import type { ShellPages } from '../shared/shell-pages.ts';
import type { SessionPiece } from './pieces.ts';

export interface SessionSettings {
  /** Address below which requests may go; undefined before there is an assignment: then nothing leaves. */
  readonly server: string | undefined;
  readonly pins: readonly string[];
  readonly camera: boolean;
}

export interface LockSessionsOptions {
  readonly origin: string;
  readonly manifest: BuiltFiles;
  readonly read: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly pages: ShellPages;
  readonly onTampered: () => void;
  readonly onKeptBack: (what: KeptBack) => void;
}

export interface SessionLocks {
  /** @param feed address below which alone this session's requests may go, in the place of the server's: the updater's */
  lock(session: SessionPiece, feed?: string): void;
  configure(settings: SessionSettings): void;
  /** The session is wiped, and nothing will come from it any more. */
  forget(session: SessionPiece): void;
}

export function createSessionLocks(options: LockSessionsOptions): SessionLocks {
  const { origin, manifest, read, pages, onTampered, onKeptBack } = options;
  const scheme = new URL(origin).protocol.slice(0, -1);
  /** With the feed of each that has one. */
  const sessions = new Map<SessionPiece, string | undefined>();
  let settings: SessionSettings = { server: undefined, pins: [], camera: false };

  function apply(session: SessionPiece, feed: string | undefined): void {
    const { server, pins, camera } = settings;
    const answer = createSchemeAnswer({
      origin,
      manifest,
      read,
      // A page has the bridge; where there is no server, its policy names none.
      server: server === undefined ? '' : new URL(server).origin,
      camera,
      onTampered,
    });
    if (session.protocol.isProtocolHandled(scheme)) session.protocol.unhandle(scheme);
    session.protocol.handle(scheme, async (request) => pages.answer(request) ?? (await answer(request)));
    lockPermissions(session, { origin, camera });
    const servers = server === undefined ? [] : [server];
    const egress = feed === undefined ? { servers, pins } : { servers: [feed], pins: [] };
    lockEgress(session, { pages: origin, ...egress }, () => onKeptBack('request'));
  }

  return {
    lock(session, feed) {
      if (!sessions.has(session)) {
        session.setSpellCheckerEnabled(false);
        lockDownloads(session, () => onKeptBack('download'));
      } else if (sessions.get(session) === feed) return;
      sessions.set(session, feed);
      apply(session, feed);
    },
    configure(given) {
      settings = given;
      for (const [session, feed] of sessions) apply(session, feed);
    },
    forget(session) {
      sessions.delete(session);
    },
  };
}
