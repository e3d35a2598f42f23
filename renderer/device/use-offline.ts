import { useSyncExternalStore } from 'react';
import { useConnection } from './provider/platform-provider.tsx';

function watchNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether there is surely no connection. The browser's "online" promises nothing, its "offline" can be believed. */
export function useOffline(): boolean {
  const onLine = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return useConnection().state === 'offline' || !onLine;
}
