export { Button, type ButtonProps } from './buttons/button.tsx';
export { CheckboxRow, type CheckboxRowProps } from './choices/checkbox-row.tsx';
export { type ChoiceOption, ChoiceRows, type ChoiceRowsProps } from './choices/choice-rows.tsx';
export { Combobox, type ComboboxProps } from './choices/combobox.tsx';
export { MultiChoiceRows, type MultiChoiceRowsProps } from './choices/multi-choice-rows.tsx';
export { NativeSelect, type NativeSelectProps } from './choices/native-select.tsx';
export { SegmentedChoice, type SegmentedChoiceProps } from './choices/segmented-choice.tsx';
export { Select, type SelectProps } from './choices/select.tsx';
export { DateField, type DateFieldProps } from './dates/date-field.tsx';
export { isIsoDate } from './dates/date-parts.ts';
export { TimeField, type TimeFieldProps } from './dates/time-field.tsx';
export { ErrorSummary, type ErrorSummaryProps, type FormError } from './fields/error-summary.tsx';
export type { FieldProps } from './fields/field.tsx';
export { FilePicker, type FilePickerProps, type FileSource, type PickedFile } from './fields/file-picker.tsx';
export { focusField, focusFirstInvalid } from './fields/focus-field.ts';
export { type NumberReading, readNumber } from './fields/number-reading.ts';
export {
  type ProgressSection,
  ProgressSegments,
  type ProgressSegmentsProps,
} from './fields/progress-segments.tsx';
export { ReadOnlyField, type ReadOnlyFieldProps } from './fields/read-only-field.tsx';
export { Slider, type SliderProps } from './fields/slider.tsx';
export { TextField, type TextFieldProps } from './fields/text-field.tsx';
export { NumberField, type NumberFieldProps } from './number/number-field.tsx';
export { Dialog, type DialogProps, Sheet } from './overlays/dialog.tsx';
export { Menu, type MenuEntry, type MenuProps } from './overlays/menu.tsx';
export { showToast, Toaster, type ToastTone } from './overlays/toaster.tsx';
