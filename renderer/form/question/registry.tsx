import { type ComponentType, lazy, use } from 'react';
import { isLanguage, loadMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import { BooleanControl } from '../controls/boolean-control.tsx';
import { ChoiceControl, MultiChoiceControl } from '../controls/choice-control.tsx';
import { TextControl } from '../controls/text-control.tsx';
import type { ControlKey } from '../values/choose-control.ts';

type Load = () => Promise<ComponentType<ControlProps>>;

const combobox = () => import('../controls/combobox-control.tsx');
const times = () => import('../controls/time-controls.tsx');
const signature = () => import('../controls/signature-control.tsx');

/** What a form seldom has is loaded when it has it; their words are in the `controls` catalogue. */
const rare = {
  checkbox: async () => (await import('../controls/checkbox-control.tsx')).CheckboxControl,
  select: async () => (await import('../controls/select-control.tsx')).SelectControl,
  combobox: async () => (await combobox()).ComboboxControl,
  'multi-combobox': async () => (await combobox()).MultiComboboxControl,
  number: async () => (await import('../controls/number/number-control.tsx')).NumberControl,
  slider: async () => (await import('../controls/slider-control.tsx')).SliderControl,
  quantity: async () => (await import('../controls/number/quantity-control.tsx')).QuantityControl,
  date: async () => (await import('../controls/date-control.tsx')).DateControl,
  'date-time': async () => (await times()).DateTimeControl,
  time: async () => (await times()).TimeControl,
  attachment: async () => (await import('../controls/attachment-control.tsx')).AttachmentControl,
  reference: async () => (await import('../controls/reference-control.tsx')).ReferenceControl,
} satisfies Readonly<Partial<Record<ControlKey, Load>>>;

type RareKey = keyof typeof rare;

/** Whether it may have to be waited for. */
export const isRare = (key: string): key is RareKey => key in rare;
const loaded = new Map<RareKey, ComponentType<ControlProps>>();

/** One that was loaded ahead is there at once: for `lazy` React shows the skeleton, and keeps it for a third of a second. */
function rareControl(key: RareKey): ComponentType<ControlProps> {
  let asked: Promise<ComponentType<ControlProps>> | undefined;
  return function RareControl(props) {
    asked ??= loaded.has(key) ? undefined : rare[key]();
    const Control = loaded.get(key) ?? (asked && use(asked));
    return Control && <Control {...props} />;
  };
}

/** A component per control. */
export const controls: Readonly<Record<ControlKey, ComponentType<ControlProps>>> = {
  boolean: BooleanControl,
  choice: ChoiceControl,
  'multi-choice': MultiChoiceControl,
  text: TextControl,
  checkbox: rareControl('checkbox'),
  select: rareControl('select'),
  combobox: rareControl('combobox'),
  'multi-combobox': rareControl('multi-combobox'),
  number: rareControl('number'),
  slider: rareControl('slider'),
  quantity: rareControl('quantity'),
  date: rareControl('date'),
  'date-time': rareControl('date-time'),
  time: rareControl('time'),
  attachment: rareControl('attachment'),
  reference: rareControl('reference'),
};

/** For a form that is signed; loaded with the rare controls where the key is `signature`. */
export const Signing = lazy(async () => ({ default: (await signature()).SignatureControl }));

/**
 * Loads the rare controls among these, and their words in the page's language, before their questions come: there may be no
 * network then.
 */
export async function loadControls(keys: Iterable<ControlKey | 'signature'>): Promise<void> {
  const wanted = [...new Set(keys)];
  const loads = wanted.flatMap((key) => {
    if (key === 'signature') return signature();
    return isRare(key) ? rare[key]().then((control) => loaded.set(key, control)) : [];
  });
  const { lang } = document.documentElement;
  const words = loads.length > 0 && isLanguage(lang) ? [loadMessages('controls', lang)] : [];
  await Promise.all([...loads, ...words]);
}
