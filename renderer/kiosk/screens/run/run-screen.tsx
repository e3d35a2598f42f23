import { useCallback, useEffect, useMemo, useState } from 'react';
import { useMessages } from '../../../i18n/index.ts';
import type { Delivery, DraftContent } from '../../../platform/contract/contract.ts';
import { KioskRun } from '../../runner/kiosk-run.tsx';
import type { FormToRun } from '../../visit/kiosk-events.ts';
import { useKnown, useSend, useVisit } from '../../visit/visit-context.ts';
import { BusyScreen } from '../parts/busy-screen.tsx';
import { splitName } from './known-names.ts';
import { RunMenu } from './run-menu.tsx';

/** The current form: from its start, or as it was left. */
export function RunScreen() {
  const form = useKnown(({ forms }) => forms[0]);
  return form && <Run key={form.slug} form={form} />;
}

function Run({ form }: { readonly form: FormToRun }) {
  const t = useMessages('kiosk');
  const send = useSend();
  const { pack } = useVisit();
  const birthDate = useKnown((known) => known.birthDate);
  const name = useKnown((known) => known.name);
  const draft = useLeftDraft(form);
  const known = useMemo(
    () => ({ ...(birthDate === '' ? {} : { birthDate }), ...splitName(name) }),
    [birthDate, name],
  );
  const onFinished = useCallback(
    (delivery: Delivery | undefined) => send({ type: 'RUN_SENT', session: delivery?.session ?? null }),
    [send],
  );
  const onLeft = useCallback(() => send({ type: 'RUN_LEFT' }), [send]);
  const menu = useMemo(() => <RunMenu />, []);
  const offered = pack.questionnaires.find(({ slug }) => slug === form.slug);
  useEffect(() => {
    if (!offered) onLeft();
  }, [offered, onLeft]);
  if (!offered || draft === 'looking') return <BusyScreen title={t('busy')} />;
  return <KioskRun {...{ offered, known, menu, onFinished, onLeft }} {...(draft ? { draft } : {})} />;
}

/** What was begun of it in this visit or, resumed, before: nobody fills a page in twice. */
function useLeftDraft({ slug, draftId }: FormToRun): DraftContent | undefined | 'looking' {
  const { platform } = useVisit();
  const [draft, setDraft] = useState<DraftContent | undefined | 'looking'>('looking');
  useEffect(() => {
    let gone = false;
    const look = async () => {
      const { drafts } = platform;
      const id =
        draftId ??
        (await drafts.list()).findLast(({ questionnaireSlug }) => questionnaireSlug === slug)?.draftId;
      const opened = id === undefined ? undefined : await drafts.open(id);
      return opened?.status === 'open' ? opened.content : undefined;
    };
    look().then(
      (found) => !gone && setDraft(found),
      () => !gone && setDraft(undefined),
    );
    return () => {
      gone = true;
    };
  }, [platform, slug, draftId]);
  return draft;
}
