import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';

interface OptionsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Value[];
  readonly value: Value;
  readonly words: (value: Value) => string;
  readonly onChange: (value: Value) => void;
  /** At most; fewer where the words need the room. */
  readonly columns?: number;
}

/** A few choices beside each other: seen together, and as large as any other target. */
export function Options<Value extends string>({
  label,
  options,
  value,
  words,
  onChange,
  columns = 3,
}: OptionsProps<Value>) {
  return (
    <ChoiceRows
      label={label}
      layout="line"
      columns={columns}
      options={options.map((id) => ({ id, label: words(id) }))}
      value={value}
      onChange={(id) => {
        const found = options.find((option) => option === id);
        if (found !== undefined) onChange(found);
      }}
    />
  );
}
