import { FieldFrame, type FieldProps, useFieldIds } from '../fields/field.tsx';
import { type ChoiceLayoutProps, type ChoiceOption, groupProps, OptionRow } from './choice-options.tsx';

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
  const toggle = (id: string) => {
    const after = value.includes(id) ? value.filter((chosen) => chosen !== id) : [...value, id];
    onChange(withExclusive(value, after, options, exclusiveIds));
  };
  return (
    <FieldFrame field={props} ids={ids} words="legend">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own, and its legend isn't always here */}
      <div role="group" {...groupProps(props, ids)}>
        {options.map((option) => (
          <OptionRow
            key={option.id}
            {...{ option, field: props, name: ids.input }}
            kind="several"
            isSelected={value.includes(option.id)}
            onChange={() => toggle(option.id)}
          />
        ))}
      </div>
    </FieldFrame>
  );
}
