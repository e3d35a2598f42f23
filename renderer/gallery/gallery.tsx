import { useEffect, useState } from 'react';
import { Heading, Page, Rule, Stack, Text } from '../design/basic/index.ts';
import { SegmentedChoice } from '../design/controls/index.ts';
import { languageNames, useLanguage } from '../i18n/index.ts';
import { BasicExamples } from './basic-examples.tsx';
import { ControlExamples } from './control-examples.tsx';
import styles from './gallery.module.css';
import { OverlayExamples } from './overlay-examples.tsx';
import { applyTheme, themes } from './themes.ts';

const asked = new URLSearchParams(location.search);

const schemes = [
  { id: '', label: 'Vendor’s own' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];
const contrasts = [
  { id: '', label: 'Standard' },
  { id: 'more', label: 'More contrast' },
];

export function Gallery() {
  const { language, setLanguage } = useLanguage();
  const [slug, setSlug] = useState(asked.get('theme') ?? 'platform');
  const [scheme, setScheme] = useState(asked.get('scheme') ?? '');
  const [contrast, setContrast] = useState(asked.get('contrast') ?? '');
  useEffect(() => applyTheme(slug, scheme, contrast), [slug, scheme, contrast]);
  const theme = themes.find((one) => one.slug === slug) ?? themes[0];
  if (!theme) return null;

  return (
    <Page width="wide" header={<div className={styles.bar} />}>
      <Stack gap={7}>
        <div className={styles.switches}>
          <SegmentedChoice
            label="Theme"
            options={themes.map(({ slug: id, name: label }) => ({ id, label }))}
            value={slug}
            onChange={setSlug}
          />
          <SegmentedChoice label="Scheme" options={schemes} value={scheme} onChange={setScheme} />
          <SegmentedChoice label="Contrast" options={contrasts} value={contrast} onChange={setContrast} />
          <SegmentedChoice
            label="Language and direction"
            options={Object.entries(languageNames).map(([id, label]) => ({ id, label, lang: id }))}
            value={language}
            onChange={(next) => next in languageNames && void setLanguage(next as typeof language)}
          />
        </div>
        <Stack gap={3}>
          <Heading level={1} size="xxl">
            {theme.name}
          </Heading>
          <Text size="m" tone="soft">
            Every component in every state.
          </Text>
          <Rule look="brand" />
        </Stack>
        <BasicExamples theme={theme} />
        <ControlExamples />
        <OverlayExamples />
      </Stack>
    </Page>
  );
}
