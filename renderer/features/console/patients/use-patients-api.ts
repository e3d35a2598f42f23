import { useMemo } from 'react';
import { useConsole } from '../base/console-context.ts';
import { createPatientsApi, type PatientsApi } from './patients-api.ts';

export function usePatientsApi(): PatientsApi {
  const { api } = useConsole();
  return useMemo(() => createPatientsApi(api.ask), [api]);
}
