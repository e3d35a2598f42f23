import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import { whenIdle } from '../../base/when-idle.ts';
import type { Account } from '../../platform/contract/account.ts';
import type {
  Connection,
  Delivery,
  DraftSummary,
  LockState,
  Platform,
  StorageReport,
} from '../../platform/contract/contract.ts';
import type { PlatformSession, PlatformState } from './platform-session.ts';

interface VendorSpace {
  readonly pack: PublishedPack;
  readonly session: PlatformSession;
}

const SpaceContext = createContext<VendorSpace | undefined>(undefined);

export interface PlatformProviderProps extends VendorSpace {
  /** When the store starts where no screen asks for it. The same function each time. @returns takes it back */
  readonly whenDue?: ((start: () => void) => (() => void) | undefined) | undefined;
  readonly children: ReactNode;
}

/** The vendor's pack and the device's store for everything below. The store starts once the page has been painted, or when it is due. */
export function PlatformProvider({ pack, session, whenDue = whenIdle, children }: PlatformProviderProps) {
  useEffect(() => whenDue(session.keepStarting), [session, whenDue]);

  // Another tab may have written, or the network may be back.
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void session.refreshDrafts().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [session]);

  return <SpaceContext value={{ pack, session }}>{children}</SpaceContext>;
}

function useSpace(): VendorSpace {
  const space = use(SpaceContext);
  if (!space) throw new Error('needs a PlatformProvider');
  return space;
}

function usePlatformState(): PlatformState {
  const { session } = useSpace();
  return useSyncExternalStore(session.subscribe, session.state, session.state);
}

/** The pack of the vendor whose page this is. */
export function usePack(): PublishedPack {
  return useSpace().pack;
}

/** The device's store, started if need be by the first that waits for it. The same promise each time: read it with React's `use`, or await it in a handler. */
export function usePlatform(): Promise<Platform> {
  return useSpace().session.onDemand();
}

/** The same, before the store has started: for a screen that goes on with what was begun. See {@link PlatformSession.readable}. */
export function useReadablePlatform(): () => Promise<Platform> {
  return useSpace().session.readable;
}

/** `failed`: the store's code couldn't be loaded or started; a screen that writes must say so. */
export function usePlatformStatus(): PlatformState['status'] {
  return usePlatformState().status;
}

/** What the start-up probe found; undefined until it has run. */
export function useStorageReport(): StorageReport | undefined {
  return usePlatformState().report;
}

/** Everything on its way or arrived, from any tab; undefined until the store is open. */
export function useDeliveries(): readonly Delivery[] | undefined {
  return usePlatformState().deliveries;
}

/** The patient's lock on this device; undefined until the store is open. */
export function useLockState(): LockState | undefined {
  return usePlatformState().lock;
}

/** Undefined until the store is open, and at a kiosk, where nobody has an account. */
export function useAccount(): Account | undefined {
  return usePlatformState().account;
}

export function useConnection(): Connection {
  return usePlatformState().connection;
}

export interface DraftList {
  /** Undefined until the store is open. */
  readonly drafts: readonly DraftSummary[] | undefined;
  readonly refresh: () => Promise<void>;
}

export function useDrafts(): DraftList {
  const { session } = useSpace();
  return { drafts: usePlatformState().drafts, refresh: session.refreshDrafts };
}
