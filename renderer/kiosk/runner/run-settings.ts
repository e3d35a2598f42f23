import { createContext, type ReactNode, use } from 'react';

interface RunSettings {
  /** Where the clinic is, as a place of the vendor's service areas. */
  readonly place: string;
  /** In the bar on every screen: "Continue on my phone". */
  readonly menu: ReactNode;
}

export const RunSettingsContext = createContext<RunSettings>({ place: '', menu: undefined });

export function useRunSettings(): RunSettings {
  return use(RunSettingsContext);
}
