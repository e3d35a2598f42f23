import { createContext, type ReactNode, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Form, Issue, NodeId, NodeState } from '../../sync/questionnaire/contract.ts';
import { type FormFiles, inlineFiles } from './files.ts';
import { createIssueBoard, type IssueBoard } from './issue-board.ts';

export interface FormSettings {
  readonly form: Form;
  readonly board: IssueBoard;
  /** Language of the form's texts, where it isn't the page's. */
  readonly lang: string | undefined;
  /** Stores what was typed. Awaited before a file picker opens, since phones may end the page behind it, and before a file is dropped. */
  readonly flush: () => Promise<unknown>;
  readonly files: FormFiles;
}

const FormContext = createContext<FormSettings | undefined>(undefined);

export interface FormProviderProps {
  readonly form: Form;
  readonly board?: IssueBoard;
  readonly lang?: string | undefined;
  readonly flush?: () => Promise<unknown>;
  /** In the answers themselves where absent. */
  readonly files?: FormFiles;
  readonly children: ReactNode;
}

const nothing = async () => {};

/** Gives one form to the controls below. */
export function FormProvider({
  form,
  board,
  lang,
  flush = nothing,
  files = inlineFiles,
  children,
}: FormProviderProps) {
  const settings = useMemo(
    () => ({ form, board: board ?? createIssueBoard(form), lang, flush, files }),
    [form, board, lang, flush, files],
  );
  return <FormContext value={settings}>{children}</FormContext>;
}

export function useFormSettings(): FormSettings {
  const settings = use(FormContext);
  if (!settings) throw new Error('Controls of a form need a FormProvider above them');
  return settings;
}

/** The state of one node: what uses it renders again when that node changes, and at no other key. */
export function useNode(form: Form, node: NodeId): NodeState | undefined {
  const subscribe = useCallback((listener: () => void) => form.subscribe(node, listener), [form, node]);
  return useSyncExternalStore(subscribe, () => form.read(node));
}

/** The issues that are shown for one node. */
export function useShownIssues(board: IssueBoard, node: NodeId): readonly Issue[] {
  const subscribe = useCallback((listener: () => void) => board.subscribe(node, listener), [board, node]);
  return useSyncExternalStore(subscribe, () => board.read(node));
}
