import { type KeyboardEvent, useState } from 'react';
import type { Concept } from '../../../../sync/domain/health/resources.ts';
import { Text, VisuallyHidden } from '../../../design/basic/index.ts';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../../../design/controls/fields/field.tsx';
import inputStyles from '../../../design/controls/fields/input.module.css';
import { useMessages } from '../../../i18n/index.ts';
import type { Suggestion, SuggestionList } from '../lists/suggestions.ts';
import styles from './sheets.module.css';

interface ConceptFieldProps extends FieldProps {
  readonly value: Concept;
  readonly onChange: (value: Concept) => void;
  /** Undefined until it is loaded; `failed` where it isn't on this device. */
  readonly list: SuggestionList | 'failed' | undefined;
}

/**
 * A name from a list, or in one's own words: what is typed is the answer at once, and a code comes with a suggestion that is chosen. The list is part of the
 * page and doesn't lie over it, so that nothing is hidden and nothing closes by itself.
 */
export function ConceptField({ value, onChange, list, ...field }: ConceptFieldProps) {
  const t = useMessages('patient');
  const ids = useFieldIds(field);
  const [isTyping, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const found =
    isTyping && list !== undefined && list !== 'failed' && value.coding === undefined
      ? list.search(value.text).filter(({ concept }) => concept.text !== value.text || concept.coding)
      : [];
  const choose = ({ concept }: Suggestion) => {
    onChange(concept);
    setTyping(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[active];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      // Above the first is the field itself: nothing chosen.
      setActive(((active + step + found.length + 2) % (found.length + 1)) - 1);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    }
  };
  const isAsking = isTyping && value.text.trim() !== '' && value.coding === undefined;
  return (
    <FieldFrame field={field} ids={ids}>
      <div className={styles.found}>
        <input
          id={ids.input}
          type="text"
          role="combobox"
          className={inputStyles.input}
          value={value.text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${ids.input}-list`}
          aria-activedescendant={found[active] ? `${ids.input}-${active}` : undefined}
          aria-labelledby={ids.labelledBy}
          aria-describedby={ids.describedBy}
          aria-invalid={isShown(field.error) || undefined}
          aria-required={field.isRequired}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyping(true);
            setActive(-1);
            onChange({ text: event.target.value });
          }}
        />
        <VisuallyHidden live="polite">
          {isAsking && list !== undefined && list !== 'failed' ? t('found', { count: found.length }) : ''}
        </VisuallyHidden>
        {isAsking && list === 'failed' && (
          <Text size="xs" tone="soft">
            {t('notLoaded')}
          </Text>
        )}
        <div
          id={`${ids.input}-list`}
          role="listbox"
          aria-labelledby={ids.labelledBy}
          hidden={found.length === 0}
        >
          {found.map((suggestion, index) => (
            <SuggestionRow
              key={`${suggestion.concept.text} ${suggestion.concept.coding?.[0]?.code}`}
              id={`${ids.input}-${index}`}
              suggestion={suggestion}
              isActive={index === active}
              onChoose={() => choose(suggestion)}
            />
          ))}
        </div>
      </div>
    </FieldFrame>
  );
}

interface SuggestionRowProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

/** The focus stays in the field: keys choose from there. */
function SuggestionRow({ id, suggestion: { concept, also }, isActive, onChoose }: SuggestionRowProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.suggestion}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={undefined}
    >
      <bdi>{concept.text}</bdi>
      {also !== undefined && (
        <Text size="xs" tone="soft">
          <bdi>{also}</bdi>
        </Text>
      )}
    </div>
  );
}
