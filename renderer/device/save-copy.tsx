import { lazy, useState } from 'react';
import { OptionalPart } from '../base/optional-part.tsx';
import type { ButtonLook } from '../design/basic/actions/button-look.ts';
import { NativeButton } from '../design/basic/actions/native-button.tsx';
import { Icon } from '../design/basic/text/icon.tsx';
import { useMessages } from '../i18n/index.ts';

const SaveCopySheet = lazy(async () => ({
  default: (await import('./save-copy-sheet.tsx')).SaveCopySheet,
}));

/** "Save a copy" of what the vendor doesn't have yet, and the sheet that explains it. */
export function SaveCopy({ sessions, ...look }: ButtonLook & { readonly sessions: readonly string[] }) {
  const t = useMessages('shell');
  // Each press is a new try, where the sheet's code couldn't be fetched before.
  const [opened, setOpened] = useState(0);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <NativeButton
        variant="secondary"
        {...look}
        onClick={() => {
          setOpened((count) => count + 1);
          setOpen(true);
        }}
      >
        <Icon name="copy" size={20} /> {t('copy.save')}
      </NativeButton>
      {isOpen && (
        <OptionalPart key={opened} instead={<span role="alert">{t('copy.notHere')}</span>}>
          <SaveCopySheet sessions={sessions} onClose={() => setOpen(false)} />
        </OptionalPart>
      )}
    </>
  );
}
