import { type ReactNode, Suspense, use, useState } from 'react';
import { Text } from '../../design/basic/text/text.tsx';
import { Button } from '../../design/controls/buttons/button.tsx';
import { Dialog } from '../../design/controls/overlays/dialog.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import { Blocks, fetchLegalText } from '../../features/legal/parts.ts';
import { directionOf, LocalizedText, useLanguage, useMessages } from '../../i18n/index.ts';
import { Paged } from '../base/paged.tsx';
import styles from './kiosk-flow-frame.module.css';

interface KioskDocumentProps {
  readonly slug: string;
  readonly children: ReactNode;
}

/** A legal document, read where one is: what is agreed to has to be there to be read. */
export function KioskDocument({ slug, children }: KioskDocumentProps) {
  const t = useMessages('frame');
  const { legal } = usePack();
  const { language } = useLanguage();
  const [open, setOpen] = useState<Promise<Awaited<ReturnType<typeof fetchLegalText>> | undefined>>();
  const document = legal.find((each) => each.slug === slug);
  if (!document) return <span>{children}</span>;
  const shown = document.texts[language] ? language : 'en';
  const read = () => setOpen(fetchLegalText(document.texts[shown]?.url ?? '').catch(() => undefined));
  const close = () => setOpen(undefined);
  return (
    <>
      <Button variant="quiet" onPress={read}>
        {children}
      </Button>
      {open && (
        <Dialog
          isOpen
          onOpenChange={close}
          title={<LocalizedText text={document.title} />}
          actions={
            <Button size="l" onPress={close}>
              {t('help.back')}
            </Button>
          }
        >
          <div className={styles.document} lang={shown} dir={directionOf(shown)}>
            <Suspense fallback={<Text>{t('loading')}</Text>}>
              <Pages text={open} />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Pages({ text }: { readonly text: Promise<Awaited<ReturnType<typeof fetchLegalText>> | undefined> }) {
  const t = useMessages('frame');
  const loaded = use(text);
  if (!loaded) return <Text>{t('failed.text')}</Text>;
  return (
    <Paged>
      <Blocks blocks={loaded.blocks} />
    </Paged>
  );
}
