import { useState } from 'react';
import { readLocalized } from '../../../sync/domain/languages.ts';
import type { Question } from '../../../sync/domain/navigator/branches/tree.ts';
import { Stack, Text } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import styles from './navigator.module.css';
import { StepHeading } from './step-heading.tsx';

export interface QuestionStepProps {
  readonly question: Question;
  /** How many came before it. */
  readonly count: number;
  /** What was chosen before, where somebody came back. */
  readonly chosen: string | undefined;
  readonly onChoose: (choice: string) => void;
  readonly onBack: () => void;
}

const FIELD = 'navigator-choice';

/** One question, with what can't wait first. Nothing goes on by itself. */
export function QuestionStep({ question, count, chosen, onChoose, onBack }: QuestionStepProps) {
  const t = useMessages('navigator');
  const { language } = useLanguage();
  const [value, setValue] = useState(chosen ?? null);
  const [isMissing, setMissing] = useState(false);
  // A list of signs says so by itself.
  const isListOfSigns = question.choices.some(({ id }) => id === 'none');
  const submit = () => {
    if (value !== null) return onChoose(value);
    setMissing(true);
    focusField(FIELD);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={5}>
        <Stack gap={2}>
          <Text size="s" tone="soft">
            {t('step', { count: count + 1 })}
          </Text>
          <StepHeading id="navigator-question" isFirst={count === 0}>
            {readLocalized(question.text, language).text}
          </StepHeading>
          {count === 0 && <Text className={styles.lead}>{t('lead')}</Text>}
        </Stack>
        <ChoiceRows
          id={FIELD}
          label=""
          labelledBy="navigator-question"
          hint={question.hint && readLocalized(question.hint, language).text}
          error={isMissing && value === null ? t('choose') : undefined}
          isRequired
          value={value}
          onChange={setValue}
          options={question.choices.map(({ id, label, isRedFlag }) => ({
            id,
            label: readLocalized(label, language).text,
            description: isRedFlag && !isListOfSigns ? t('red') : undefined,
          }))}
        />
        <Stack gap={3}>
          <Button type="submit" size="l" fullWidth>
            {t('next')}
          </Button>
          {count > 0 && (
            <div>
              <Button variant="quiet" onPress={onBack}>
                {t('back')}
              </Button>
            </div>
          )}
        </Stack>
      </Stack>
    </form>
  );
}
