import type { Attachment, QuestionnaireResponseItem, QuestionnaireResponseItemAnswer } from 'fhir/r4.js';
import type { IntakeSubmit } from '../../../../../sync/protocol/operations/payloads/intake-submit.ts';
import { readValue } from '../../../../../sync/questionnaire/values/values.ts';
import { ContentRow, Disclosure, Rows, Stack, Text } from '../../../../design/basic/index.ts';
import { type AnswerWords, answerText } from '../../../../form/values/answer-text.ts';
import { useFormat, useMessages } from '../../../../i18n/index.ts';
import { AnswerFiles } from '../parts/answer-files.tsx';
import styles from './success.module.css';

interface FrozenAnswer {
  readonly key: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly files: readonly Attachment[];
}

function valueText(answer: QuestionnaireResponseItemAnswer, words: AnswerWords): string {
  if (answer.valueBoolean !== undefined)
    return answerText({ type: 'boolean', value: answer.valueBoolean }, words);
  if (answer.valueDate !== undefined) return answerText({ type: 'date', value: answer.valueDate }, words);
  if (answer.valueDateTime !== undefined)
    return answerText({ type: 'dateTime', value: answer.valueDateTime }, words);
  if (answer.valueTime !== undefined) return answerText({ type: 'time', value: answer.valueTime }, words);
  if (answer.valueInteger !== undefined)
    return answerText({ type: 'integer', value: answer.valueInteger }, words);
  if (answer.valueDecimal !== undefined) {
    const read = readValue({ ...answer });
    return read.state === 'read' ? answerText(read.value, words) : '';
  }
  if (answer.valueCoding) return answerText({ type: 'Coding', value: answer.valueCoding }, words);
  if (answer.valueQuantity) return answerText({ type: 'Quantity', value: answer.valueQuantity }, words);
  if (answer.valueAttachment) return answerText({ type: 'Attachment', value: answer.valueAttachment }, words);
  if (answer.valueReference) return answerText({ type: 'Reference', value: answer.valueReference }, words);
  return answer.valueString ?? answer.valueUri ?? '';
}

/** Questions and answers as they were shown and frozen. */
function frozen(
  items: readonly QuestionnaireResponseItem[] | undefined,
  words: AnswerWords,
  path = '',
): readonly FrozenAnswer[] {
  return (items ?? []).flatMap((item, index) => {
    const key = `${path}/${item.linkId}.${index}`;
    const answers = item.answer ?? [];
    return [
      ...(answers.length > 0
        ? [
            {
              key,
              question: item.text ?? item.linkId,
              answers: answers.map((answer) => valueText(answer, words)),
              files: answers.flatMap((answer) => answer.valueAttachment ?? []),
            },
          ]
        : []),
      ...answers.flatMap((answer, place) => frozen(answer.item, words, `${key}:${place}`)),
      ...frozen(item.item, words, key),
    ];
  });
}

/** The copy is what this device itself has written. */
function itemsOf(response: IntakeSubmit['response']): readonly QuestionnaireResponseItem[] {
  return Array.isArray(response.item) ? (response.item as readonly QuestionnaireResponseItem[]) : [];
}

/** In which its questions were asked. */
function textLanguage({ language }: IntakeSubmit['response']): string | undefined {
  return typeof language === 'string' ? language : undefined;
}

/** The readable copy on a device of one's own, and its print. */
export function SentAnswers({ copy, code }: { readonly copy: IntakeSubmit; readonly code: string }) {
  const t = useMessages('sent');
  const form = useMessages('form');
  const format = useFormat();
  const languages = { language: textLanguage(copy.response), formLanguage: undefined };
  const rows = frozen(itemsOf(copy.response), { t: form, format, languages });
  const list = (
    <Rows label={t('success.answers')}>
      {rows.map(({ key, question, answers, files }) => (
        <ContentRow key={key}>
          <Text size="xs" tone="soft">
            <bdi>{question}</bdi>
          </Text>
          {files.length > 0 ? (
            <AnswerFiles files={files} />
          ) : (
            <Text strong>
              <bdi>{format.list(answers, { type: 'unit' })}</bdi>
            </Text>
          )}
        </ContentRow>
      ))}
    </Rows>
  );
  return (
    <Stack gap={4} as="section">
      <div className={styles.screenOnly}>
        <Disclosure summary={t('success.answers')}>{list}</Disclosure>
      </div>
      <div className={styles.printOnly}>
        <Text>
          {copy.patient.givenName} {copy.patient.familyName}, {format.calendarDate(copy.patient.birthDate)} ·{' '}
          {code}
        </Text>
        {list}
      </div>
    </Stack>
  );
}
