import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PublishedQuestionnaire } from '../../../../../sync/domain/intake/offered-questionnaire.ts';
import type { Language } from '../../../../../sync/domain/languages.ts';
import type { Form, NodeState } from '../../../../../sync/questionnaire/model/contract.ts';
import {
  useDrafts,
  usePack,
  usePlatform,
  useReadablePlatform,
} from '../../../../device/provider/platform-provider.tsx';
import { useSaveBeforeReload } from '../../../../device/unsaved-work.ts';
import type { AnswerWords } from '../../../../form/values/answer-text.ts';
import type { TextLanguages } from '../../../../form/values/item-extensions.ts';
import { useFormat, useLanguage, useMessages } from '../../../../i18n/index.ts';
import type { DraftContent, Platform } from '../../../../platform/contract/contract.ts';
import { flushWhenHidden } from '../../flow/draft/draft-keeper.ts';
import type { FlowRoute, RedirectReason } from '../../flow/machine/flow-position.ts';
import type { FlowHistory } from '../../flow/run/flow-history.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { createRunSlot } from '../../flow/run/run-slot.ts';

/** What is known of a draft when its run is opened; read then, and not before. */
export type ReadDraft = (platform: Platform) => Promise<DraftContent>;

export interface RunHolder {
  readonly offered: PublishedQuestionnaire;
  readonly run: IntakeRun | undefined;
  /** Language of the form's texts where it isn't the page's. */
  readonly formLang: string | undefined;
  /** @throws an `AbortError` where somebody has left meanwhile, as {@link goOn} and {@link find} do. */
  begin(): Promise<IntakeRun>;
  goOn(draft: DraftContent, version?: 'pinned' | 'current'): Promise<IntakeRun>;
  /** Goes on with the draft that is found, maybe before the store has been probed. */
  find(read: ReadDraft, signal: AbortSignal): Promise<IntakeRun>;
  /** Stores everything and lets go of the run; the draft stays. */
  release(): Promise<void>;
  /** The same, and shows the landing page. */
  leave(reason?: RedirectReason): Promise<void>;
  /** The draft is gone, or its form has been sent: there is nothing left to store. */
  forget(): void;
  /** Why a deep link led here; said once. */
  readonly reason: RedirectReason | undefined;
  go(to: FlowRoute, reason?: RedirectReason): void;
  /** Loads the screens that follow the questions, while there still is a network. */
  loadNext(): void;
  /** Back to the page before: what the browser's own Back does, where there is one. */
  back(): void;
  /** What the browser's Forward does on the page that is shown: as if Continue were pressed. @returns takes it out again. */
  onForward(proceed: () => unknown): () => void;
}

const RunContext = createContext<RunHolder | undefined>(undefined);

export function useRunHolder(): RunHolder {
  const holder = use(RunContext);
  if (!holder) throw new Error('This needs a RunProvider above it');
  return holder;
}

/** On a page of a run: what Continue does there is what the browser's Forward does. */
export function useForward(proceed: () => unknown): void {
  const { onForward } = useRunHolder();
  const latest = useEffectEvent(proceed);
  useEffect(() => onForward(() => latest()), [onForward]);
}

/** The language in which a form is shown: the page's where there is an official translation, else the form's own. */
export function formLanguageOf(offered: PublishedQuestionnaire, language: Language): Language {
  return offered.formLanguages.includes(language) ? language : (offered.formLanguages[0] ?? 'en');
}

const languagesOf = (form: Form | undefined, language: Language): TextLanguages => ({
  language,
  formLanguage: form?.plan.questionnaire.language,
});

/** How the answers of the run read here. */
export function useRunWords(): AnswerWords {
  const { offered, run } = useRunHolder();
  const { language } = useLanguage();
  return {
    t: useMessages('form'),
    format: useFormat(),
    languages: languagesOf(run?.form, formLanguageOf(offered, language)),
  };
}

export interface RunHolderProviderProps {
  readonly offered: PublishedQuestionnaire;
  /** Shows another screen of the flow. */
  readonly onGo: (to: FlowRoute) => void;
  /** Where there is a browser around the screens, whose Back and Forward go between the pages of a run. */
  readonly history?: Pick<FlowHistory, 'attach' | 'back' | 'onForward' | 'stay'>;
  /** Where they are pages of their own. */
  readonly loadNext?: () => void;
  /** What its device's platform is used through; the same each time. */
  readonly through?: (platform: Platform) => Platform;
  readonly children: ReactNode;
}

