import { type ComponentType, lazy } from 'react';
import type { ControlKey } from './choose-control.ts';
import type { ControlProps } from './control-props.ts';
import { BooleanControl } from './controls/boolean-control.tsx';
import { ChoiceControl, MultiChoiceControl } from './controls/choice-control.tsx';
import { DateControl, DateTimeControl, TimeControl } from './controls/date-controls.tsx';
import { ReferenceControl, TextControl } from './controls/text-control.tsx';

const combobox = () => import('./controls/combobox-control.tsx');
const numbers = () => import('./controls/number-control.tsx');

/** A component per control. What a form seldom has is loaded when it has it. */
export const controls: Readonly<Record<ControlKey, ComponentType<ControlProps>>> = {
  boolean: BooleanControl,
  choice: ChoiceControl,
  'multi-choice': MultiChoiceControl,
  combobox: lazy(async () => ({ default: (await combobox()).ComboboxControl })),
  'multi-combobox': lazy(async () => ({ default: (await combobox()).MultiComboboxControl })),
  number: lazy(async () => ({ default: (await numbers()).NumberControl })),
  slider: lazy(async () => ({ default: (await import('./controls/slider-control.tsx')).SliderControl })),
  quantity: lazy(async () => ({ default: (await numbers()).QuantityControl })),
  date: DateControl,
  'date-time': DateTimeControl,
  time: TimeControl,
  text: TextControl,
  attachment: lazy(async () => ({
    default: (await import('./controls/attachment-control.tsx')).AttachmentControl,
  })),
  reference: ReferenceControl,
};

/** Loads the rare controls, so that a form on its way offline has them all. */
export async function loadAllControls(): Promise<void> {
  await Promise.all([
    combobox(),
    numbers(),
    import('./controls/slider-control.tsx'),
    import('./controls/attachment-control.tsx'),
  ]);
}
