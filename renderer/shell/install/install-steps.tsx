import { Heading, NativeButton, Stack, Steps, Text } from '../../design/basic/index.ts';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { useInstall } from './install-provider.ts';
import styles from './install-steps.module.css';

/**
 * Offers to put the vendor's app on the home screen, where this browser can: with its own dialog, or by the steps that iPhone
 * and iPad need. Made before the first question, because on iPhone the installed app can't see what was written in Safari.
 */
export function InstallSteps() {
  const t = useMessages('shell');
  const { name } = usePack();
  const { way, prompt } = useInstall();
  if (way === 'none' || way === 'installed') return null;
  return (
    <Stack as="section" gap={4} align="start" aria-labelledby="install" className={styles.offer}>
      <Heading level={2} size="m" id="install">
        {t('install.title', { name })}
      </Heading>
      <Text>{t(way === 'prompt' ? 'install.why' : 'install.why.ios')}</Text>
      {way === 'prompt' ? (
        <NativeButton variant="secondary" onClick={() => void prompt()}>
          {t('install.button')}
        </NativeButton>
      ) : (
        <Steps
          items={[
            { key: 'share', title: t('install.ios.share'), text: <ShareDrawing /> },
            {
              key: 'add',
              title: t('install.ios.add'),
              text: <AddDrawing label={t('install.ios.addLabel')} />,
            },
            { key: 'open', title: t('install.ios.open', { name }) },
          ]}
        />
      )}
    </Stack>
  );
}

/** The lower edge of Safari with the button that is meant. */
function ShareDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 240 56" aria-hidden="true" focusable="false">
      <rect className={styles.edge} x="1" y="1" width="238" height="54" rx="12" />
      <path
        className={styles.faint}
        d="M28 22l-7 6 7 6M66 22l7 6-7 6M166 20h16v16h-16zM206 20h10v10M204 24h10v12h-10z"
      />
      <circle className={styles.ring} cx="120" cy="28" r="20" />
      <path className={styles.line} d="M120 16v16M115 20.500l5-4.500 5 4.500M115 25h-3v13h16V25h-3" />
    </svg>
  );
}

/** The row of the menu that is meant. */
function AddDrawing({ label }: { readonly label: string }) {
  return (
    <span className={styles.menuRow}>
      <span>{label}</span>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
        <path className={styles.line} d="M5 5h14v14H5zM12 8.500v7M8.500 12h7" />
      </svg>
    </span>
  );
}