const nothingNext = () => undefined;
const asItIs = (platform: Platform) => platform;

/** A run of this page may have written it since it was read for the landing page. A kiosk's is in nobody's list, and is as it was given. */
const newest =
  (draft: DraftContent): ReadDraft =>
  async ({ drafts }) => {
    const again = await drafts.open(draft.draftId);
    if (again.status === 'open') return again.content;
    if (again.status === 'absent') return draft;
    // What is gone on with replaces what is stored: better not at all than with less.
    throw new Error(`The draft is ${again.status}`);
  };

/** Holds one run, wherever its screens are shown. */
export function RunHolderProvider({
  offered,
  onGo,
  history,
  loadNext = nothingNext,
  through = asItIs,
  children,
}: RunHolderProviderProps) {
  const pack = usePack();
  const platform = usePlatform();
  const readable = useReadablePlatform();
  const { refresh } = useDrafts();
  const { language } = useLanguage();
  const t = useMessages('form');
  const format = useFormat();
  const [run, setRun] = useState<IntakeRun>();
  const [reason, setReason] = useState<RedirectReason>();
  const formLanguage = formLanguageOf(offered, language);
  const words = useRef({ t, format, formLanguage });
  useEffect(() => {
    words.current = { t, format, formLanguage };
  }, [t, format, formLanguage]);

  const [slot] = useState(() =>
    createRunSlot<IntakeRun>((next) => {
      setRun(next);
      history?.attach(next);
    }),
  );
  const release = useCallback(async () => {
    await slot.leave();
    await refresh().catch(() => undefined);
  }, [slot, refresh]);

  useEffect(() => run?.setLanguage(language, formLanguage), [run, language, formLanguage]);
  useEffect(() => run && flushWhenHidden(run.keeper, document, window), [run]);
  useEffect(() => () => void release().catch(() => undefined), [release]);
  useSaveBeforeReload(
    useCallback(async () => {
      const state = await slot.held()?.keeper.flush();
      if (state?.status === 'not-saved') throw new Error(`The draft is not saved: ${state.reason}`);
    }, [slot]),
  );

  const holder = useMemo<RunHolder>(() => {
    // The engine, the machine and the words for answers are not part of the landing page.
    const opening = async (on: Promise<Platform>) => {
      const [{ prepareNewRun, prepareDraftRun }, { answerTexts }, opened] = await Promise.all([
        import('../../flow/run/open-run.ts'),
        import('../../../../form/values/answer-text.ts'),
        on,
      ]);
      const describe = (state: NodeState, form: Form) => {
        const { formLanguage: shown, ...rest } = words.current;
        return answerTexts(state, { ...rest, languages: languagesOf(form, shown) });
      };
      const dependencies = { platform: through(opened), pack, offered, language, formLanguage, describe };
      return {
        prepareNew: () => prepareNewRun(dependencies),
        prepareDraft: async (read: ReadDraft, version?: 'pinned' | 'current') =>
          prepareDraftRun(dependencies, await read(opened), version),
      };
    };
    const go = (to: FlowRoute, why?: RedirectReason) => {
      setReason(why);
      onGo(to);
    };
    return {
      offered,
      run,
      formLang: formLanguage === language ? undefined : formLanguage,
      begin: () =>
        slot.open(
          () => opening(platform),
          ({ prepareNew }) => prepareNew(),
        ),
      async goOn(draft, version) {
        const held = slot.held();
        if (held?.details.get().draftId === draft.draftId && version !== 'current') return held;
        return slot.open(
          () => opening(platform),
          ({ prepareDraft }) => prepareDraft(newest(draft), version),
        );
      },
      find(read, signal) {
        const isHere = history?.stay();
        return slot.open(
          () => opening(readable()),
          ({ prepareDraft }) => prepareDraft(read),
          () => !signal.aborted && isHere?.() !== false,
        );
      },
      release,
      leave: (why) => release().finally(() => go('landing', why)),
      forget: slot.forget,
      reason,
      go,
      loadNext,
      back: () => (history ? history.back() : slot.held()?.back()),
      onForward: (proceed) => history?.onForward(proceed) ?? (() => undefined),
    };
  }, [
    offered,
    run,
    language,
    formLanguage,
    platform,
    readable,
    pack,
    slot,
    release,
    reason,
    onGo,
    history,
    loadNext,
    through,
  ]);

  return <RunContext value={holder}>{children}</RunContext>;
}
