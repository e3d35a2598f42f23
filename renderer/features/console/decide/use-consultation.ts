import { useCallback, useMemo, useState } from 'react';
import {
  type Attest,
  type ConsultationDetail,
  consultationDetailSchema,
  type Decide,
} from '../../../../sync/protocol/api/consultations.ts';
import type { Answer, Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { useLive } from '../base/use-live.ts';

export interface ConsultationActions {
  claim(): Promise<boolean>;
  release(): Promise<boolean>;
  assign(email: string): Promise<boolean>;
  note(text: string): Promise<boolean>;
  attest(attest: Attest): Promise<boolean>;
  answered(text: string): Promise<boolean>;
  liveDone(text: string): Promise<boolean>;
  transmitted(): Promise<boolean>;
  decide(decide: Decide): Promise<boolean>;
  refresh(): void;
}

export interface ConsultationState extends ConsultationActions {
  readonly detail: ConsultationDetail | undefined;
  /** Of the last thing that was tried, or of reading. */
  readonly failure: Failure | undefined;
  readonly isBusy: boolean;
}

/** The consultation of a case, and what may be done with it. Each act resolves to whether it was done. */
export function useConsultation(id: string): ConsultationState {
  const { api } = useConsole();
  const path = `cases/${encodeURIComponent(id)}/consultation`;
  const read = useCallback(() => api.ask('GET', path, consultationDetailSchema), [api, path]);
  const [{ value, failure: unread }, { refresh, show }] = useLive(read);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const actions = useMemo((): ConsultationActions => {
    const act = async (name: string, body: unknown = {}): Promise<boolean> => {
      setBusy(true);
      setFailure(undefined);
      const answer: Answer<ConsultationDetail> = await api.ask(
        'POST',
        `${path}/${name}`,
        consultationDetailSchema,
        body,
      );
      setBusy(false);
      if (answer.ok) show(answer.value);
      else {
        setFailure(answer.failure);
        refresh();
      }
      return answer.ok;
    };
    return {
      refresh,
      claim: () => act('claim'),
      release: () => act('release'),
      assign: (email) => act('assign', { email }),
      note: (text) => act('notes', { text }),
      attest: (attest) => act('attestations', attest),
      answered: (text) => act('answered', { text }),
      liveDone: (text) => act('live-done', { text }),
      transmitted: () => act('transmitted'),
      decide: (decide) => act('decision', decide),
    };
  }, [api, path, refresh, show]);
  return { ...actions, detail: value, failure: failure ?? unread, isBusy };
}
