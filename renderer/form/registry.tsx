import { type ComponentType, lazy } from 'react';
import type { ControlKey } from './choose-control.ts';
import type { ControlProps } from './control-props.ts';
import { BooleanControl } from './controls/boolean-control.tsx';
import { ChoiceControl, MultiChoiceControl } from './controls/choice-control.tsx';
import { DateControl, DateTimeControl, TimeControl } from './controls/date-controls.tsx';
import { ReferenceControl, TextControl } from './controls/text-control.tsx';

const combobox = () => import('./controls/combobox-control.tsx');
const numbers = () => import('./controls/number-control.tsx');
const slider = () => import('./controls/slider-control.tsx');
const attachment = () => import('./controls/attachment-control.tsx');

/** A component per control. What a form seldom has is loaded when it has it. */
export const controls: Readonly<Record<ControlKey, ComponentType<ControlProps>>> = {
  boolean: BooleanControl,
  choice: ChoiceControl,
  'multi-choice': MultiChoiceControl,
  combobox: lazy(async () => ({ default: (await combobox()).ComboboxControl })),
  'multi-combobox': lazy(async () => ({ default: (await combobox()).MultiComboboxControl })),
  number: lazy(async () => ({ default: (await numbers()).NumberControl })),
  slider: lazy(async () => ({ default: (await slider()).SliderControl })),
  quantity: lazy(async () => ({ default: (await numbers()).QuantityControl })),
  date: DateControl,
  'date-time': DateTimeControl,
  time: TimeControl,
  text: TextControl,
  attachment: lazy(async () => ({
    default: (await attachment()).AttachmentControl,
  })),
  reference: ReferenceControl,
};

const rare: Readonly<Partial<Record<ControlKey, () => Promise<unknown>>>> = {
  combobox,
  'multi-combobox': combobox,
  number: numbers,
  quantity: numbers,
  slider,
  attachment,
};

/** Loads the rare controls among these before their questions come: there may be no network then. */
export async function loadControls(keys: Iterable<ControlKey>): Promise<void> {
  await Promise.all(Array.from(new Set(keys), async (key) => rare[key]?.()));
}
