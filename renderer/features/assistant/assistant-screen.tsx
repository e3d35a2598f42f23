import { useState } from 'react';
import { MAX_QUESTION } from '../../../sync/protocol/api/assistant.ts';
import { useIsHydrated } from '../../base/use-is-hydrated.ts';
import { Heading, Icon, NativeButton, Notice, Row, Stack, Text } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { focusField } from '../../design/controls/fields/focus-field.ts';
import { TextField } from '../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import { DiscoveryPage } from '../../shell/discovery/discovery-page.tsx';
import { PlaceSelect } from '../../shell/discovery/place-select.tsx';
import { usePlace } from '../../shell/discovery/saved-place.ts';
import { AnswerPart } from './answer-part.tsx';
import styles from './assistant.module.css';
import { Examples, FIELD, toField } from './examples.tsx';
import { useAnswer } from './use-answer.ts';
import { WaysOn } from './ways-on.tsx';

/** A question in one's own words. Answered from what vendors have published, or not at all. */
export function AssistantScreen() {
  const t = useMessages('assistant');
  const [saved] = usePlace();
  const [own, setOwn] = useState<{ readonly place: string | undefined }>();
  const place = own ? own.place : saved;
  const { answer, host, ask, stop } = useAnswer(place);
  const [question, setQuestion] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isHydrated = useIsHydrated();
  const submit = (asked = question) => {
    const text = asked.trim();
    setMissing(text === '');
    if (text === '') return focusField(FIELD);
    void ask(text.slice(0, MAX_QUESTION));
  };
  return (
    <DiscoveryPage tab="/discovery/gpt" place={place}>
      <div className={styles.screen}>
        <Stack gap={6}>
          <Stack gap={3}>
            <Heading level={1} size="xl">
              {t('heading')}
            </Heading>
            <Text size="m" tone="soft">
              {t('text')}
            </Text>
          </Stack>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              submit();
            }}
            inert={!isHydrated}
          >
            <Stack gap={4}>
              <TextField
                id={FIELD}
                label={t('label')}
                value={question}
                onChange={setQuestion}
                maxLength={MAX_QUESTION}
                error={isMissing && question.trim() === '' ? t('empty') : undefined}
              />
              <PlaceSelect
                label={t('where')}
                place={place}
                onChange={(changed) => setOwn({ place: changed })}
              />
              {host === undefined ? (
                <Text size="xs" tone="soft">
                  <Icon name="lock" size={16} /> {t('notice.search')}
                </Text>
              ) : (
                <Notice>{t('notice.model', { host })}</Notice>
              )}
              <Row gap={3}>
                <Button type="submit" size="l">
                  {t('ask')}
                </Button>
                {answer.status === 'looking' && (
                  <NativeButton variant="quiet" ref={toField} onClick={stop}>
                    {t('stop')}
                  </NativeButton>
                )}
              </Row>
            </Stack>
          </form>
          {answer.status === 'none' && (
            <div inert={!isHydrated}>
              <Examples
                onAsk={(example) => {
                  setQuestion(example);
                  submit(example);
                }}
              />
            </div>
          )}
          <div aria-live="polite">
            <AnswerPart
              {...{ answer, place }}
              onPlace={(changed) => setOwn({ place: changed })}
              onAsk={(text, deniesDanger) => void ask(text, deniesDanger)}
            />
          </div>
        </Stack>
        <WaysOn />
      </div>
    </DiscoveryPage>
  );
}
