import { type ComponentType, lazy } from 'react';
import { isLanguage, loadMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import { BooleanControl } from '../controls/boolean-control.tsx';
import { ChoiceControl, MultiChoiceControl } from '../controls/choice-control.tsx';
import { TextControl } from '../controls/text-control.tsx';
import type { ControlKey } from '../values/choose-control.ts';

const combobox = () => import('../controls/combobox-control.tsx');
const numbers = () => import('../controls/number/number-control.tsx');
const quantity = () => import('../controls/number/quantity-control.tsx');
const date = () => import('../controls/date-control.tsx');
const times = () => import('../controls/time-controls.tsx');
const select = () => import('../controls/select-control.tsx');
const checkbox = () => import('../controls/checkbox-control.tsx');
const reference = () => import('../controls/reference-control.tsx');
const signature = () => import('../controls/signature-control.tsx');
const slider = () => import('../controls/slider-control.tsx');
const attachment = () => import('../controls/attachment-control.tsx');

/** A component per control. What a form seldom has is loaded when it has it. */
export const controls: Readonly<Record<ControlKey, ComponentType<ControlProps>>> = {
  boolean: BooleanControl,
  checkbox: lazy(async () => ({ default: (await checkbox()).CheckboxControl })),
  choice: ChoiceControl,
  'multi-choice': MultiChoiceControl,
  select: lazy(async () => ({ default: (await select()).SelectControl })),
  combobox: lazy(async () => ({ default: (await combobox()).ComboboxControl })),
  'multi-combobox': lazy(async () => ({ default: (await combobox()).MultiComboboxControl })),
  number: lazy(async () => ({ default: (await numbers()).NumberControl })),
  slider: lazy(async () => ({ default: (await slider()).SliderControl })),
  quantity: lazy(async () => ({ default: (await quantity()).QuantityControl })),
  date: lazy(async () => ({ default: (await date()).DateControl })),
  'date-time': lazy(async () => ({ default: (await times()).DateTimeControl })),
  time: lazy(async () => ({ default: (await times()).TimeControl })),
  text: TextControl,
  attachment: lazy(async () => ({
    default: (await attachment()).AttachmentControl,
  })),
  reference: lazy(async () => ({ default: (await reference()).ReferenceControl })),
};

/** For a form that is signed; loaded with the rare controls where the key is `signature`. */
export const Signing = lazy(async () => ({ default: (await signature()).SignatureControl }));

/** Those whose words are in the `controls` catalogue. */
const rare: Readonly<Partial<Record<ControlKey | 'signature', () => Promise<unknown>>>> = {
  checkbox,
  select,
  combobox,
  'multi-combobox': combobox,
  number: numbers,
  quantity,
  slider,
  date,
  'date-time': times,
  time: times,
  attachment,
  reference,
  signature,
};

/**
 * Loads the rare controls among these, and their words in the page's language, before their questions come: there may be no
 * network then.
 */
export async function loadControls(keys: Iterable<ControlKey | 'signature'>): Promise<void> {
  const loads = Array.from(new Set(keys)).flatMap((key) => rare[key] ?? []);
  const { lang } = document.documentElement;
  const words = loads.length > 0 && isLanguage(lang) ? [loadMessages('controls', lang)] : [];
  await Promise.all([...loads.map((load) => load()), ...words]);
}
