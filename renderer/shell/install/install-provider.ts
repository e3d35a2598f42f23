import { createContext, use, useSyncExternalStore } from 'react';
import type { InstallPrompt, InstallWay } from '../../pwa/install-prompt.ts';

const nothing: InstallPrompt = {
  way: () => 'none',
  prompt: async () => 'unavailable',
  subscribe: () => () => undefined,
  stop: () => undefined,
};

export const InstallContext = createContext<InstallPrompt>(nothing);

export function useInstall(): { readonly way: InstallWay; readonly prompt: InstallPrompt['prompt'] } {
  const install = use(InstallContext);
  return { way: useSyncExternalStore(install.subscribe, install.way, nothing.way), prompt: install.prompt };
}
