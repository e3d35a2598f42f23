import type { UrgentFinding } from '../../../sync/domain/urgent-words/urgent-words.ts';
import {
  Heading,
  LinkRow,
  NativeButton,
  Notice,
  Rows,
  RowTitle,
  Skeleton,
  Stack,
  Text,
} from '../../design/basic/index.ts';
import { useMessages } from '../../i18n/index.ts';
import { HelpLines } from '../../shell/emergency/help-lines.tsx';
import { UrgentPanel } from '../../shell/emergency/urgent-panel.tsx';
import styles from './assistant.module.css';
import { toField } from './examples.tsx';
import type { ModelSentence } from './model-answer.ts';
import type { Answer } from './use-answer.ts';
import { NameOf, SignOf } from './vendor-of.tsx';

export interface AnswerPartProps {
  readonly answer: Answer;
  readonly place: string | undefined;
  readonly onPlace: (place: string | undefined) => void;
  /** @param deniesDanger who asked says that nobody is in danger */
  readonly onAsk: (question: string, deniesDanger: boolean) => void;
}

export function AnswerPart({ answer, place, onPlace, onAsk }: AnswerPartProps) {
  const t = useMessages('assistant');
  if (answer.status === 'none') return null;
  if (answer.status === 'looking')
    return (
      <Stack gap={4} aria-busy>
        <Sentences sentences={answer.sentences} />
        <Text tone="soft">{t('searching')}</Text>
        {answer.sentences.length === 0 && <Skeleton lines={3} />}
      </Stack>
    );
  if (answer.status === 'urgent')
    return (
      <Urgent
        finding={answer.finding}
        {...{ place, onPlace }}
        onContinue={() => onAsk(answer.question, true)}
      />
    );
  if (answer.status === 'failed')
    return (
      <Stack gap={5}>
        <Notice tone="warning" live="status" title={t('failed')}>
          <p>{t('failed.text')}</p>
          <NativeButton
            variant="secondary"
            ref={toField}
            onClick={() => onAsk(answer.question, answer.deniesDanger)}
          >
            {t('again')}
          </NativeButton>
        </Notice>
        <InDanger {...{ place }} />
      </Stack>
    );
  const { sentences, found, without, urgent } = answer;
  const isUnknown = sentences.length + found.length === 0;
  return (
    <Stack gap={5}>
      {without && <Notice>{t(without === 'limited' ? 'limited' : 'model.failed')}</Notice>}
      <Sentences sentences={sentences} />
      {urgent && !isUnknown && (
        <Notice tone="safety" title={t('urgent.after')}>
          <HelpLines place={place} kinds={urgent.help} />
        </Notice>
      )}
      {found.length > 0 && (
        <Stack as="section" gap={3} aria-labelledby="found">
          <Heading level={2} size="m" id="found">
            {t('found')}
          </Heading>
          <Rows>
            {found.map(({ passage, vendorName }) => (
              <LinkRow
                key={passage.id}
                mark={<SignOf vendor={passage.vendor} />}
                link={
                  <RowTitle href={passage.href} lang={passage.language} dir="auto">
                    {passage.title}
                  </RowTitle>
                }
                description={
                  <>
                    <NameOf name={vendorName} />
                    <span className={styles.said} lang={passage.language} dir="auto">
                      {passage.text}
                    </span>
                  </>
                }
              />
            ))}
          </Rows>
        </Stack>
      )}
      {isUnknown && (
        <Stack gap={5}>
          <Stack gap={2}>
            <Heading level={2} size="m">
              {t('unknown')}
            </Heading>
            <Text>{t('unknown.text')}</Text>
          </Stack>
          <InDanger {...{ place }} kinds={urgent?.help} />
        </Stack>
      )}
    </Stack>
  );
}

interface InDangerProps extends Pick<AnswerPartProps, 'place'> {
  readonly kinds?: UrgentFinding['help'] | undefined;
}

/** Wherever nothing is answered: what isn't understood may be a danger told in other words. */
function InDanger({ place, kinds = ['emergency', 'crisis'] }: InDangerProps) {
  const t = useMessages('assistant');
  return (
    <Notice tone="safety" title={t('unknown.urgent')}>
      <HelpLines {...{ place, kinds }} />
    </Notice>
  );
}

function Sentences({ sentences }: { readonly sentences: readonly ModelSentence[] }) {
  const t = useMessages('assistant');
  if (sentences.length === 0) return null;
  const sources = new Map(sentences.flatMap((each) => each.sources).map((source) => [source.id, source]));
  return (
    <Stack as="section" gap={3} aria-labelledby="answer">
      <Heading level={2} size="m" id="answer">
        {t('answer')}
      </Heading>
      <p dir="auto">{sentences.map(({ text }) => text).join(' ')}</p>
      <Rows label={t('sources')}>
        {[...sources.values()].map(({ id, title, href, vendor }) => (
          <LinkRow
            key={id}
            link={<RowTitle href={href}>{title}</RowTitle>}
            description={<NameOf name={vendor} />}
          />
        ))}
      </Rows>
    </Stack>
  );
}

interface UrgentProps extends Pick<AnswerPartProps, 'place' | 'onPlace'> {
  readonly finding: UrgentFinding;
  readonly onContinue: () => void;
}

function Urgent({ finding: { wording, help }, place, onPlace, onContinue }: UrgentProps) {
  const t = useMessages('assistant');
  return (
    <UrgentPanel
      level={2}
      title={t(`urgent.${wording}`)}
      text={t(`urgent.${wording}.text`)}
      kinds={help}
      {...{ place, onPlace }}
    >
      {wording === 'careful' && (
        <NativeButton variant="secondary" ref={toField} onClick={onContinue}>
          {t('urgent.goOn')}
        </NativeButton>
      )}
      <Text size="xs" tone="soft">
        {t('unreviewed')}
      </Text>
    </UrgentPanel>
  );
}
