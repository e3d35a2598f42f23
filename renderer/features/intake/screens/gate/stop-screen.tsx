import { useEffect, useRef } from 'react';
import { readLocalized } from '../../../../../sync/domain/languages.ts';
import { PhoneSentence } from '../../../../base/phone-number.tsx';
import { ButtonLink, Heading, LinkRow, Rows, RowTitle, Stack, Text } from '../../../../design/basic/index.ts';
import { SideArt } from '../../../../design/basic/text/side-art.tsx';
import { Button } from '../../../../design/controls/buttons/button.tsx';
import { usePack } from '../../../../device/provider/platform-provider.tsx';
import { languageAttributes, type MessageKey, useLanguage, useMessages } from '../../../../i18n/index.ts';
import { VendorPage } from '../../../../shell/frame/vendor-page.tsx';
import type { StopKind } from '../../flow/machine/flow-events.ts';
import { useFlowFrame } from '../../flow/run/flow-frame.ts';
import type { IntakeRun } from '../../flow/run/intake-run.ts';
import { useFlow } from '../../flow/run/use-run.ts';
import styles from '../parts/screens.module.css';
import { useRunHolder } from '../run/run-holder.tsx';

type Words = {
  readonly title: MessageKey<'welcome'>;
  readonly text: MessageKey<'welcome'>;
  readonly kept: MessageKey<'welcome'>;
};

const words: Readonly<Record<StopKind, Words>> = {
  age: { title: 'stop.age.title', text: 'stop.age.text', kept: 'stop.nothingKept' },
  area: { title: 'stop.area.title', text: 'stop.area.text', kept: 'stop.kept' },
  'live-visit': { title: 'stop.live.title', text: 'stop.live.text', kept: 'stop.kept' },
  proxy: { title: 'stop.proxy.title', text: 'stop.proxy.text', kept: 'stop.kept' },
  consent: { title: 'stop.consent.title', text: 'stop.consent.text', kept: 'stop.kept' },
  contraindicated: { title: 'stop.rule.title', text: 'stop.rule.text', kept: 'stop.kept' },
};

/** Why it can't go on, what else there is, and the way back for those who answered by mistake. */
export function StopScreen({ run }: { readonly run: IntakeRun }) {
  const t = useMessages('welcome');
  const { language } = useLanguage();
  const { slug, brand, name: vendor, rules } = usePack();
  const { offered } = useRunHolder();
  const stop = useFlow(run, (context) => context.stop);
  const frame = useFlowFrame();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  if (!stop) return null;
  const met = rules.filter((rule) => stop.rules.includes(rule.id));
  const { title, text, kept } = words[stop.kind];
  const parameters = { vendor, age: offered.minAge };
  const [first, ...more] = met;
  const headline = first && readLocalized(first.headline, language);
  const question = (
    <Stack gap={4}>
      <Heading
        level={1}
        size="l"
        id="stop-title"
        ref={heading}
        {...(headline ? languageAttributes(headline, language) : {})}
      >
        {headline?.text ?? t(title, parameters)}
      </Heading>
      {first ? <Advice advice={first.advice} /> : <Text size="m">{t(text, parameters)}</Text>}
      {more.map((rule) => (
        <Advice key={rule.id} advice={rule.advice} />
      ))}
      <Text tone="soft">{t(kept, parameters)}</Text>
    </Stack>
  );
  const alternatives = <Alternatives met={met} />;
  const back = (
    <Button variant="secondary" size="l" fullWidth onPress={run.madeMistake}>
      {t(stop.kind === 'consent' ? 'stop.reconsider' : 'stop.mistake')}
    </Button>
  );
  if (frame) {
    return (
      <frame.Screen question={question} action={back}>
        {alternatives}
      </frame.Screen>
    );
  }
  return (
    <VendorPage art={<SideArt of={brand.art} />}>
      <Stack gap={6} as="article" aria-labelledby="stop-title">
        {question}
        {alternatives}
        <Stack gap={3} align="stretch">
          {back}
          <div>
            <ButtonLink variant="quiet" to="/connect/$vendor/" params={{ vendor: slug }}>
              {t('stop.home', { vendor })}
            </ButtonLink>
          </div>
        </Stack>
      </Stack>
    </VendorPage>
  );
}

/** What else there is. Where there is no telephone behind it, the number is plain words. */
function Alternatives({ met }: { readonly met: ReturnType<typeof usePack>['rules'] }) {
  const t = useMessages('welcome');
  const { language } = useLanguage();
  const { name: vendor, contact } = usePack();
  const frame = useFlowFrame();
  const call = (
    <PhoneSentence number={contact.phone} sentence={(phone) => t('stop.call', { vendor, phone })} />
  );
  const others = met.flatMap((rule) => rule.alternatives ?? []);
  return (
    <Stack as="section" gap={3}>
      <Heading level={2} size="m">
        {t('stop.alternatives')}
      </Heading>
      {(others.length > 0 || frame) && (
        <ul className={styles.list}>
          {others.map((alternative) => {
            const reading = readLocalized(alternative, language);
            return (
              <li key={reading.text} {...languageAttributes(reading, language)}>
                {reading.text}
              </li>
            );
          })}
          {frame && <li>{call}</li>}
        </ul>
      )}
      {!frame && (
        <Rows>
          <LinkRow
            tall
            icon="phone"
            link={<RowTitle href={`tel:${contact.phone}`}>{call}</RowTitle>}
            description={readLocalized(contact.hours, language).text}
          />
        </Rows>
      )}
    </Stack>
  );
}

function Advice({ advice }: { readonly advice: Parameters<typeof readLocalized>[0] }) {
  const { language } = useLanguage();
  const reading = readLocalized(advice, language);
  return (
    <Text size="m" {...languageAttributes(reading, language)}>
      {reading.text}
    </Text>
  );
}
