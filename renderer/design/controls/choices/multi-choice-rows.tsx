import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/field.tsx';
import {
  type ChoiceLayoutProps,
  type ChoiceOption,
  groupProps,
  OptionDescription,
  OptionWords,
  rowProps,
  targetProps,
} from './choice-options.tsx';

export interface MultiChoiceRowsProps extends FieldProps, ChoiceLayoutProps {
  readonly options: readonly ChoiceOption[];
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  /** Options that stand alone ("None of these"): choosing one clears the others, and the other way round. */
  readonly exclusiveIds?: readonly string[] | undefined;
}

/** What is chosen after one change, in the order of the options. */
export function withExclusive(
  before: readonly string[],
  after: readonly string[],
  options: readonly Pick<ChoiceOption, 'id'>[],
  exclusiveIds: readonly string[] = [],
): readonly string[] {
  const added = after.find((id) => !before.includes(id));
  const kept =
    added === undefined
      ? after
      : exclusiveIds.includes(added)
        ? [added]
        : after.filter((id) => !exclusiveIds.includes(id));
  return options.map(({ id }) => id).filter((id) => kept.includes(id));
}

/** Several of several: rows over the full width. */
export function MultiChoiceRows(props: MultiChoiceRowsProps) {
  const { options, value, onChange, exclusiveIds } = props;
  const ids = useFieldIds(props);
  return (
    <FieldFrame field={props} ids={ids} words="legend">
      <CheckboxGroup
        {...groupProps(props, ids)}
        value={[...value]}
        onChange={(after) => onChange(withExclusive(value, after, options, exclusiveIds))}
      >
        {options.map((option) => (
          <CheckboxField key={option.id} {...rowProps(option)}>
            <CheckboxButton {...targetProps(option)}>
              <OptionWords option={option} kind="several" />
            </CheckboxButton>
            <OptionDescription option={option} />
          </CheckboxField>
        ))}
      </CheckboxGroup>
    </FieldFrame>
  );
}
