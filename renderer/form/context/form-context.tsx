import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { Form, Issue, NodeId, NodeState, Units } from '../../../sync/questionnaire/model/contract.ts';
import { useMessages, useRegion } from '../../i18n/index.ts';
import { type FormFiles, inlineFiles } from '../files/files.ts';
import { createUnitPreference, type UnitPreference } from '../values/unit-preference.ts';
import type { Clearing } from './control-props.ts';
import { createIssueBoard, type IssueBoard } from './issue-board.ts';
import { prepareWhenIdle } from './prepare-when-idle.ts';
import { createReveal, type Reveal } from './reveal.ts';

export interface FormSettings {
  readonly form: Form;
  readonly board: IssueBoard;
  /** Language of the form's texts, where it isn't the page's. */
  readonly lang: string | undefined;
  /** Stores what was typed. Awaited before a file picker opens, since phones may end the page behind it, and before a file is dropped. */
  readonly flush: () => Promise<unknown>;
  readonly files: FormFiles;
  /** Converts a quantity whose unit is changed; without it only heights, weights and temperatures are. */
  readonly units: Units | undefined;
  /** Which of two units a number is entered in first. */
  readonly unitPreference: UnitPreference;
  /** Everything is on one page: what the form computes is shown, and its layouts hold. A runner asks question by question. */
  readonly whole: boolean;
  readonly clearing: Clearing | undefined;
  readonly reveal: Reveal;
}

const FormContext = createContext<FormSettings | undefined>(undefined);

export interface FormProviderProps {
  readonly form: Form;
  readonly board?: IssueBoard;
  readonly lang?: string | undefined;
  readonly flush?: () => Promise<unknown>;
  /** In the answers themselves where absent. */
  readonly files?: FormFiles;
  readonly units?: Units | undefined;
  /** By default that of the vendor's region. */
  readonly unitPreference?: UnitPreference | undefined;
  readonly whole?: boolean;
  readonly clearing?: Clearing;
  readonly reveal?: Reveal;
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
  units,
  unitPreference,
  whole = false,
  clearing,
  reveal,
  children,
}: FormProviderProps) {
  const region = useRegion();
  // The form comes as a whole, and not question by question as each gets its words.
  useMessages('form');
  useEffect(() => prepareWhenIdle(form), [form]);
  const settings = useMemo(
    () => ({
      form,
      board: board ?? createIssueBoard(form),
      lang,
      flush,
      files,
      units: units ?? form.units,
      unitPreference: unitPreference ?? createUnitPreference(region),
      whole,
      clearing,
      reveal: reveal ?? createReveal(form),
    }),
    [form, board, lang, flush, files, units, unitPreference, region, whole, clearing, reveal],
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

/** What the frame around a control shows; its answers and issues are the control's. */
export type NodeFrame = Omit<NodeState, 'answers' | 'issues' | 'options' | 'edited'>;

const sameNodes = (one: readonly NodeId[], other: readonly NodeId[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

const sameFrame = (one: NodeFrame, other: NodeFrame): boolean =>
  one.enabled === other.enabled &&
  one.hidden === other.hidden &&
  one.text === other.text &&
  one.readOnly === other.readOnly &&
  one.required === other.required &&
  sameNodes(one.children, other.children);

/** Reads a frame, and gives the one it gave before while it says the same. */
function frameReader(form: Form, node: NodeId): () => NodeFrame | undefined {
  let last: NodeFrame | undefined;
  return () => {
    const next = form.read(node);
    if (last === undefined || next === undefined || !sameFrame(last, next)) last = next;
    return last;
  };
}

/** The frame of one node: stays the same object while only its answers change, so that a key passes it by. */
export function useFrame(form: Form, node: NodeId): NodeFrame | undefined {
  const subscribe = useCallback((listener: () => void) => form.subscribe(node, listener), [form, node]);
  const read = useMemo(() => frameReader(form, node), [form, node]);
  return useSyncExternalStore(subscribe, read);
}

/** The nodes at the top of the form: they change when an instance of a repeating group comes or goes. */
export function useRoot(form: Form): readonly NodeId[] {
  const subscribe = useCallback((listener: () => void) => form.onChange(listener), [form]);
  return useSyncExternalStore(subscribe, () => form.root);
}

/** What several nodes have in common, such as whether any of them is shown; renders again only when that changes. */
export function useReading<Value extends string | number | boolean>(
  form: Form,
  nodes: readonly NodeId[],
  read: () => Value,
): Value {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = nodes.map((node) => form.subscribe(node, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [form, nodes],
  );
  return useSyncExternalStore(subscribe, read);
}

/** The issues that are shown for one node. */
export function useShownIssues(board: IssueBoard, node: NodeId): readonly Issue[] {
  const subscribe = useCallback((listener: () => void) => board.subscribe(node, listener), [board, node]);
  return useSyncExternalStore(subscribe, () => board.read(node));
}

interface Asked {
  readonly state: NodeState | undefined;
  readonly issues: readonly Issue[];
}

/** Reads a question with its issues, and gives what it gave before while both are the same. */
function askedReader(form: Form, board: IssueBoard, node: NodeId): () => Asked {
  let last: Asked | undefined;
  return () => {
    const [state, issues] = [form.read(node), board.read(node)];
    if (last?.state !== state || last?.issues !== issues) last = { state, issues };
    return last;
  };
}

/** The state of a question and the issues that are shown for it, in one subscription: a long page has hundreds. */
export function useAsked(form: Form, board: IssueBoard, node: NodeId): Asked {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [form.subscribe(node, listener), board.subscribe(node, listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [form, board, node],
  );
  const read = useMemo(() => askedReader(form, board, node), [form, board, node]);
  return useSyncExternalStore(subscribe, read);
}

/** All issues that are shown. */
export function useAllShown(board: IssueBoard): readonly Issue[] {
  return useSyncExternalStore(board.subscribeAll, board.all);
}
