import { useState } from 'react';
import { readLocalized } from '../../../sync/domain/languages.ts';
import type { Node } from '../../../sync/domain/navigator/branches/tree.ts';
import { useIsHydrated } from '../../base/use-is-hydrated.ts';
import { Row, Stack, Text, TextLink } from '../../design/basic/index.ts';
import { Button } from '../../design/controls/buttons/button.tsx';
import { useLanguage, useMessages } from '../../i18n/index.ts';
import { DiscoveryPage } from '../../shell/discovery/discovery-page.tsx';
import { usePlace } from '../../shell/discovery/saved-place.ts';
import { UrgentPanel } from '../../shell/emergency/urgent-panel.tsx';
import { BasisLine } from './basis-line.tsx';
import { CareStep } from './care-step.tsx';
import { ChoicesSoFar } from './choices-so-far.tsx';
import styles from './navigator.module.css';
import { QuestionStep } from './question-step.tsx';
import { StepHeading } from './step-heading.tsx';
import { useWalk } from './use-walk.ts';

/** A few short questions, what can't wait first, to a form, urgent care, or who else can help. Keeps and sends nothing; works offline. */
export function NavigatorScreen() {
  const { id, node, walk, chosen, choose, back, restart } = useWalk();
  // One that was saved elsewhere helps; one that is chosen here is forgotten with the page.
  const [saved] = usePlace();
  const [own, setOwn] = useState<{ readonly place: string | undefined }>();
  const place = own ? own.place : saved;
  const isHydrated = useIsHydrated();
  return (
    <DiscoveryPage tab="/discovery/chat" place={place}>
      <div className={styles.step} inert={!isHydrated}>
        {node.kind === 'question' ? (
          <QuestionStep
            key={id}
            question={node}
            count={walk.length}
            {...{ chosen, onChoose: choose, onBack: back }}
          />
        ) : (
          <Stack gap={6} key={id}>
            <EndStep node={node} place={place} onPlace={(changed) => setOwn({ place: changed })} />
            <WaysOn onBack={back} onRestart={restart} />
          </Stack>
        )}
        {node.kind !== 'urgent' && <ChoicesSoFar walk={walk} />}
      </div>
    </DiscoveryPage>
  );
}

interface EndStepProps {
  readonly node: Exclude<Node, { readonly kind: 'question' }>;
  readonly place: string | undefined;
  readonly onPlace: (place: string | undefined) => void;
}

function EndStep({ node, place, onPlace }: EndStepProps) {
  const t = useMessages('navigator');
  const { language } = useLanguage();
  if (node.kind === 'care') return <CareStep end={node} {...{ place, onPlace }} />;
  const text = readLocalized(node.text, language).text;
  if (node.kind === 'urgent')
    return (
      <UrgentPanel
        title={readLocalized(node.title, language).text}
        kinds={node.help}
        {...{ text, place, onPlace }}
      >
        <BasisLine basis={node} />
      </UrgentPanel>
    );
  return (
    <Stack gap={4}>
      <StepHeading id="navigator-end">{t('none')}</StepHeading>
      <Text size="m">{text}</Text>
      <TextLink href="/discovery" standalone>
        {t('search')}
      </TextLink>
      <BasisLine basis={node} />
    </Stack>
  );
}

function WaysOn({ onBack, onRestart }: { readonly onBack: () => void; readonly onRestart: () => void }) {
  const t = useMessages('navigator');
  return (
    <Row gap={3}>
      <Button variant="secondary" onPress={onBack}>
        {t('back')}
      </Button>
      <Button variant="quiet" onPress={onRestart}>
        {t('restart')}
      </Button>
    </Row>
  );
}
