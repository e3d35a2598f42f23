import { useEffect, useRef } from 'react';
import { readLocalized } from '../../../../sync/domain/languages.ts';
import { Art, Heading, Mark, Page, Stack, Text } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/buttons/button.tsx';
import { useDeliveries, usePack } from '../../../device/provider/platform-provider.tsx';
import { languageAttributes, useLanguage, useMessages } from '../../../i18n/index.ts';
import { HelpNote } from '../../../shell/emergency/help-lines.tsx';
import { useFlowFrame } from '../flow/run/flow-frame.ts';
import type { IntakeRun } from '../flow/run/intake-run.ts';
import { useAlertFailed, useDetails, useFlow, usePanel } from '../flow/run/use-run.ts';
import { AlertLine } from './alert-line.tsx';
import { alertOf } from './alert-stage.ts';
import { HelpLines } from './help-lines.tsx';
import styles from './safety.module.css';

/** The panel over the form: what we know, what to do now, whom to call; then back. Works offline. */
export function SafetyScreen({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('safety');
  const { language } = useLanguage();
  const { name, brand, rules, region } = usePack();
  const ruleId = useFlow(run, (context) => context.panelRule);
  const kind = usePanel(run);
  const failed = useAlertFailed(run);
  const { session, place } = useDetails(run);
  // Until this answer's own alert is stored, an earlier one says nothing about it.
  const unrecorded = useFlow(
    run,
    ({ alerts, panelRule }) => panelRule !== null && alerts.includes(panelRule),
  );
  const recorded = alertOf(useDeliveries(), session);
  const alert = unrecorded ? undefined : recorded;
  const frame = useFlowFrame();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const rule = rules.find((candidate) => candidate.id === ruleId);
  const headline = rule && readLocalized(rule.headline, language);
  const advice = rule && readLocalized(rule.advice, language);
  // Where a form asks about crises, somebody in danger may want to talk, too; after chest pain, advice is what helps.
  const asksOfCrisis = rules.some(
    (candidate) => candidate.questionnaire === rule?.questionnaire && candidate.panel === 'crisis',
  );
  const where = place?.code ?? region;
  const question = (
    <Stack gap={4}>
      <Heading
        level={1}
        size="l"
        ref={heading}
        id="safety-title"
        {...(headline ? languageAttributes(headline, language) : {})}
      >
        {headline?.text ?? t('panel.title')}
      </Heading>
      <Text size="m" {...(advice ? languageAttributes(advice, language) : {})}>
        {advice?.text ?? t('panel.advice')}
      </Text>
    </Stack>
  );
  const help = (
    <Stack gap={3}>
      <HelpLines
        place={where}
        kinds={
          kind === 'crisis' ? ['crisis', 'emergency'] : ['emergency', asksOfCrisis ? 'crisis' : 'advice']
        }
      />
      <HelpNote place={where} />
    </Stack>
  );
  const state = (
    <div className={styles.state}>
      <AlertLine alert={alert} failed={failed} vendor={name} />
    </div>
  );
  const back = (
    <Button variant="secondary" size="l" fullWidth onPress={run.closePanel}>
      {t('panel.back')}
    </Button>
  );
  if (frame) {
    return (
      <frame.Screen question={question} action={back}>
        <frame.Nearby />
        {help}
        {state}
      </frame.Screen>
    );
  }
  return (
    <Page
      header={
        <header className={styles.whose}>
          <Mark mark={brand.mark} size={24} />
          {name}
        </header>
      }
      art={
        <Art src={brand.art.landing ?? brand.art.success} width={480} height={560} className={styles.art} />
      }
    >
      <Stack gap={6} as="article" aria-labelledby="safety-title">
        {question}
        {help}
        {state}
        <div>{back}</div>
      </Stack>
    </Page>
  );
}
